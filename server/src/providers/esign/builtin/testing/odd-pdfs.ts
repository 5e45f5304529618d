import { PDF, PdfString } from '@libpdf/core';
import { sealPdf } from '../seal-pdf.ts';
import { createSelfSigned } from '../self-signed.ts';
import { encrypted, formPdf } from './wild-pdfs.ts';

/** PDFs of the kinds that lose content or cannot be signed. */

const TEXT = 'BT /F1 12 Tf 72 700 Td (What was agreed) Tj ET';
const stream = (content: string, entries = '') =>
  `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`;

/** A file of these objects, numbered from 1, with a cross-reference table; the first object is the catalog. */
export function rawPdf(
  objects: readonly string[],
  shift: (offset: number, number: number) => number = (at) => at,
): Buffer {
  let body = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = shift(body.length, index + 1);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<</Root 1 0 R/Size ${objects.length + 1}>>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}${table}${trailer}`, 'latin1');
}

/** One page of text whose form has these fields and whose page has these widgets, from object 6 on. */
export function formOf(
  widgets: readonly string[],
  options: { listed?: string; shown?: string } = {},
): Buffer {
  const all = widgets.map((_, at) => `${at + 6} 0 R`).join(' ');
  const { listed = all, shown = all } = options;
  return rawPdf([
    `<</Type/Catalog/Pages 2 0 R${listed ? `/AcroForm<</Fields[${listed}]/DA(/F1 0 Tf 0 g)>>` : ''}>>`,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[${shown}]>>`,
    stream(TEXT),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...widgets,
  ]);
}

export const SIGNATURE = '<</Subtype/Widget/FT/Tx/T(client_signature)/Rect[72 100 272 150]>>';

/** A widget with a text of its own. */
export const textField = (name: string, more = '', rect = '72 300 272 320') =>
  `<</Subtype/Widget/FT/Tx/T(${name})/Rect[${rect}]${more}>>`;

/** Opens without a password, but its structure has to be repaired, and the repaired file has lost its key. */
export async function encryptedAndBroken(): Promise<Buffer> {
  const text = (await encrypted('')).toString('latin1');
  return Buffer.from(
    text.replace(/startxref\s+\d+/, 'startxref\n99999999').replace(/\nxref\n/, '\nxrfe\n'),
    'latin1',
  );
}

/** Signed before: by a certificate of this name and, if passed, with a signer's name in the signature itself. */
export async function signedBefore(name?: string): Promise<Buffer> {
  const validUntil = new Date('2036-01-01T00:00:00Z');
  const now = new Date('2026-01-01T00:00:00Z');
  const keys = await createSelfSigned(
    { organization: 'Earlier Brokerage', commonName: 'Ana Before' },
    now,
    validUntil,
  );
  const sealed = await sealPdf(await formPdf(), { ...keys, validUntil }, { reason: 'Agreed', now });
  if (!name) return sealed;
  const pdf = await PDF.load(sealed);
  const seal = pdf
    .getForm()
    ?.getFields()
    .find(({ type }) => type === 'signature');
  const resolve = pdf.getObject.bind(pdf);
  seal?.acroField().getDict('V', resolve)?.set('Name', PdfString.fromString(name));
  return Buffer.from(await pdf.save({ incremental: true }));
}

/** The table points to a wrong offset for the picture of a page without text, as if a line end was added on the way. */
export function withLostPicture(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</Im1 5 0 R>>>>>>',
    stream('q 600 0 0 700 0 0 cm /Im1 Do Q'),
    stream('\0\0\0', '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB'),
  ];
  return rawPdf(objects, (at, number) => (number === 5 ? at + 7 : at));
}

/** A page of text, and a page with these contents and pictures, of which object 7 is missing. */
export function withAbsent(page: string, text = TEXT): Buffer {
  return rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Resources<</Font<</F1 6 0 R>>>>>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]${page}>>`,
    stream(text),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]);
}

/** The table points to a wrong offset for the contents of a page, which are a picture. */
export function withLostContents(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>',
    stream('0 0 600 700 re f'),
  ];
  return rawPdf(objects, (at, number) => (number === 4 ? at + 7 : at));
}

/** The second of two pages does not declare its type; readers show it, the parser skips it. */
export function withUntypedPage(): Buffer {
  const page = '/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 5 0 R/Resources<</Font<</F1 6 0 R>>>>';
  return rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>',
    `<</Type/Page${page}>>`,
    `<<${page}>>`,
    stream(TEXT),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]);
}

/** Bookmarks that refer back to the first. */
export function withLoopingOutlines(): Buffer {
  return rawPdf([
    '<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 7 0 R>>>>>>',
    stream(TEXT),
    '<</Type/Outlines/First 6 0 R/Last 6 0 R/Count 1>>',
    '<</Title(Again)/Parent 5 0 R/Next 6 0 R/Prev 6 0 R/First 6 0 R/Last 6 0 R/Dest[3 0 R/Fit]>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]);
}
