import { rgbOf } from '@ledgerline/contract/rules';
import { PDF, type PDFPage, rgb } from '@libpdf/core';
import { TextWriter } from './text/text-writer.ts';

/** Letter pages in points, the origin at the bottom left. */
export const LEFT = 54;
export const RIGHT = 558;
export const TOP = 738;
export const BOTTOM = 64;
const SIZE = 9.5;
export const LEADING = 13;

export const GREY = rgb(0.36, 0.4, 0.46);
const INK = rgb(0.05, 0.07, 0.12);
export const ACCENT = rgb(0.06, 0.46, 0.43);
const RULE = rgb(0.82, 0.84, 0.87);

/** A document that is written from top to bottom. */
export interface Sheet {
  pdf: PDF;
  text: TextWriter;
  page: PDFPage;
  /** The position of the next line. */
  y: number;
  /** Draws what is repeated at the top of a continuation page. */
  onNewPage: (sheet: Sheet) => void;
}

export interface Style {
  size?: number;
  color?: ReturnType<typeof rgb>;
  align?: 'left' | 'right';
}

/** A new document with its first page. */
export function newSheet(head: { title: string; author: string }): Sheet {
  const pdf = PDF.create();
  pdf.setTitle(head.title);
  pdf.setAuthor(head.author);
  return {
    pdf,
    text: new TextWriter(pdf),
    page: pdf.addPage({ size: 'letter' }),
    y: TOP,
    onNewPage: () => undefined,
  };
}

export function savedSheet({ text }: Sheet): Promise<Buffer> {
  return text.save();
}

/** Draws one line of text, neither wrapped nor truncated. */
export function put(sheet: Sheet, text: string, x: number, y: number, style: Style = {}): void {
  const { size = SIZE, color = INK, align = 'left' } = style;
  const left = align === 'right' ? x - sheet.text.width(text, size) : x;
  sheet.text.draw(sheet.page, text, { x: left, y, size, color });
}

/** The largest size of a logo in points. */
const LOGO_WIDTH = 190;
const LOGO_HEIGHT = 40;

/** Draws a logo below a height, in its own proportions; returns its height. */
export function drawLogo(
  pdf: PDF,
  page: PDFPage,
  png: Uint8Array,
  { x, top }: { x: number; top: number },
): number {
  const image = pdf.embedImage(png);
  const scale = Math.min(LOGO_WIDTH / image.width, LOGO_HEIGHT / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  page.drawImage(image, { x, y: top - height, width, height });
  return height;
}

/** '#0f6b6b' as a color of a PDF. */
export function inkOf(hex: string): ReturnType<typeof rgb> {
  const [red, green, blue] = rgbOf(hex);
  return rgb(red / 255, green / 255, blue / 255);
}

export function rule(sheet: Sheet, y: number): void {
  sheet.page.drawLine({ start: { x: LEFT, y }, end: { x: RIGHT, y }, color: RULE, thickness: 0.75 });
}

/** The text wrapped to a width; longer words are broken. */
export function wrapped(sheet: Sheet, text: string, width: number, size = SIZE): string[] {
  return sheet.text.lines(text, size, width);
}

/** Makes sure that this many points are left on the page, else starts a new one. */
export function ensureSpace(sheet: Sheet, height: number): void {
  if (sheet.y - height >= BOTTOM) return;
  sheet.page = sheet.pdf.addPage({ size: 'letter' });
  sheet.y = TOP;
  sheet.onNewPage(sheet);
}

/** On every page: a footer with its text and the page number. */
export function drawFoot(sheet: Sheet, foot: { text: string; page: string }): void {
  const pages = sheet.pdf.getPages();
  for (const [position, page] of pages.entries()) {
    sheet.page = page;
    rule(sheet, BOTTOM - 14);
    put(sheet, foot.text, LEFT, BOTTOM - 28, { size: 8, color: GREY });
    const pageLabel = `${foot.page} ${position + 1} / ${pages.length}`;
    put(sheet, pageLabel, RIGHT, BOTTOM - 28, { size: 8, color: GREY, align: 'right' });
  }
}
