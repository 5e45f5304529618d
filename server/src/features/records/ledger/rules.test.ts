import { csvCell, csvDollars, csvRow, FORMULA_START } from '@ledgerline/contract/rules/csv';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('a CSV cell', () => {
  it.each([
    [null, ''],
    ['', ''],
    [0, '0'],
    [-12.5, '-12.5'],
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1 (555)', "'+1 (555)"],
    ['-x', "'-x"],
    ['-8.00+x', "'-8.00+x"],
    ['-8.00\n', `"'-8.00\n"`],
    ['@cmd', "'@cmd"],
    ['\tx', `"'\tx"`],
    ['a;=1+1', '"a;=1+1"'],
    ['a\t=1+1', '"a\t=1+1"'],
    ['\n=1+1', `"'\n=1+1"`],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠cmd', "'＠cmd"],
    ['\r=1', `"'\r=1"`],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['02134', '02134'],
  ])('%j is written as %j', (value, text) => {
    expect(csvCell(value)).toBe(text);
  });

  it.each([
    [null, ''],
    [0, '0.00'],
    [5, '0.05'],
    [41_250, '412.50'],
    [-1, '-0.01'],
    [-800, '-8.00'],
  ])('of %j cents is an amount: %j', (cents, text) => {
    expect(csvCell(csvDollars(cents))).toBe(text);
  });

  it('is read back unchanged, except for the apostrophe before a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 6 }), (values) => {
        const [row] = parse(csvRow(values), { record_delimiter: '\r\n' });
        expect(row).toEqual(values.map((value) => (FORMULA_START.test(value) ? `'${value}` : value)));
      }),
    );
  });
});
