import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP file of some parts; `declared` falsifies the unpacked size of every part. */
export function buildZip(parts: Record<string, string | Buffer>, declared?: number): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(plain), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declared ?? plain.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, tail, Buffer.from(name));
    bodies.push(body);
    offset += body.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(parts).length, 4);
  end.writeUInt16LE(Object.keys(parts).length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, index, Buffer.from('PK\u0005\u0006', 'latin1'), end]);
}

export interface XlsxCell {
  /** The stored text of the cell. */
  v: string | number;
  /** Excel's cell type: s shared string, inlineStr, b, d, e, n by default. */
  t?: string;
  /** Number format code of the cell. */
  format?: string;
  /** One of Excel's own formats. */
  formatId?: number;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The parts of a small XLSX workbook with one sheet; plain strings become shared strings. */
export function xlsxParts(
  rows: readonly (readonly (XlsxCell | string | number | null)[])[],
): Record<string, string> {
  const strings: string[] = [];
  const styles: string[] = ['<xf numFmtId="0"/>'];
  const formats: string[] = [];
  const styleOf = ({ format, formatId }: XlsxCell) => {
    if (format === undefined && formatId === undefined) return 0;
    const id = formatId ?? 164 + formats.length;
    if (format !== undefined)
      formats.push(`<numFmt numFmtId="${id}" formatCode="${escaped(format).replaceAll('"', '&quot;')}"/>`);
    return styles.push(`<xf numFmtId="${id}"/>`) - 1;
  };
  const cellXml = (cell: XlsxCell | string | number | null, reference: string) => {
    if (cell === null) return '';
    if (typeof cell === 'string') return `<c r="${reference}" t="s"><v>${strings.push(cell) - 1}</v></c>`;
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
    const value =
      cell.t === 'inlineStr'
        ? `<is><t>${escaped(String(cell.v))}</t></is>`
        : `<v>${escaped(String(cell.v))}</v>`;
    return `<c r="${reference}" t="${cell.t ?? 'n'}" s="${styleOf(cell)}">${value}</c>`;
  };
  const sheet = rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`)).join('')}</row>`,
    )
    .join('');
  return {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="Clients" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
  };
}

export function buildXlsx(rows: Parameters<typeof xlsxParts>[0]): Buffer {
  return buildZip(xlsxParts(rows));
}

function letters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? letters(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}
