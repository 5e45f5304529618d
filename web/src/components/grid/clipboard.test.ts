import { describe, expect, test } from 'vitest';
import { parseHtmlTable, parseTsv, readClipboard, toHtmlTable, toTsv } from './clipboard.ts';

const clipboard = (types: Record<string, string>) => ({ getData: (type: string) => types[type] ?? '' });

describe('plain text of a spreadsheet', () => {
  const cases: [string, string, string[][]][] = [
    ['one cell', 'Miami', [['Miami']]],
    [
      'columns and rows',
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'Windows line ends and the last line end of Excel',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'empty cells',
      '\t\n\tx',
      [
        ['', ''],
        ['', 'x'],
      ],
    ],
    ['leading zeros', '00123\t007', [['00123', '007']]],
    ['a line end inside quotes', '"12 Main St\nApt 4"\tMiami', [['12 Main St\nApt 4', 'Miami']]],
    ['doubled quotes', '"the ""best"" plan"', [['the "best" plan']]],
    ['quotes that are only characters', '"Bob" Smith\tx', [['"Bob" Smith', 'x']]],
    ['a quote that never ends', '"abc\tx', [['"abc', 'x']]],
    ['nothing', '', [['']]],
  ];
  test.each(cases)('parses %s', (_name, text, block) => {
    expect(parseTsv(text)).toEqual(block);
  });

  test.each([
    [
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      [
        ['line\nend', 'tab\there'],
        ['"quoted"', ''],
      ],
    ],
  ])('parses its own output', (block) => {
    expect(parseTsv(toTsv(block))).toEqual(block);
  });
});

describe('an HTML table', () => {
  test('parses cells, line breaks and spans', () => {
    const html =
      '<meta><table><tr><td>00123</td><td>a<br>b</td></tr><tr><td colspan="2">x&nbsp;y</td></tr></table>';
    expect(parseHtmlTable(html)).toEqual([
      ['00123', 'a\nb'],
      ['x y', ''],
    ]);
  });

  test('returns no block for HTML without a table', () => {
    expect(parseHtmlTable('<p>hello</p>')).toBeNull();
  });

  test('parses its own output, including markup characters', () => {
    const block = [
      ['<b>1 & 2</b>', 'two\nlines'],
      ['"q"', '0012'],
    ];
    expect(parseHtmlTable(toHtmlTable(block))).toEqual(block);
  });
});

describe('the clipboard', () => {
  test('prefers plain text with more than one cell', () => {
    const html = '<table><tr><td>$1.00</td><td>x</td></tr></table>';
    expect(readClipboard(clipboard({ 'text/plain': '1\t2', 'text/html': html }))).toEqual([['1', '2']]);
  });

  test('uses a table when plain text is missing', () => {
    const html = '<table><tr><td>1</td><td>2</td></tr></table>';
    expect(readClipboard(clipboard({ 'text/html': html }))).toEqual([['1', '2']]);
  });

  test('reduces formatted text to plain text', () => {
    expect(readClipboard(clipboard({ 'text/plain': 'Miami', 'text/html': '<b>Miami</b>' }))).toEqual([
      ['Miami'],
    ]);
  });

  test('returns nothing for an empty clipboard', () => {
    expect(readClipboard(clipboard({}))).toBeNull();
  });
});
