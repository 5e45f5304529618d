import { PDF, type PDFPage, PdfDict, PdfStream, rgb } from '@libpdf/core';
import { EsignError } from '#platform/ports/esign.ts';
import { ownPages, removeActiveContent } from './clean-pdf.ts';
import { isContentMissing } from './content-objects.ts';
import { recipientsOf } from './field-names.ts';
import type { TemplateFacts } from './template-facts.ts';
import { type DrawnField, pageShapes, readFields } from './template-fields.ts';
import { MAX_TEMPLATE_BYTES, MAX_TEMPLATE_PAGES, PROBLEMS } from './template-limits.ts';

/** An open PDF. It exists only in a worker, because reading and drawing may take any amount of time. */
export interface OpenTemplate extends TemplateFacts {
  /** The original bytes. */
  source: Uint8Array;
  pdf: PDF;
  pages: PDFPage[];
  fields: DrawnField[];
}

function templateError(problem: keyof typeof PROBLEMS, cause?: unknown): EsignError {
  return new EsignError('invalid', PROBLEMS[problem], { cause });
}

/**
 * Opens a PDF ready for drawing: unprotected, without active content, each page independent, with its fields. A document
 * without a signature field gets a page for the client's signature. EsignError `invalid` with a message otherwise.
 * `openIntactTemplate` checks whether the reader found all of its content.
 */
export function openTemplate(bytes: Uint8Array): Promise<OpenTemplate> {
  return open(bytes, () => undefined);
}

/** The same, used before a document is sent and sealed: EsignError `invalid` when part of its content could not be read. */
export function openIntactTemplate(bytes: Uint8Array): Promise<OpenTemplate> {
  return open(bytes, (pdf) => {
    // A repaired file has lost its trailer and with it the encryption key, so its content could not be decrypted.
    if (pdf.recoveredViaBruteForce && Buffer.from(bytes).includes('/Encrypt'))
      throw templateError('brokenEncryption');
    if (isContentMissing(pdf, bytes)) throw templateError('damaged');
  });
}

async function open(bytes: Uint8Array, check: (pdf: PDF) => void): Promise<OpenTemplate> {
  checkBytes(bytes);
  const pdf = await load(bytes);
  try {
    assertNoDynamicXfa(pdf);
    check(pdf);
    removeActiveContent(pdf);
    ownPages(pdf);
    return { source: bytes, ...withSignatures(pdf) };
  } catch (error) {
    throw error instanceof EsignError ? error : templateError('damaged', error);
  }
}

function checkBytes(bytes: Uint8Array): void {
  if (bytes.length === 0) throw templateError('empty');
  if (bytes.length > MAX_TEMPLATE_BYTES) throw templateError('tooLarge');
  // Some programs write their own lines before the header; readers allow it within the first kilobyte.
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) throw templateError('notPdf');
}

/** Closes everything a damaged file left open: otherwise the parser would search for its end forever. */
const CLOSING = Buffer.from(`\n${')'.repeat(16)}\n${'>>\n]\n'.repeat(24)}endobj\n`);

async function load(bytes: Uint8Array): Promise<PDF> {
  const pdf = await attempt(() => PDF.load(Buffer.concat([bytes, CLOSING])));
  if (pdf.isEncrypted && !pdf.isAuthenticated) throw templateError('password');
  try {
    if (pdf.isEncrypted) pdf.removeProtection();
  } catch (error) {
    throw templateError('restricted', error);
  }
  const count = await attempt(() => pdf.getPageCount());
  if (count === 0) throw templateError('noPages');
  if (count > MAX_TEMPLATE_PAGES) throw templateError('tooLong');
  return pdf;
}

async function attempt<Result>(read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    const isProtected = error instanceof Error && /password|encrypt|credential/i.test(error.message);
    throw templateError(isProtected ? 'password' : 'damaged', error);
  }
}

/** A hybrid form has ordinary fields beside its XFA and works without it; a dynamic one shows only "Please wait". */
function assertNoDynamicXfa(pdf: PDF): void {
  const resolve = pdf.getObject.bind(pdf);
  const catalog = pdf.getCatalog();
  const form = catalog.getDict('AcroForm', resolve);
  if (!form?.has('XFA')) return;
  const hasFields = (form.getArray('Fields', resolve)?.length ?? 0) > 0;
  if (catalog.getBool('NeedsRendering', resolve)?.value || !hasFields) throw templateError('xfa');
}

function withSignatures(pdf: PDF): Omit<OpenTemplate, 'source'> {
  const first = pdf.getPages();
  if (first.some(({ dict }) => !(dict instanceof PdfDict) || dict instanceof PdfStream))
    throw templateError('damaged');
  const fields = readFields(pdf, first);
  const recipients = recipientsOf(fields.filter(({ isPictureOnly }) => !isPictureOnly));
  if (recipients.length > 0) return { pdf, pages: first, shapes: pageShapes(first), fields, recipients };
  const added = addSignaturePage(pdf);
  const pages = [...first, added.page];
  const all = [...fields, ...added.fieldsOn(first.length)];
  return { pdf, pages, shapes: pageShapes(pages), fields: all, recipients: recipientsOf(all) };
}

const LINES = [
  { name: 'client_signature', kind: 'signature', label: 'Signature', y: 560, height: 56 },
  { name: 'client_name', kind: 'name', label: 'Name', y: 500, height: 22 },
  { name: 'client_date', kind: 'date', label: 'Date', y: 440, height: 22 },
] as const;
const LEFT = 72;
const WIDTH = 300;

/** A last page where the client signs a document that has no signature field of its own. */
function addSignaturePage(pdf: PDF): {
  page: PDFPage;
  fieldsOn: (page: number) => DrawnField[];
} {
  const page = pdf.addPage({ size: 'letter' });
  page.drawText('Signature page', { x: LEFT, y: 690, size: 20, font: 'Helvetica-Bold' });
  page.drawText('By signing I confirm that I have read the pages before this one and agree to them.', {
    x: LEFT,
    y: 660,
    size: 10.5,
    font: 'Helvetica',
  });
  for (const { label, y } of LINES) {
    page.drawLine({
      start: { x: LEFT, y },
      end: { x: LEFT + WIDTH, y },
      color: rgb(0.4, 0.4, 0.4),
      thickness: 0.7,
    });
    page.drawText(label, { x: LEFT, y: y - 13, size: 9, font: 'Helvetica', color: rgb(0.35, 0.35, 0.35) });
  }
  return { page, fieldsOn: (position) => LINES.map((line) => fieldOf(line, position)) };
}

function fieldOf({ name, kind, label, y, height }: (typeof LINES)[number], page: number): DrawnField {
  const box = { x1: LEFT, y1: y + 2, x2: LEFT + WIDTH, y2: y + 2 + height };
  return {
    name,
    label,
    kind,
    owner: 'client',
    required: kind !== 'date',
    isReadOnly: false,
    options: [],
    multiline: false,
    combCells: null,
    fontSize: 11,
    alignment: 'left',
    initial: null,
    positions: [{ page, box, dict: new PdfDict(), onValue: null }],
    isRound: false,
    isPictureOnly: false,
  };
}
