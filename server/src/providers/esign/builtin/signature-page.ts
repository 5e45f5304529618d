import { type PDF, type PDFPage, PdfDict, rgb } from '@libpdf/core';
import type { DrawnField } from './template-fields.ts';

const LINES = [
  { name: 'client_signature', kind: 'signature', label: 'Signature', y: 560, height: 56 },
  { name: 'client_name', kind: 'name', label: 'Name', y: 500, height: 22 },
  { name: 'client_date', kind: 'date', label: 'Date', y: 440, height: 22 },
] as const;
const LEFT = 72;
const WIDTH = 300;

/** A last page where the client signs a document that has no signature field of its own. */
export function addSignaturePage(pdf: PDF): {
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
