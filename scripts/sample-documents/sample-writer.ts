import {
  type FormField,
  layoutText,
  PDF,
  type PDFForm,
  type PDFPage,
  PdfNumber,
  PdfString,
  rgb,
} from '@libpdf/core';

const LEFT = 60;
const RIGHT = 552;
const TOP = 735;
const BOTTOM = 64;
const SIZE = 10;
const LEADING = 1.38;
const GAP = 12;
const INK = rgb(0.09, 0.11, 0.16);
const GRAY = rgb(0.4, 0.44, 0.5);
const LINE = rgb(0.55, 0.6, 0.68);
const BOX = { borderColor: LINE, borderWidth: 0.7, backgroundColor: rgb(1, 1, 1) };
const FIELD_HEIGHT = 19;
const REQUIRED = 2;

/** The document being written, and the current position on its last page. */
interface Sheet {
  pdf: PDF;
  form: PDFForm;
  page: PDFPage;
  y: number;
}

/** A part of a document, written below the previous one. */
export type Part = (sheet: Sheet) => void;

export interface TextEntry {
  name: string;
  label: string;
  /** Share of the line's width; 1 is the full width. */
  share?: number;
  required?: boolean;
  multiline?: boolean;
  height?: number;
}

/** A fillable letter-size document. */
export async function sampleDocument(
  { title, subtitle, parts }: { title: string; subtitle: string; parts: Part[] },
  at: Date,
): Promise<Uint8Array> {
  const pdf = PDF.create();
  const [author, times] = ['Ledgerline', { creationDate: at, modificationDate: at }];
  pdf.setMetadata({ title, author, producer: author, creator: author, ...times });
  pdf.setLanguage('en-US');
  const sheet: Sheet = { pdf, form: pdf.getOrCreateForm(), page: pdf.addPage({ size: 'letter' }), y: TOP };
  sheet.page.drawText(title, { x: LEFT, y: TOP - 4, size: 20, font: 'Helvetica-Bold', color: INK });
  sheet.y -= 24;
  sheet.y -= write(sheet, subtitle, LEFT, SIZE, GRAY) + 10;
  for (const part of parts) part(sheet);
  const pages = pdf.getPages();
  for (const [position, page] of pages.entries()) {
    const foot = `${title}  ·  page ${position + 1} of ${pages.length}`;
    page.drawText(foot, { x: LEFT, y: 36, size: 8, font: 'Helvetica', color: GRAY });
  }
  return pdf.save();
}

export const pageBreak: Part = (sheet) => {
  sheet.page = sheet.pdf.addPage({ size: 'letter' });
  sheet.y = TOP;
};

export function heading(text: string): Part {
  return (sheet) => {
    ensureSpace(sheet, 64);
    sheet.y -= 8;
    bold(sheet, text, LEFT, 12);
    sheet.y -= 17;
  };
}

export function paragraph(text: string): Part {
  return (sheet) => {
    ensureSpace(sheet, layoutText(text, 'Helvetica', SIZE, RIGHT - LEFT, SIZE * LEADING).height);
    sheet.y -= write(sheet, text, LEFT, SIZE, INK) + 6;
  };
}

/** Text fields side by side, with small labels above. */
export function line(...entries: TextEntry[]): Part {
  return (sheet) => {
    const height = Math.max(...entries.map((entry) => entry.height ?? FIELD_HEIGHT));
    ensureSpace(sheet, height + 6);
    let x = LEFT;
    for (const { name, label, share = 1 / entries.length, required, multiline } of entries) {
      const width = (RIGHT - LEFT + GAP) * share - GAP;
      sheet.page.drawText(label, { x, y: sheet.y - 2, size: 8, font: 'Helvetica', color: GRAY });
      const field = sheet.form.createTextField(name, { ...BOX, fontSize: SIZE, multiline });
      placeField(sheet, field, label, { x, y: sheet.y - height - 6, width, height });
      if (required) field.acroField().set('Ff', PdfNumber.of(field.flags | REQUIRED));
      x += width + GAP;
    }
    sheet.y -= height + 21;
  };
}

export function checkbox(name: string, label: string, explanation = ''): Part {
  return (sheet) => {
    ensureSpace(sheet, 34);
    const field = sheet.form.createCheckbox(name, { ...BOX, symbol: 'check' });
    placeField(sheet, field, label, { x: LEFT, y: sheet.y - 2.5, width: 12, height: 12 });
    bold(sheet, label, LEFT + 20, SIZE);
    sheet.y -= 13.5;
    sheet.y -= explanation ? write(sheet, explanation, LEFT + 20, 9, GRAY) + 6 : 4;
  };
}

export function list(name: string, label: string, options: string[]): Part {
  return (sheet) => {
    ensureSpace(sheet, 34);
    bold(sheet, label, LEFT, SIZE);
    const box = { x: LEFT + 210, y: sheet.y - 5.5, width: 200, height: FIELD_HEIGHT };
    // Most PDF readers do not render an empty drop-down.
    sheet.page.drawRectangle({ ...box, borderColor: LINE, borderWidth: 0.7 });
    placeField(sheet, sheet.form.createDropdown(name, { ...BOX, options, fontSize: SIZE }), label, box);
    sheet.y -= 26.5;
  };
}

/** Signature, name and date of one signer. */
export function signature(role: 'advisor' | 'client', caption: string): Part {
  const who = role === 'advisor' ? 'Advisor' : 'Client';
  const drawn = line({ name: `${role}_signature`, label: `${who} signature`, height: 42, share: 0.62 });
  const named = line(
    { name: `${role}_name`, label: `${who} name`, share: 0.62 },
    { name: `${role}_date`, label: `${who} date`, share: 0.38 },
  );
  return (sheet) => {
    ensureSpace(sheet, 112);
    sheet.y -= 6;
    bold(sheet, caption, LEFT, SIZE);
    sheet.y -= 14;
    drawn(sheet);
    named(sheet);
  };
}

function ensureSpace(sheet: Sheet, height: number): void {
  if (sheet.y - height < BOTTOM) pageBreak(sheet);
}

function bold({ page, y }: Sheet, text: string, x: number, size: number): void {
  page.drawText(text, { x, y, size, font: 'Helvetica-Bold', color: INK });
}

function write({ page, y }: Sheet, text: string, x: number, size: number, color: typeof INK): number {
  const [maxWidth, lineHeight] = [RIGHT - x, size * LEADING];
  page.drawText(text, { x, y, size, font: 'Helvetica', color, maxWidth, lineHeight });
  return layoutText(text, 'Helvetica', size, maxWidth, lineHeight).height;
}

type FieldBox = { x: number; y: number; width: number; height: number };

/** Sets the label as the tooltip, which the template library uses as the field's display name. */
function placeField({ page }: Sheet, field: FormField, label: string, box: FieldBox): void {
  field.acroField().set('TU', PdfString.fromString(label));
  page.drawField(field, box);
}
