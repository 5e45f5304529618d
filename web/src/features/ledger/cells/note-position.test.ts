import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Box, notePosition } from './note-position.ts';

const SHEET: Box = { x: 240, y: 110, width: 1200, height: 780 };
const NOTE = { width: 300, height: 90 };
const HEADERS = 56;
const cellAt = (col: number, row: number): Box => ({
  x: SHEET.x + 60 + col * 150,
  y: SHEET.y + HEADERS + row * 32,
  width: 150,
  height: 32,
});

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

describe('the note of a failed cell', () => {
  test.each([
    ['is above its cell', cellAt(2, 8), cellAt(2, 9), { left: cellAt(2, 8).x, top: cellAt(2, 8).y - 94 }],
    [
      'is to the right in the first row',
      cellAt(2, 0),
      cellAt(2, 1),
      { left: cellAt(3, 0).x + 4, top: cellAt(2, 0).y },
    ],
    [
      'is to the left when the cell to the right is edited',
      cellAt(4, 0),
      cellAt(5, 0),
      { left: cellAt(4, 0).x - 304, top: cellAt(4, 0).y },
    ],
  ])('%s', (_, cell, selected, position) => {
    expect(notePosition(cell, NOTE, SHEET, selected)).toEqual(position);
  });

  test('is at the bottom of a narrow sheet', () => {
    const sheet = { x: 0, y: 150, width: 390, height: 600 };
    const cell = { x: 60, y: 206, width: 150, height: 32 };
    const below = { ...cell, y: 238 };
    expect(notePosition(cell, NOTE, sheet, below)).toEqual({ left: 60, top: 652 });
  });

  test('never covers the selected cell or the one below it', () => {
    const position = fc.record({ col: fc.nat(6), row: fc.nat(20) });
    fc.assert(
      fc.property(
        position,
        fc.constantFrom([0, 1], [1, 0], [0, 0], [-1, 0], [0, -1]),
        ({ col, row }, [x = 0, y = 0]) => {
          const selected = cellAt(Math.max(0, col + x), Math.max(0, row + y));
          const { left, top } = notePosition(cellAt(col, row), NOTE, SHEET, selected);
          const note = { x: left, y: top, ...NOTE };
          const next = [selected, { ...selected, y: selected.y + 32 }];
          expect(next.filter((cell) => overlap(note, cell))).toEqual([]);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
