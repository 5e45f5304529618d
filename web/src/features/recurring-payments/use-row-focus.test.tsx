import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useRowFocus } from './use-row-focus.ts';

function Rows() {
  const [names, setNames] = useState(['Ada', 'Bea']);
  return (
    <>
      <ul>
        {names.map((name) => (
          <Row key={name} name={name} />
        ))}
      </ul>
      <button type="button" data-testid="live" onClick={() => setNames(['Bea'])} />
    </>
  );
}

function Row({ name }: { name: string }) {
  const { container, capture, release } = useRowFocus();
  function runAction() {
    capture();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    release();
  }
  return (
    <li>
      <div ref={container}>
        <button type="button" onClick={runAction}>
          {name}
        </button>
      </div>
    </li>
  );
}

async function clickAda() {
  render(<Rows />);
  await userEvent.click(screen.getByRole('button', { name: 'Ada' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ada' }));
}

describe('focus within a row', () => {
  it('moves to the next row when its own is removed after the action', async () => {
    await clickAda();
    fireEvent.click(screen.getByTestId('live'));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Bea' }));
  });

  it('is forgotten once the user does something else', async () => {
    await clickAda();
    await userEvent.click(document.body);
    expect(document.activeElement).toBe(document.body);
    fireEvent.click(screen.getByTestId('live'));
    expect(screen.queryByRole('button', { name: 'Ada' })).toBeNull();
    expect(document.activeElement).toBe(document.body);
  });
});
