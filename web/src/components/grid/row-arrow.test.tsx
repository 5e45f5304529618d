import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RowArrows } from './row-arrow.tsx';

const HEADERS = 56;
/** A sheet at x = 100, y = 50: row numbers 60 px wide and a frozen column of 150, then the others. */
const box = { current: document.createElement('section') };
box.current.getBoundingClientRect = () => new DOMRect(100, 50, 800, 600);

function arrowAt(col: number, { x, y }: { x: number; y: number }) {
  const boundsOf = (cell: { col: number }) =>
    cell.col === 0 ? { x: 160, y, width: 150, height: 32 } : { x, y, width: 120, height: 32 };
  render(
    <RowArrows
      ref={null}
      arrow={{ isOn: () => true, labelOf: () => 'Open the client', onOpen: () => undefined }}
      selected={{ col, row: 3 }}
      frozenColumns={1}
      headerHeight={HEADERS}
      boundsOf={boundsOf}
      box={box}
    />,
  );
  return screen.queryByRole('button', { name: 'Open the client' });
}

it.each([
  ['below the headers', 1, { x: 310, y: 50 + HEADERS }, true],
  ['half beneath the headers', 1, { x: 310, y: 50 + HEADERS - 16 }, false],
  ['beneath the headers', 1, { x: 310, y: 60 }, false],
  ['beneath the frozen column', 1, { x: 200, y: 300 }, false],
  ['half beneath the frozen column, its end visible', 1, { x: 250, y: 300 }, true],
  ['of the frozen column', 0, { x: 310, y: 300 }, true],
  ['beyond the right edge', 1, { x: 800, y: 300 }, false],
] as const)('the arrow of a cell %s', (_where, col, position, isShown) => {
  expect(arrowAt(col, position) !== null).toBe(isShown);
});
