import {
  ops,
  type PDF,
  type PDFPage,
  PdfArray,
  PdfDict,
  PdfNumber,
  PdfRef,
  PdfString,
  type rgb,
} from '@libpdf/core';
import { EmbeddedFont } from './embedded-font.ts';
import type { TextFont } from './fonts.ts';
import { type Glyph, type ShapedLine, shapeLine } from './shape.ts';

export interface TextSpot {
  x: number;
  y: number;
  size: number;
  color: ReturnType<typeof rgb>;
}

type Operator = Parameters<PDFPage['drawOperators']>[0][number];

/** Writes text in any script into one document, and saves that with the fonts it needs. */
export class TextWriter {
  readonly #pdf: PDF;
  readonly #fonts = new Map<TextFont, EmbeddedFont>();
  readonly #lines = new Map<string, ShapedLine>();
  #hasBoxes = false;

  constructor(pdf: PDF) {
    this.#pdf = pdf;
  }

  /** Something was drawn as a box because no font has its character. */
  get hasBoxes(): boolean {
    return this.#hasBoxes;
  }

  /** The width of one line in points. */
  width(text: string, size: number): number {
    return (this.#shaped(cleanText(text)).width * size) / 1000;
  }

  /** The text wrapped to a width; words that are longer than a line are broken. */
  lines(text: string, size: number, width: number): string[] {
    return cleanText(text)
      .split('\n')
      .flatMap((line) => this.#wrapped(line, size, width));
  }

  /** Draws one line from (x, y) on, neither wrapped nor truncated. */
  draw(page: PDFPage, text: string, { x, y, size, color }: TextSpot): void {
    const { glyphs, hasBoxes } = this.#shaped(cleanText(text).replaceAll('\n', ' '));
    this.#hasBoxes ||= hasBoxes;
    const shown: Operator[] = [];
    let [at, from] = [x, 0];
    while (from < glyphs.length) {
      const run = runFrom(glyphs, from);
      const first = run[0];
      if (!first) break;
      const font = this.#embedded(first.font);
      shown.push(
        ops.setFont(nameOn(page, font.ref, this.#pdf), size),
        ops.setTextMatrix(1, 0, 0, 1, at, y + (first.dy * size) / 1000),
        ops.showTextArray(new PdfArray(codesOf(run, font))),
      );
      at += (run.reduce((sum, { advance }) => sum + advance, 0) * size) / 1000;
      from += run.length;
    }
    if (shown.length === 0) return;
    const { red, green, blue } = color;
    page.drawOperators([
      ops.pushGraphicsState(),
      ops.setNonStrokingRGB(red, green, blue),
      ops.beginText(),
      ...shown,
      ops.endText(),
      ops.popGraphicsState(),
    ]);
  }

  /** The finished document. */
  async save(): Promise<Buffer> {
    for (const font of this.#fonts.values()) font.write();
    return Buffer.from(await this.#pdf.save());
  }

  #shaped(line: string): ShapedLine {
    const known = this.#lines.get(line);
    if (known) return known;
    const shaped = shapeLine(line);
    this.#lines.set(line, shaped);
    return shaped;
  }

  #embedded(font: TextFont): EmbeddedFont {
    const known = this.#fonts.get(font);
    if (known) return known;
    const embedded = new EmbeddedFont(this.#pdf, font);
    this.#fonts.set(font, embedded);
    return embedded;
  }

  #wrapped(line: string, size: number, width: number): string[] {
    const lines: string[] = [];
    let [current, used] = ['', 0];
    for (const piece of piecesOf(line)) {
      const length = this.width(piece, size);
      const isSpace = piece.trim() === '';
      if (used + length <= width || (isSpace && current !== '')) {
        current += piece;
        used += length;
        continue;
      }
      if (current !== '') lines.push(current.trimEnd());
      const broken = length <= width ? [piece] : this.#broken(piece, size, width);
      lines.push(...broken.slice(0, -1));
      current = broken.at(-1) ?? '';
      used = this.width(current, size);
    }
    return [...lines, current.trimEnd()];
  }

  #broken(word: string, size: number, width: number): string[] {
    const parts: string[] = [];
    let [part, used] = ['', 0];
    for (const letter of lettersOf(word)) {
      const length = this.width(letter, size);
      if (part !== '' && used + length > width) {
        parts.push(part);
        [part, used] = ['', 0];
      }
      part += letter;
      used += length;
    }
    return [...parts, part];
  }
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The user-perceived characters of a text. */
export function lettersOf(text: string): string[] {
  return [...letters.segment(text)].map(({ segment }) => segment);
}

/** Words, the spaces between them, and each ideograph: a line may break after any of them. */
function piecesOf(line: string): string[] {
  return (
    line.match(
      /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu,
    ) ?? []
  );
}

/** Normalized text without control characters; those that change the direction could disguise the text. */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066\u2067\ufeff\u061c]/g, '')
    .replace(/[^\S\n]|(?!\n)\p{Cc}/gu, ' ');
}

/** Glyphs of one font at one height. */
function runFrom(glyphs: readonly Glyph[], from: number): Glyph[] {
  const first = glyphs[from];
  const end = glyphs.findIndex(({ font, dy }, at) => at > from && (font !== first?.font || dy !== first.dy));
  return glyphs.slice(from, end === -1 ? undefined : end);
}

/** Codes, with position adjustments if a glyph does not follow directly on the one before it. */
function codesOf(run: readonly Glyph[], font: EmbeddedFont) {
  const items: (PdfString | PdfNumber)[] = [];
  let codes: number[] = [];
  let shift = 0;
  const flush = () => {
    if (codes.length > 0)
      items.push(PdfString.fromBytes(Uint8Array.from(codes.flatMap((code) => [code >> 8, code & 255]))));
    codes = [];
  };
  for (const glyph of run) {
    const code = font.codeOf(glyph);
    shift += glyph.dx;
    if (Math.abs(shift) > 0.5) {
      flush();
      items.push(PdfNumber.of(-Math.round(shift)));
      shift = 0;
    }
    codes.push(code);
    shift += glyph.advance - font.widthOf(code) - glyph.dx;
  }
  flush();
  return items;
}

/** The font's resource name on a page; pages of a document written here before may already have such names. */
function nameOn(page: PDFPage, ref: PdfRef, pdf: PDF): string {
  const resources = page.getResources();
  const fonts = resources.getDict('Font', (one) => pdf.getObject(one)) ?? new PdfDict();
  resources.set('Font', fonts);
  const isThis = (value: unknown) => value instanceof PdfRef && value.objectNumber === ref.objectNumber;
  for (let number = 0; ; number += 1) {
    const name = `Text${number}`;
    const known = fonts.get(name);
    if (known !== undefined && !isThis(known)) continue;
    fonts.set(name, ref);
    return name;
  }
}
