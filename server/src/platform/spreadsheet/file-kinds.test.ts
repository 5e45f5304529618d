import { describe, expect, it } from 'vitest';
import { odsParts } from '#testing/ods.ts';
import { buildXlsx, buildZip, xlsxParts } from '#testing/xlsx.ts';
import { LIMITS } from './limits.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';

const sheetsOf = async (content: string | Buffer) =>
  (await readSpreadsheet(Buffer.from(content))).map(({ name, rows }) => ({
    name,
    rows: rows.map(({ cells }) => cells),
  }));
const firstOf = async (content: string | Buffer) => (await sheetsOf(content))[0]?.rows;
const messageOf = (content: string | Buffer) =>
  readSpreadsheet(Buffer.from(content)).then(
    () => 'it was read',
    (error: Error) => error.message,
  );
const TABLE = [
  ['name', 'city'],
  ['José', 'Doral'],
];

describe('texts of other programs', () => {
  it.each([
    ['a DOS end mark', Buffer.from('name,city\r\nJosé,Doral\r\n\u001a')],
    ['a DOS end mark with padding', Buffer.from('name,city\r\nJosé,Doral\u001a\0\0\0')],
    ['a DOS end mark after Windows-1252', Buffer.from('name,city\nJosé,Doral\u001a', 'latin1')],
    ['UTF-16 little endian without a mark', Buffer.from('name,city\nJosé,Doral', 'utf16le')],
    ['UTF-16 big endian without a mark', Buffer.from('name,city\nJosé,Doral', 'utf16le').swap16()],
    ['a title with another delimiter', Buffer.from('name;city\nJosé;Doral')],
  ])('are read with %s', async (_, bytes) => {
    expect(await firstOf(bytes)).toEqual(TABLE);
  });

  it('have vertical tabs as line breaks in cells', async () => {
    expect(await firstOf('name,notes\nAna,called\u000bleft a message')).toEqual([
      ['name', 'notes'],
      ['Ana', 'called\nleft a message'],
    ]);
  });

  it('are split by the delimiter of the rows, not of the title', async () => {
    const text = 'Clients, leads, and others, Florida, Georgia\nname;city\nJosé;Doral\nAna;Miami';
    expect((await firstOf(text))?.slice(1)).toEqual([...TABLE, ['Ana', 'Miami']]);
    expect(await firstOf(`a;b\n${'1,5;2,5\n'.repeat(40)}`)).toHaveLength(41);
    expect((await firstOf(`a;b\n${'1,5;2,5\n'.repeat(40)}`))?.[1]).toEqual(['1,5', '2,5']);
  });
});

describe('a workbook with several sheets', () => {
  const workbook = () => {
    const parts = xlsxParts([['Prepared by Ana']]);
    const other = xlsxParts(TABLE);
    parts['xl/workbook.xml'] =
      '<workbook xmlns:r="r"><sheets><sheet name="Cover" r:id="rId1"/><sheet name="Clients" r:id="rId2"/><sheet name="Old" state="hidden" r:id="rId2"/><sheet name="Chart" r:id="rId3"/></sheets></workbook>';
    parts['xl/_rels/workbook.xml.rels'] =
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="http://x/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>';
    const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    parts['xl/worksheets/sheet2.xml'] =
      `<worksheet><sheetData>${TABLE.map((row) => `<row>${row.map(inline).join('')}</row>`).join('')}</sheetData></worksheet>`;
    return { ...other, ...parts };
  };

  it('returns every visible one', async () => {
    expect(await sheetsOf(buildZip(workbook()))).toEqual([
      { name: 'Cover', rows: [['Prepared by Ana']] },
      { name: 'Clients', rows: TABLE },
    ]);
  });

  it('is read although one of them exceeds a limit', async () => {
    const parts = workbook();
    parts['xl/worksheets/sheet1.xml'] =
      `<worksheet><sheetData>${'<row><c t="str"><v>x</v></c></row>'.repeat(LIMITS.rows + 2)}</sheetData></worksheet>`;
    const sheets = await readSpreadsheet(buildZip(parts));
    expect(sheets.map(({ name, problem }) => [name, problem?.message ?? null])).toEqual([
      ['Cover', expect.stringMatching(/more than 20,000 rows/)],
      ['Clients', null],
    ]);
  });
});

