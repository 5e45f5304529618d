import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-app.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';

function show(mine: string, theirs: string) {
  const cell = { id: 1, field: 'primary_phone', mine, theirs, isLocked: false } as const;
  renderPart(
    <ConflictDialog of="cell" cells={[cell]} clientName={() => 'Maria'} resolve={vi.fn()} back={vi.fn()} />,
  );
  return screen.getAllByRole('radio').map((radio) => radio.parentElement?.parentElement?.textContent);
}

describe('a phone changed by another agent', () => {
  it('is shown as in its cell', () => {
    expect(show('3055550123', '3055550199')).toEqual(['(305) 555-0123', '(305) 555-0199']);
  });

  it('is shown as stored when both look alike', () => {
    expect(show('3055550123', '(305) 555-0123')).toEqual(['3055550123', '(305) 555-0123']);
  });
});

it.each(['Escape', 'the button'])('goes back without a decision with %s', async (way) => {
  const cell = { id: 1, field: 'occupation', mine: 'Nurse', theirs: 'Cook', isLocked: false } as const;
  const [resolve, back] = [vi.fn(), vi.fn()];
  const choice = { cells: [cell], resolve, back };
  renderPart(<ConflictDialog of="field" clientName={() => 'Maria'} {...choice} />);
  if (way === 'Escape') await userEvent.keyboard('{Escape}');
  else await userEvent.click(screen.getByRole('button', { name: 'Back to Editing' }));
  expect(back).toHaveBeenCalledOnce();
  expect(resolve).not.toHaveBeenCalled();
});
