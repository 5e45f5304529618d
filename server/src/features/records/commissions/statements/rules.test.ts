import { describe, expect, it } from 'vitest';
import { readLines } from './read-lines.ts';
import { readAmount, readDay, readPeriod } from './read-values.ts';
import { findLayout, guessColumns, headersAt, rememberedColumns } from './rules.ts';

it.each([
  ['12.50', 1250],
  ['$1,234.5', 123_450],
  ['(12.00)', -1200],
  ['($1,200.00)', -120_000],
  ['-12', -1200],
  ['$-12', -1200],
  ['-$12.00', -1200],
  ['\u221212.00', -1200],
  ['12.00-', -1200],
  [' $ 0.07 ', 7],
  ['12.345', 1235],
  ['-12.345', -1235],
  ['18.66666666667', 1867],
  ['USD 12.00', 1200],
  ['-', 0],
  ['–', 0],
  ['(0.00)', 0],
  ['.5', 50],
  ['5.', 500],
  ['$(12.00)', -1200],
  ['$ (12.00)', -1200],
  ['$-', 0],
  ['$ -   ', 0],
  ['$$5', null],
  ['', null],
  ['$', null],
  ['(12.00', null],
  ['12.00)', null],
  ['(-12.00)', null],
  ['--12', null],
  ['1.234,56', null],
  ['12,34', null],
  ['12,3456.00', null],
  ['€12.00', null],
  ['12.00 CAD', null],
  ['12%', null],
  ['1e3', null],
  ['N/A', null],
  ['9'.repeat(20), null],
  ['9'.repeat(10_000), null],
])('the amount %s is %s cents', (text, cents) => expect(readAmount(text)).toBe(cents));

it.each([
  ['05/2026', '2026-05'],
  ['5-26', '2026-05'],
  ['2026-05', '2026-05'],
  ['202605', '2026-05'],
  ['May 2026', '2026-05'],
  ['MAY-26', '2026-05'],
  ['September, 2026', '2026-09'],
  ['05/01/2026', '2026-05'],
  ['2026-05-01', '2026-05'],
  ['46143', '2026-05'],
  ['2026-5', '2026-05'],
  ['5/1/26', '2026-05'],
  ['Sept. 2026', '2026-09'],
  ['12/31', null],
  ['01/22', null],
  ['10/27', '2027-10'],
  ['10/23', '2023-10'],
  ['Marketing 26', null],
  ['May', null],
  ['Q2 2026', null],
  ['13/2026', null],
  ['', null],
  ['monthly', null],
])('the period %s is %s', (text, period) => expect(readPeriod(text, '2026-10')).toBe(period));

it('reads days, also as numbers of a spreadsheet', () => {
  expect(['10/15/2026', '46310', 'soon', ''].map(readDay)).toEqual(['2026-10-15', '2026-10-15', null, null]);
});

it.each([
  [
    ['Policy #', 'Member Name', 'Premium', 'Rate', 'Commission', 'Coverage Month'],
    [0, 1, 4, 5, null],
  ],
  [
    ['Name', 'Subscriber ID', 'Paid Date', 'Net Commission Amount', 'Period'],
    [1, 0, 3, 4, 2],
  ],
  [
    ['Agent', 'Policy Number', 'Insured', 'Commission Amount ($)'],
    [1, 2, 3, null, null],
  ],
  [
    ['Contract', 'Amount'],
    [0, null, 1, null, null],
  ],
  [
    ['Policy No', 'Commission %', 'Commission'],
    [0, null, 2, null, null],
  ],
  [
    ['A', 'B'],
    [null, null, null, null, null],
  ],
])('the columns of %j are %j', (headers, [number, name, amount, period, paid_on]) =>
  expect(guessColumns(headers)).toEqual({ number, name, amount, period, paid_on }),
);

describe('a remembered statement', () => {
  const remembered = { number: 'Ref', amount: 'Pay', name: 'Who' };
  it('is recognized by its column names in any order', () => {
    expect(rememberedColumns(['Pay', 'Ref', 'Other'], remembered)).toMatchObject({
      number: 1,
      amount: 0,
      name: null,
    });
    expect(rememberedColumns(['Ref', 'Other'], remembered)).toBeNull();
  });
});

const numbered = (rows: string[][]) => rows.map((cells, position) => ({ number: position + 1, cells }));
const read = (rows: string[][]) => {
  const sheet = numbered(rows);
  const { header_row } = findLayout([sheet]);
  const headers = headersAt(sheet, header_row);
  return {
    header_row,
    ...readLines(sheet, { headerRow: header_row, headers, columns: guessColumns(headers) }),
  };
};