describe('an OpenDocument spreadsheet', () => {
  const rows = `
    <table:table-row><table:table-cell office:value-type="string"><text:p>Name</text:p></table:table-cell><table:table-cell table:number-columns-repeated="2" office:value-type="string"><text:p>Date</text:p></table:table-cell></table:table-row>
    <table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
    <table:table-row>
      <table:table-cell office:value-type="string"><office:annotation><text:p>a comment</text:p></office:annotation><text:p>José<text:s text:c="2"/>&amp; <text:span>Ana</text:span></text:p><text:p>two</text:p></table:table-cell>
      <table:table-cell office:value-type="date" office:date-value="1990-05-31T00:00:00"><text:p>05/31/90</text:p></table:table-cell>
      <table:table-cell office:value-type="float" office:value="2139"><text:p>02139</text:p></table:table-cell>
      <table:table-cell office:value-type="float" office:value="1234.5"><text:p>1,234.50</text:p></table:table-cell>
      <table:table-cell office:value-type="percentage" office:value="0.5"><text:p>50.00%</text:p></table:table-cell>
      <table:table-cell office:value-type="currency" office:value="12"><text:p>$12.00</text:p></table:table-cell>
      <table:table-cell office:value-type="boolean" office:boolean-value="true"><text:p>TRUE</text:p></table:table-cell>
      <table:table-cell table:number-columns-repeated="16377"/>
    </table:table-row>
    <table:table-row table:number-rows-repeated="1048571"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`;

  it('is read with its repetitions, value types and row numbers', async () => {
    const [sheet] = await readSpreadsheet(buildZip(odsParts(rows)));
    expect(sheet).toEqual({
      name: 'Clients',
      problem: null,
      rows: [
        { number: 1, cells: ['Name', 'Date', 'Date'] },
        {
          number: 4,
          cells: ['José  & Ana\ntwo', '1990-05-31', '02139', '1234.5', '50%', '12', 'TRUE'],
        },
      ],
    });
  });

  it.each([
    [
      'a row of many repeated cells',
      '<table:table-row table:number-rows-repeated="9"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>',
      /251 columns/,
    ],
    [
      'many repeated rows',
      '<table:table-row table:number-rows-repeated="1048576"><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row>',
      /more than 20,000 rows/,
    ],
  ])('is rejected within the limits with %s', async (_, xml, message) => {
    expect(await messageOf(buildZip(odsParts(xml)))).toMatch(message);
  });

  it('reports password protection', async () => {
    const parts = odsParts('');
    parts['META-INF/manifest.xml'] =
      '<m:manifest xmlns:m="m"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>';
    expect(await messageOf(buildZip(parts))).toMatch(/protected by a password/);
  });
});

describe('a web page saved as a spreadsheet', () => {
  it('is read table by table', async () => {
    const page = `\uFEFF<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td{}</style><title>x</title></head><body>
      <p>Report</p><table><thead><tr><th>name<th>city</tr></thead>
      <tr><td><b>Jos&eacute;</b></td><td>Doral</td></tr></table>
      <table><tr><td colspan=2>O&#39;Brien</td><td>a<br>b<table><tr><td>in</td></tr></table></td></tr><tr><td>x</table></body></html>`;
    expect(await sheetsOf(page)).toEqual([
      { name: 'Table 1', rows: TABLE },
      { name: 'Table 2', rows: [["O'Brien", '', 'a\nbin'], ['x']] },
    ]);
  });

  it('is rejected within the limits if its cells span very many columns', async () => {
    const row = `<tr>${'<td colspan=250>x</td>'.repeat(200_000)}</tr>`;
    expect(await messageOf(`<table>${row}</table>`)).toMatch(/columns; at most 250/);
  });
});

describe('a file that cannot be read', () => {
  const cfb = (stream: string) =>
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(500),
      Buffer.from(stream, 'utf16le'),
    ]);
  it.each([
    [
      'a Numbers file',
      buildZip({ 'Index/Document.iwa': 'x' }),
      /^This is a Numbers file\. In Numbers choose File > Export To > CSV/,
    ],
    ['an older Numbers file', buildZip({ 'Index.zip': 'x' }), /^This is a Numbers file/],
    ['an XLSB file', buildZip({ 'xl/workbook.bin': 'x' }), /\(\.xlsb\)\. In Excel choose File > Save As/],
    ['a Word document', buildZip({ 'word/document.xml': 'x' }), /^This is a Word document/],
    ['a real XLS file', cfb('Workbook'), /^This is an older Excel file \(\.xls\)\. In Excel choose/],
    ['an XLS file of Excel 4', Buffer.from('0904060000000200', 'hex'), /older Excel file/],
    ['an encrypted XLSX file', cfb('EncryptedPackage'), /protected by a password/],
    [
      'an XML Spreadsheet',
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
      /XML Spreadsheet 2003/,
    ],
    ['a web archive', 'MIME-Version: 1.0\r\nContent-Type: multipart/related', /web archive/],
    [
      'a web page without a table',
      '<!DOCTYPE html><html><body>Please sign in</body></html>',
      /web page without a table/,
    ],
    ['a PDF', '%PDF-1.7 …', /^This is a PDF/],
    [
      'a file of zero bytes with an end',
      Buffer.concat([Buffer.alloc(100_000), Buffer.from('a,b')]),
      /not a CSV or XLSX/,
    ],
  ])('is rejected with instructions: %s', async (_, content, message) => {
    expect(await messageOf(content)).toMatch(message);
  });

  it('reads an XLSX file that also contains an ODS part', async () => {
    expect(await firstOf(buildZip({ ...xlsxParts(TABLE), 'content.xml': '<x/>' }))).toEqual(TABLE);
    expect(await firstOf(buildXlsx(TABLE))).toEqual(TABLE);
  });
});
