import { readFileSync } from 'node:fs';
import type { EmbeddedFont, PDF } from '@libpdf/core';

/**
 * Liberation Sans: metrics of Helvetica, and Latin, Greek and Cyrillic letters that the fonts of every PDF reader lack.
 * Read once; 140 KB, of which a document gets what it uses.
 */
let bytes: Buffer | undefined;

export function embedTextFont(pdf: PDF): EmbeddedFont {
  bytes ??= readFileSync(new URL('./fonts/liberation-sans-regular.ttf', import.meta.url));
  return pdf.embedFont(bytes);
}

/** The text in letters that the font has: without some accents if need be, `?` for what has no likeness. */
export function drawable(text: string, font: EmbeddedFont): string {
  const composed = text
    .normalize('NFC')
    .replace(/\t/g, ' ')
    .replace(/[\u200b-\u200f\u2028-\u202f\u2066-\u2069\ufeff]/g, ' ');
  if (font.canEncode(composed)) return composed;
  return [...composed].map((letter) => likeness(letter, font)).join('');
}

function likeness(letter: string, font: EmbeddedFont): string {
  if (letter === '\n' || font.canEncode(letter)) return letter;
  const [base = '?', ...marks] = [...letter.normalize('NFKD')];
  const accented = marks.map((mark) => `${base}${mark}`.normalize('NFC'));
  return (
    [...accented, base].find((candidate) => [...candidate].length === 1 && font.canEncode(candidate)) ?? '?'
  );
}

/** Whether the font has every letter of the text, or one much like it. */
export function isWhole(text: string, font: EmbeddedFont): boolean {
  const marks = (words: string) => words.split('?').length;
  return marks(drawable(text, font)) === marks(text);
}
