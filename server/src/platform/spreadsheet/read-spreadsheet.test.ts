import { describe, expect, it } from 'vitest';
import { buildXlsx, buildZip, xlsxParts } from '#testing/xlsx.ts';
import { LIMITS, SpreadsheetError } from './limits.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';

const rowsOf = async (content: string | Buffer) =>
  (await readSpreadsheet(Buffer.from(content)))[0]?.rows ?? [];
const read = async (content: string | Buffer) => (await rowsOf(content)).map(({ cells }) => cells);
const messageOf = async (content: string | Buffer) => {
  const error = await readSpreadsheet(Buffer.from(content)).then(
    () => new Error('it was read'),
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(SpreadsheetError);
  return error instanceof Error ? error.message : '';
};
const wide = (columns: number) => Array.from({ length: columns }, (_, n) => `c${n}`).join(',');

describe('reading CSV', () => {
  it.each([
    ['commas', 'a,b\n1,2', ','],
    ['semicolons', 'a;b\n1;2', ';'],
    ['tabs', 'a\tb\n1\t2', '\t'],
    ['pipes', 'a|b\r\n1|2\r\n', '|'],
    ['a separator line of Excel', 'sep=;\r\na;b\r\n1;2', ';'],
    ['a UTF-8 mark', '\uFEFFa,b\n1,2', ','],
    ['old Mac line ends', 'a,b\r1,2', ','],
  ])('understands %s', async (_, text) => {
    expect(await read(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('keeps quoted commas, quotes, line breaks and leading zeros', async () => {
    expect(await read('name,zip\n"Lee, ""Bo""\nJr.",02139')).toEqual([
      ['name', 'zip'],
      ['Lee, "Bo"\nJr.', '02139'],
    ]);
  });

  it.each([
    ['UTF-8', Buffer.from('name,x\nJosé,1', 'utf8')],
    ['UTF-16 little endian', Buffer.from('\uFEFFname,x\nJosé,1', 'utf16le')],
    ['UTF-16 big endian', Buffer.from('\uFEFFname,x\nJosé,1', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('name,x\nJosé,1', 'latin1')],
  ])('reads accents in %s', async (_, bytes) => {
    expect((await read(bytes))[1]).toEqual(['José', '1']);
  });

  it('numbers rows as a spreadsheet does: blank ones are counted but skipped', async () => {
    const rows = await rowsOf('a,b\n\n1,2\n,\n3,4\n');
    expect(rows.map(({ number }) => number)).toEqual([1, 3, 5]);
  });

  it.each([
    ['nothing', '', 'The file is empty.'],
    ['blank lines', '\n \n,,\n', 'The file is empty.'],
    ['column names alone', 'a,b\n', /only one row/],
    ['a quotation mark that never closes', 'a,b\n1,"2\n3,4', /^Row 2 has a quotation mark/],
    ['a quotation mark inside a value', 'a,b\n1,2 "x" 3', /^Row 2 has a quotation mark/],
    ['300 columns', `${wide(300)}\n${wide(300)}`, 'The file has 300 columns; at most 250 can be imported.'],
    [
      'a cell of 1 MB',
      `a,b\n1,${'x'.repeat(1024 * 1024)}`,
      /^Row 2, column 2 has more than 100,000 characters/,
    ],
    ['too many rows', `a,b\n${'1,2\n'.repeat(LIMITS.rows + 1)}`, /more than 20,000 rows/],
    ['a file above 25 MB', Buffer.alloc(LIMITS.fileBytes + 1, 'a'), /larger than 25 MB/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /not a CSV or XLSX table/],
    [
      'bytes of no known encoding',
      Buffer.from([0x61, 0x2c, 0x81, 0x8d, 0x0a, 0x31]),
      /encoding of the file is not known/,
    ],
    [
      'another code page',
      Buffer.from([...'a,b\n'].map((c) => c.charCodeAt(0)).concat(Array(40).fill(0xcf))),
      /encoding/,
    ],
    ['a broken UTF-16 file', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00]), /encoding of the file/],
  ])('rejects %s with a message', async (_, content, message) => {
    expect(await messageOf(content)).toMatch(message);
  });
});

describe('reading XLSX', () => {
  const header = ['h'.repeat(3), 'i'];
  const cellOf = async (cell: Parameters<typeof buildXlsx>[0][number][number]) =>
    (await read(buildXlsx([header, ['x', cell]])))[1]?.[1];

  it.each([
    ['a date', { v: 33024, formatId: 14 }, '1990-05-31'],
    ['a date with a time', { v: 33024.75, formatId: 22 }, '1990-05-31'],
    ['a date in an own format', { v: 33024, format: '[$-409]d\\-mmm\\-yyyy;@' }, '1990-05-31'],
    ['an ISO date', { v: '1990-05-31T00:00:00', t: 'd' }, '1990-05-31'],
    ['a long number', { v: '3.0555501E+9' }, '3055550100'],
    ['a fraction', { v: '0.30000000000000004' }, '0.3'],
    ['a small number', { v: '1E-7' }, '0.0000001'],
    ['a percentage', { v: 0.5, formatId: 9 }, '50%'],
    ['an SSN format', { v: 12345678, format: '000\\-00\\-0000' }, '012-34-5678'],
    ['a ZIP format', { v: 2139, format: '00000' }, '02139'],
    ['a currency format', { v: 1234.5, format: '"$"#,##0.00' }, '1234.5'],
    ['a red negative format', { v: 12, format: '0.00;[Red]-0.00' }, '12'],
    ['an inline text', { v: '00<7 & co', t: 'inlineStr' }, '00<7 & co'],
    ['a formula text', { v: 'Lee', t: 'str' }, 'Lee'],
    ['a truth value', { v: 1, t: 'b' }, 'TRUE'],
  ])('reads %s', async (_, cell, text) => {
    expect(await cellOf(cell)).toBe(text);
  });

  it('keeps leading zeros of texts and skips empty cells and rows', async () => {
    const rows = await rowsOf(buildXlsx([['a', 'b', 'c'], [], ['0042', null, 'x'], [null, 'y']]));
    expect(rows).toEqual([
      { number: 1, cells: ['a', 'b', 'c'] },
      { number: 3, cells: ['0042', '', 'x'] },
      { number: 4, cells: ['', 'y'] },
    ]);
  });

  it('counts cells without references, including empty ones, so that no value moves to another column', async () => {
    const parts = xlsxParts([]);
    const sheet =
      '<row><c t="str"><v>First</v></c><c/><c t="str"><v>Third</v></c></row><row><c/><c><v>2</v></c></row>';
    parts['xl/worksheets/sheet1.xml'] = `<worksheet><sheetData>${sheet}</sheetData></worksheet>`;
    expect(await read(buildZip(parts))).toEqual([
      ['First', '', 'Third'],
      ['', '2'],
    ]);
  });

  it('counts days from 1904 if the workbook does', async () => {
    const parts = xlsxParts([header, ['x', { v: 31562, formatId: 14 }]]);
    parts['xl/workbook.xml'] = (parts['xl/workbook.xml'] ?? '').replace(
      '<sheets>',
      '<workbookPr date1904="1"/><sheets>',
    );
    expect((await read(buildZip(parts)))[1]).toEqual(['x', '1990-05-31']);
  });

  it('reads rich text without pronunciation guides, prefixed names and escaped characters', async () => {
    const parts = xlsxParts([header, ['p', 'q']]);
    parts['xl/sharedStrings.xml'] =
      '<x:sst xmlns:x="x"><x:si><x:t>hhh</x:t></x:si><x:si><x:t>i</x:t></x:si><x:si><x:r><x:t>Jo</x:t></x:r><x:r><x:t>sé</x:t></x:r><x:rPh><x:t>zz</x:t></x:rPh></x:si><x:si><x:t>a_x000A_b</x:t></x:si></x:sst>';
    expect((await read(buildZip(parts)))[1]).toEqual(['José', 'a\nb']);
  });

  const bombRow = `<row r="2"><c r="A2" t="inlineStr"><is><t>${' '.repeat(30_000_000)}</t></is></c></row>`;
  const bomb = xlsxParts([header]);
  bomb['xl/worksheets/sheet1.xml'] = `<worksheet><sheetData>${bombRow}</sheetData></worksheet>`;
  const laughs = xlsxParts([header, ['x']]);
  laughs['xl/sharedStrings.xml'] =
    '<!DOCTYPE sst [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><sst><si><t>&b;</t></si></sst>';

  it.each([
    ['a zip bomb', buildZip(bomb), /decompresses to far more/],
    ['a zip bomb that hides its size', buildZip(bomb, 1000), /damaged/],
    ['entity bombs', buildZip(laughs), /damaged/],
    [
      'an archive of something else',
      buildZip({ 'readme.txt': 'hello' }),
      /ZIP archive, not a spreadsheet\. Unpack it/,
    ],
    ['a cut-off file', buildXlsx([header, ['x']]).subarray(0, 200), /damaged/],
    ['a workbook without content', buildXlsx([]), 'The file is empty.'],
    ['300 columns', buildXlsx([header, Array(300).fill('x')]), /300 columns/],
    ['a cell of 1 MB', buildXlsx([header, ['x'.repeat(1024 * 1024)]]), /^Row 2, column 1 has more than/],
    [
      'broken XML',
      buildZip({ ...xlsxParts([header]), 'xl/worksheets/sheet1.xml': '<worksheet><row></c>' }),
      /damaged/,
    ],
  ])('rejects %s with a message', async (_, content, message) => {
    expect(await messageOf(content)).toMatch(message);
  });

  it('yields to other work while it reads a large sheet', async () => {
    const cells = Array.from({ length: 4000 }, (_, n) => Array.from({ length: 60 }, (_, m) => n * m));
    const file = buildXlsx([header, ...cells]);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const rows = await rowsOf(file);
    clearInterval(timer);
    expect(rows).toHaveLength(4001);
    expect(turns).toBeGreaterThan(10);
  });
});
