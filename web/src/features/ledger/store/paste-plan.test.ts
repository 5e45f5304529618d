import { describe, expect, test } from 'vitest';
import { clearTargets, columnsBeyond, fillTargets, pasteTargets, planPaste } from './paste-plan.ts';

const COLUMNS = ['client_first_name', 'client_last_name', 'dob', 'cigna'] as const;
const at = (x: number, y: number, width = 1, height = 1) => ({ x, y, width, height });
const summaries = (targets: { row: number; field: string; text: string }[]) =>
  targets.map(({ row, field, text }) => `${row} ${field} ${text}`);

describe('columns past the last one', () => {
  test.each([
    [[['a', 'b']], 2, 0],
    [[['a', 'b']], 3, 1],
    [
      [
        ['a', 'b', 'c'],
        ['a', 'b', 'c', 'd'],
      ],
      3,
      3,
    ],
    [[['a', ' ', '']], 3, 0],
  ])('%j at column %i leaves out %i', (block, x, count) => {
    expect(columnsBeyond(block, at(x, 0), COLUMNS)).toBe(count);
  });
});

describe('target of a pasted block', () => {
  test('one cell fills the whole selection', () => {
    expect(summaries(pasteTargets([['x']], at(0, 2, 2, 2), COLUMNS))).toEqual([
      '2 client_first_name x',
      '2 client_last_name x',
      '3 client_first_name x',
      '3 client_last_name x',
    ]);
  });

  test('a block that fits several times is repeated', () => {
    expect(summaries(pasteTargets([['a'], ['b']], at(0, 0, 1, 4), COLUMNS))).toEqual([
      '0 client_first_name a',
      '1 client_first_name b',
      '2 client_first_name a',
      '3 client_first_name b',
    ]);
  });

  test('any other block is written once from the top left corner', () => {
    expect(
      summaries(
        pasteTargets(
          [
            ['a', 'b'],
            ['c', 'd'],
          ],
          at(0, 5, 1, 1),
          COLUMNS,
        ),
      ),
    ).toEqual([
      '5 client_first_name a',
      '5 client_last_name b',
      '6 client_first_name c',
      '6 client_last_name d',
    ]);
  });

  test('columns past the last one are dropped, short rows leave cells unchanged', () => {
    expect(summaries(pasteTargets([['1', '2'], ['3']], at(3, 0), COLUMNS))).toEqual([
      '0 cigna 1',
      '1 cigna 3',
    ]);
  });

  test('clearing writes empty text everywhere', () => {
    expect(summaries(clearTargets(at(0, 0, 2, 1), COLUMNS))).toEqual([
      '0 client_first_name ',
      '0 client_last_name ',
    ]);
  });
});

describe('target of a fill', () => {
  const source = [[{ field: 'cigna' as const, value: 12.5 }], [{ field: 'cigna' as const, value: 20 }]];

  test('downwards repeats the source and leaves it unchanged', () => {
    const targets = fillTargets(at(3, 1, 1, 2), at(3, 1, 1, 5), COLUMNS, source);
    expect(targets.map(({ row, value }) => [row, value])).toEqual([
      [3, 12.5],
      [4, 20],
      [5, 12.5],
    ]);
  });

  test('upwards repeats it in reverse', () => {
    const targets = fillTargets(at(3, 2, 1, 2), at(3, 0, 1, 4), COLUMNS, source);
    expect(targets.map(({ row, value }) => [row, value])).toEqual([
      [0, 12.5],
      [1, 20],
    ]);
  });

  test('into another column it is copied as text', () => {
    const targets = fillTargets(at(0, 0), at(0, 0, 2, 1), COLUMNS, [
      [{ field: 'client_first_name', value: 'Ann' }],
    ]);
    expect(targets).toEqual([{ row: 0, field: 'client_last_name', text: 'Ann' }]);
  });
});

describe('parsing a block', () => {
  const stored: Record<string, string | number> = { '11:cigna': 20, '12:client_first_name': 'Ann' };
  const sheet = {
    rowCount: 2,
    keyAt: (row: number) => [11, 12][row],
    valueOf: (key: number, field: string) => stored[`${key}:${field}`] ?? null,
  };

  test('changed cells are written with their previous values', () => {
    const plan = planPaste([{ row: 0, field: 'cigna', text: '$1,000' }], sheet);
    expect(plan.cells).toEqual([{ row: 0, key: 11, field: 'cigna', value: 1000, was: 20 }]);
  });

  test('unchanged cells are omitted', () => {
    const targets = [
      { row: 0, field: 'cigna' as const, text: '$20.00' },
      { row: 1, field: 'client_first_name' as const, text: ' Ann ' },
    ];
    expect(planPaste(targets, sheet).cells).toEqual([]);
  });

  test('a rejected cell is reported with row, text and reason', () => {
    const plan = planPaste([{ row: 1, field: 'dob', text: 'yesterday' }], sheet);
    expect(plan.rejected).toEqual([
      { row: 2, field: 'dob', text: 'yesterday', message: 'must be a date such as 05/31/1990' },
    ]);
  });

  test('rows past the last one become new clients without empty cells', () => {
    const targets = [
      { row: 2, field: 'client_first_name' as const, text: 'Bea' },
      { row: 2, field: 'dob' as const, text: '' },
      { row: 3, field: 'cigna' as const, text: '5' },
    ];
    expect([...planPaste(targets, sheet).beyond]).toEqual([
      [0, { client_first_name: 'Bea' }],
      [1, { cigna: 5 }],
    ]);
  });
});
