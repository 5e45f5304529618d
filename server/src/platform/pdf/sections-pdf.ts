import {
  ACCENT,
  drawFoot,
  ensureSpace,
  GREY,
  LEADING,
  LEFT,
  newSheet,
  put,
  RIGHT,
  rule,
  type Sheet,
  savedSheet,
  wrapped,
} from './sheet.ts';

/** A heading with rows of a label and a value. */
export interface PdfSection {
  title: string;
  rows: readonly { label: string; value: string }[];
}

/** The content: a form or a client's record as an agent sees it, with secrets masked. */
interface SectionsPdfInput {
  brokerage: string;
  title: string;
  /** The client's name for the form in its header, if different. */
  clientTitle: string | null;
  facts: readonly (readonly [string, string])[];
  sections: readonly PdfSection[];
}

const LABEL_WIDTH = 176;
const VALUE_LEFT = LEFT + LABEL_WIDTH + 16;
const VALUE_WIDTH = RIGHT - VALUE_LEFT;
const BOXES =
  'A □ stands for a character that this file cannot show. The portal shows the answer as it was typed.';

/** Sections on letter-size pages: header, facts, then one section after another. */
export async function sectionsPdf(input: SectionsPdfInput): Promise<Buffer> {
  const sheet = newSheet({ title: input.title, author: input.brokerage });
  drawHead(sheet, input);
  for (const section of input.sections) drawSection(sheet, section);
  if (sheet.text.hasBoxes) drawNote(sheet);
  drawFoot(sheet, { text: `${input.brokerage} · ${cut(sheet, input.title)}`, page: 'Page' });
  return savedSheet(sheet);
}

function drawHead(sheet: Sheet, input: SectionsPdfInput): void {
  put(sheet, input.brokerage, LEFT, sheet.y, { color: GREY });
  sheet.y -= 24;
  drawText(sheet, input.title, { size: 17, leading: 21 });
  if (input.clientTitle !== null) drawText(sheet, input.clientTitle, { color: GREY });
  sheet.y -= 4;
  for (const [label, value] of input.facts) drawRow(sheet, label, value);
  sheet.y -= 6;
}

function drawSection(sheet: Sheet, { title, rows }: PdfSection): void {
  // A heading is never the last line of a page.
  ensureSpace(sheet, 70);
  sheet.y -= 12;
  put(sheet, title, LEFT, sheet.y, { size: 12.5, color: ACCENT });
  rule(sheet, sheet.y - 6);
  sheet.y -= 23;
  sheet.onNewPage = (on) => {
    put(on, `${title} (continued)`, LEFT, on.y, { color: GREY });
    on.y -= 21;
  };
  for (const { label, value } of rows) drawRow(sheet, label, value);
  sheet.onNewPage = () => undefined;
}

/** Question on the left, answer on the right; a long answer continues over as many pages as it needs. */
function drawRow(sheet: Sheet, label: string, value: string): void {
  const labels = wrapped(sheet, label, LABEL_WIDTH);
  const values = wrapped(sheet, value, VALUE_WIDTH);
  ensureSpace(sheet, labels.length * LEADING);
  const start = { page: sheet.page, y: sheet.y };
  for (const [at, line] of labels.entries()) {
    put(sheet, line, LEFT, start.y - at * LEADING, { color: GREY });
  }
  for (const line of values) {
    ensureSpace(sheet, LEADING);
    put(sheet, line, VALUE_LEFT, sheet.y);
    sheet.y -= LEADING;
  }
  const labelEnd = start.y - labels.length * LEADING;
  sheet.y = (sheet.page === start.page ? Math.min(sheet.y, labelEnd) : sheet.y) - 4;
}

interface TextStyle {
  size?: number;
  leading?: number;
  color?: typeof GREY;
}

function drawText(sheet: Sheet, text: string, { leading = LEADING, ...style }: TextStyle): void {
  for (const line of wrapped(sheet, text, RIGHT - LEFT, style.size)) {
    ensureSpace(sheet, leading);
    put(sheet, line, LEFT, sheet.y, style);
    sheet.y -= leading;
  }
}

function drawNote(sheet: Sheet): void {
  sheet.y -= 10;
  drawText(sheet, BOXES, { color: GREY });
}

function cut(sheet: Sheet, title: string): string {
  const [first = '', ...more] = wrapped(sheet, title, 320, 8);
  return more.length > 0 ? `${first}…` : first;
}
