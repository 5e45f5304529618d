/** Invisible characters that change the direction or the width of the surrounding text. */
const INVISIBLE =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e007f}]/gu;
/** Joiners are invisible too, but shape letters of Persian and Indic scripts. */
const ZERO_WIDTH_JOINERS = /[\u200c\u200d]/g;

/**
 * A name or initials without invisible characters, on one line; '' when nothing would be visible. Joiners stay between letters: they are
 * part of how Persian and Indic names are written.
 */
export function visibleText(text: string): string {
  const visible = text
    .replaceAll(/\r\n|[\t\r\n\u2028\u2029]/g, ' ')
    .replaceAll(INVISIBLE, '')
    .trim();
  return visible.replaceAll(ZERO_WIDTH_JOINERS, '').trim() === '' ? '' : visible;
}
