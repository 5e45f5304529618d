import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-app.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';

function show(mine: string, theirs: string) {
  const cell = { id: 1, field: 'primary_phone', mine, theirs, isLocked: false } as const;
  renderPart(<ConflictDialog of="cell" cells={[cell]} clientName={() => 'Maria'} settle={vi.fn()} />);
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
