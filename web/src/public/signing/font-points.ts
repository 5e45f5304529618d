import type { SigningField } from '@ledgerline/contract/signing/endpoints';

/** Font size of typical documents. */
const DOCUMENT_POINTS = 10;
const SMALLEST_POINTS = 5;
const PART_OF_HEIGHT = 0.62;
const LINE_POINTS = 16;
/** Widths of Arial's characters per point of size, rounded up. */
const WIDE_LETTER = 0.78;
const LETTER = 0.53;
/** Padding on both sides; lists also need space for their arrow. */
const MARGIN = 4;
const ARROW = 16;

/** How many points of text fit into a field: never larger than the document's own, and smaller for long values. */
export function fontPoints(
  field: Pick<SigningField, 'kind' | 'width' | 'height' | 'multiline'>,
  text: string,
): number {
  const line = field.multiline ? Math.min(field.height, LINE_POINTS) : field.height;
  const wanted = Math.min(DOCUMENT_POINTS, line * PART_OF_HEIGHT);
  if (field.multiline || text === '') return wanted;
  const space = field.width - MARGIN - (field.kind === 'list' ? ARROW : 0);
  return Math.min(wanted, Math.max(SMALLEST_POINTS, space / widthAtOnePoint(text)));
}

function widthAtOnePoint(text: string): number {
  return [...text].reduce((sum, letter) => sum + (/[A-Z@mw%&]/.test(letter) ? WIDE_LETTER : LETTER), 0);
}
