import { describe, expect, it } from 'vitest';
import { findLayout, junkReason, layoutOf, shapeCells, withoutEntities } from './rules.ts';

const rowsOf = (...rows: string[][]) => rows.map((cells, position) => ({ number: position + 1, cells }));
const HEADERS = ['First name', 'Last name', 'Email'];
const CLIENT = ['Ana', 'Lee', 'ana@example.test'];

describe('the row with the column names', () => {
  it.each<[string, string[][], number]>([
    ['is the first one', [HEADERS, CLIENT], 1],
    [
      'is the first one with unknown names too',
      [
        ['Shoe size', 'Color'],
        ['9', 'red'],
      ],
      1,
    ],
    ['stands below a title', [['Client list'], HEADERS, CLIENT], 2],
    [
      'stands below a title, a date and a filter',
      [['Client list', '', 'Palm'], ['11/02/2026'], ['Status:', 'Active'], HEADERS, CLIENT],
      4,
    ],
    [
      'stands below a title with unknown names',
      [['Client list'], ['Shoe size', 'Color', 'Hat'], ['9', 'red', '7']],
      2,
    ],
    ['is the single name of a single column', [['My list'], ['Email'], ['ana@example.test']], 2],
    [
      'is not a row of values with known words',
      [
        ['A', 'B', 'C'],
        ['Email', 'x', 'y'],
        ['Phone', 'x', 'y'],
      ],
      1,
    ],
    ['is not the row repeated on the next page', [['Page 1'], HEADERS, CLIENT, HEADERS, CLIENT], 2],
  ])('%s', (_, rows, number) => {
    expect(findLayout([rowsOf(...rows)])).toEqual({ sheet: 0, header_row: number });
  });

  it('is searched for on every sheet', () => {
    const cover = rowsOf(['Prepared for Palm Insurance'], ['Ana Lee']);
    const empty = rowsOf([...HEADERS, 'Phone']);
    expect(findLayout([cover, [], empty, rowsOf(['Clients'], HEADERS, CLIENT)])).toEqual({
      sheet: 3,
      header_row: 2,
    });
    expect(findLayout([rowsOf(HEADERS, CLIENT), rowsOf(HEADERS, CLIENT)])).toMatchObject({ sheet: 0 });
  });
});

describe('a column with full names', () => {
  const rows = rowsOf(['Name', 'Email'], ['Lee, Ana', 'ana@example.test']);
  const position = { sheet: 0, header_row: 1 };

  it('is split into columns after those of the file', () => {
    const layout = layoutOf(rows, position);
    expect(layout).toMatchObject({
      name_column: 0,
      headers: ['Name', 'Email', 'Name (first name)', 'Name (last name)'],
      mapping: [null, 'primary_email', 'client_first_name', 'client_last_name'],
    });
    expect(shapeCells(['Lee, Ana', 'ana@example.test'], layout)).toEqual([
      'Lee, Ana',
      'ana@example.test',
      'Ana',
      'Lee',
    ]);
    expect(shapeCells(['O&#39;Brien, Ana'], layout)).toEqual([
      'O&#39;Brien, Ana'.replace('&#39;', "'"),
      '',
      'Ana',
      "O'Brien",
    ]);
    expect(shapeCells(['Ana', 'x', 'too many'], layout)).toHaveLength(5);
    expect(shapeCells([], layout)).toEqual([]);
  });

  it('stays whole if the agent chooses so, and can be another one', () => {
    expect(layoutOf(rows, position, null)).toMatchObject({ name_column: null, headers: ['Name', 'Email'] });
    const named = rowsOf(['First name', 'Who'], ['x', 'Ana Lee']);
    expect(layoutOf(named, position)).toMatchObject({ name_column: null });
    expect(layoutOf(named, position, 1).mapping).toEqual([
      null,
      null,
      'client_first_name',
      'client_last_name',
    ]);
  });
});

describe('HTML entities', () => {
  it.each([
    ['O&#39;Brien', "O'Brien"],
    ['O&#x27;Brien', "O'Brien"],
    ['Lee &amp; Sons', 'Lee & Sons'],
    ['AT&amp;amp;T', 'AT&T'],
    ['Jos&eacute;', 'José'],
    ['R&D', 'R&D'],
    ['a &lt b', 'a &lt b'],
    ['<p>Lee &amp; Sons</p>', '<p>Lee &amp; Sons</p>'],
  ])('in %j are decoded to %j', (cell, text) => {
    expect(withoutEntities(cell)).toBe(text);
  });

  it('stay in secrets', () => {
    const layout = { headers: ['a', 'b'], mapping: ['ssn', 'address'] as const, name_column: null };
    expect(shapeCells(['&amp;', '&amp;'], { ...layout, mapping: [...layout.mapping] })).toEqual([
      '&amp;',
      '&',
    ]);
  });
});

describe('a row that is not a client', () => {
  it.each([
    [['Total', '', '25'], /totals/],
    [['', 'Grand Total:', '$1,234.50', '(12)'], /totals/],
    [['Total clients: 25'], /totals/],
    [['Subtotal', '3'], /totals/],
    [['25 records'], /totals/],
    [['Record count: 25'], /totals/],
    [['Page 1 of 3'], /page number/],
    [['', 'Página 2 de 3'], /page number/],
    [['- Page 4 -'], /page number/],
    [['End of report'], /report footer/],
    [['Printed on 11/2/2026 by Ana'], /report footer/],
    [['-----', '=====', ''], /separator/],
    [['First name', 'LAST NAME', 'Email'], /Repeats the column names/],
  ])('is %j', (cells, reason) => {
    expect(junkReason(cells, HEADERS)).toMatch(reason);
  });

  it.each([
    [CLIENT],
    [['Total', 'Ana', 'ana@example.test']],
    [['Page', 'Jimmy']],
    [['Count', 'Basie']],
    [['', '', 'page1@example.test']],
    [['First name']],
    [['Page']],
  ])('is not %j', (cells) => {
    expect(junkReason(cells, HEADERS)).toBeNull();
  });
});