describe('a statement', () => {
  const HEADER = ['Policy Number', 'Client Name', 'Commission'];

  it('is found below titles, with blank rows, repeated names, subtotals and a total', () => {
    const found = read([
      ['Oscar Health Commission Statement'],
      ['', ''],
      ['Agency', 'Acme'],
      HEADER,
      ['OSC-1', 'Ana Ruiz', '$18.00'],
      ['', '', ''],
      ['OSC-2', 'Luis Soto', '(36.00)'],
      ['Subtotal: Florida', '', '(18.00)'],
      HEADER,
      ['3', 'Total Wellness Center', '10.00'],
      ['Total for Texas', '', '10.00'],
      ['', 'Grand Total', '-8.01'],
      ['Questions? Call 555-0100'],
    ]);
    expect(found.header_row).toBe(4);
    expect(
      found.lines.map(({ row_number, number, amount_cents }) => [row_number, number, amount_cents]),
    ).toEqual([
      [5, 'OSC-1', 1800],
      [7, 'OSC-2', -3600],
      [10, '3', 1000],
    ]);
    expect([found.total_cents, found.stated_total_cents, found.problems]).toEqual([-800, -801, []]);
    expect(found.skipped.map(({ row_number, reason }) => `${row_number} ${reason}`)).toEqual([
      '8 Totals row',
      '9 Repeated column names',
      '11 Totals row',
      '12 Totals row',
      '13 No amount',
    ]);
  });

  it('may have two rows of column names, the first one merged', () => {
    const found = read([
      ['Policy', '', 'Commission', ''],
      ['Number', 'Name', 'Rate', 'Amount'],
      ['77', 'Ana Ruiz', '4%', '18'],
    ]);
    expect([found.header_row, found.lines[0]]).toEqual([
      2,
      { row_number: 3, number: '77', name: 'Ana Ruiz', amount_cents: 1800, period: null, paid_on: null },
    ]);
  });

  it('states the sum of subtotals, or a sum without a label', () => {
    expect(
      read([HEADER, ['1', 'A', '5'], ['Subtotal', '', '5'], ['2', 'B', '6'], ['Subtotal', '', '6']])
        .stated_total_cents,
    ).toBe(1100);
    expect(read([HEADER, ['1', 'A', '5'], ['2', 'B', '6'], ['', '', '11.00']])).toMatchObject({
      stated_total_cents: 1100,
      total_cents: 1100,
    });
    expect(read([HEADER, ['1', 'A', '5']]).stated_total_cents).toBeNull();
  });

  it('finds totals without a label among other sums, of all lines and of groups', () => {
    const wide = ['Policy Number', 'Client Name', 'Premium', 'Commission'];
    const two = [wide, ['A1', 'x', '100', '5'], ['A2', 'y', '200', '10'], ['', '', '300', '15']];
    const found = read(two);
    expect([found.lines.length, found.total_cents, found.stated_total_cents]).toEqual([2, 1500, 1500]);
    const groups = read([...two, ['A3', 'z', '10', '7'], ['', '', '10', '7']]);
    expect([groups.total_cents, groups.stated_total_cents]).toEqual([2200, 2200]);
    const grand = read([...two, ['A3', 'z', '10', '7'], ['', '', '10', '7'], ['', '', '310', '22']]);
    expect([grand.total_cents, grand.stated_total_cents]).toEqual([2200, 2200]);
    expect(read([...two, ['', '', '', '3']]).total_cents).toBe(1800);
    const noted = ['Policy Number', 'Client Name', 'Commission', 'Type'];
    expect(read([noted, ['A1', 'x', '5', 'New'], ['', '', '5', 'Bonus']]).total_cents).toBe(1000);
  });

  it.each([
    ['Prior balance recovered', '-7', -200],
    ['Total Life adjustment for Ana', '4', 900],
    ['Balance forward', '5', 1000],
    ['Ending balance', '9', 1400],
  ])('keeps “%s” without a number as a line', (name, amount, total) => {
    const found = read([HEADER, ['1', 'A', '5'], ['', name, amount]]);
    expect([found.lines.length, found.total_cents, found.stated_total_cents]).toEqual([2, total, null]);
  });

  it.each(['YTD Total', 'Total year to date', 'Balance'])('never takes “%s” for its total', (label) => {
    const last = label === 'Balance' ? '5' : '915';
    const found = read([HEADER, ['1', 'A', '5'], ['Total', '', '6'], [label, '', last]]);
    expect([found.lines.length, found.stated_total_cents]).toEqual([1, 600]);
  });

  it('names the rows whose month cannot be read', () => {
    const dated = [...HEADER, 'Coverage Month'];
    const found = read([dated, ['1', 'A', '5', '05/2026'], ['2', 'B', '5', 'Q2 2026'], ['3', 'C', '5', '']]);
    expect(found.problems).toEqual([
      'Row 3: the month paid for “Q2 2026” cannot be read or is far from the month of the statement. Correct it in the file, or choose no column for the month.',
    ]);
  });

  it('keeps money without a number as a line', () => {
    expect(read([HEADER, ['1', 'A', '5'], ['', 'Bonus', '100']]).lines[1]).toMatchObject({
      number: '',
      amount_cents: 10_000,
    });
  });

  it.each([
    [
      [
        ['Name', 'Age'],
        ['A', '5'],
      ],
      ['Choose the column with the policy number.', 'Choose the column with the amount.'],
    ],
    [
      [HEADER, ['1', 'A', 'pending']],
      ['Row 2: the amount “pending” cannot be read. Correct it in the file and choose the file again.'],
    ],
    [
      [HEADER, ['1', 'A', '1.234,50']],
      [
        'Row 2: the amount “1.234,50” cannot be read. Amounts need a decimal point, such as 1,234.50. Correct it in the file and choose the file again.',
      ],
    ],
    [
      [HEADER, ['1', 'A', '€5']],
      ['Row 2: the amount “€5” is in another currency. Only US dollars can be imported.'],
    ],
    [
      [
        ['Policy Number', 'Commission (CAD)'],
        ['1', '5'],
      ],
      ['Choose the column with the amount.'],
    ],
    [
      [HEADER, ['', 'x', '']],
      ['There is no line with an amount below the column names. Check the header row.'],
    ],
  ])('%j cannot be imported: %j', (rows, problems) => expect(read(rows).problems).toEqual(problems));

  it('lists the first amounts that cannot be read', () => {
    const bad = read([HEADER, ...Array.from({ length: 7 }, (_, n) => [String(n), 'A', 'x'])]);
    expect(bad.problems).toHaveLength(6);
    expect(bad.problems[5]).toBe('2 more rows cannot be read.');
    const one = read([HEADER, ...Array.from({ length: 6 }, (_, n) => [String(n), 'A', 'x'])]);
    expect(one.problems[5]).toBe('1 more row cannot be read.');
  });
});
