/** Apostrophes, and the characters that keyboards and older programs use instead; replaced before NFKD, which turns ´ into a space. */
const APOSTROPHES = /[`´ʹʻʼʽˈ‘’‚‛′‵＇]/g;
const QUOTES = /[“”„‟«»‹›″‶＂]/g;
const DASHES = /[\u058a\u05be\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;

/**
 * Combining marks of Latin, Greek, Cyrillic, Hebrew and Arabic. Vowel signs of other scripts and the Japanese voicing
 * marks are part of a letter and stay.
 */
const MARKS =
  /[\u0300-\u036f]|[\u0483-\u0487]|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|[\u0610-\u061a\u064b-\u065f\u0670]|[\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;
const INVISIBLE =
  /[\u00ad\u061c\u0640\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\u200c|\u200d|[\ufe00-\ufe0f]/g;

/** Letters that Unicode does not decompose, and the Greek final sigma. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ς: 'σ',
};
const UNDECOMPOSED = /[ßæœøłđðþħŧŋıς]/g;
const PLAIN = /^[ -~]*$/;

/**
 * The one form in which names are compared and searched: without case, accents, invisible characters and repeated spaces, with straight
 * apostrophes, quotation marks and hyphens. 'José O’Brien' becomes "jose o'brien".
 */
export function foldText(value: string): string {
  // Fast path: most texts are plain ASCII, and imports fold many.
  if (PLAIN.test(value)) return value.replaceAll('`', "'").toLowerCase().replace(/ {2,}/g, ' ').trim();
  return value
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '"')
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(INVISIBLE, '')
    .replace(DASHES, '-')
    .replace(APOSTROPHES, "'")
    .toLowerCase()
    .replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}
