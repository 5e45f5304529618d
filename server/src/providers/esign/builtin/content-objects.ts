import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { inherited, type Resolve } from './clean-pdf.ts';

const DEEPEST_FORM = 12;
const KINDS = new Set(['Image', 'Form', 'PS']);

/**
 * Whether a page refers to content or pictures that the parser does not find. It goes on without them, as where a
 * cross-reference table points to the wrong places, and the page would be sealed without them too.
 */
export function isContentMissing(pdf: PDF): boolean {
  const resolve: Resolve = (ref) => pdf.getObject(ref);
  const seen = new Set<PdfDict>();
  return pdf.getPages().some(({ dict }) => {
    const resources = inherited(dict, 'Resources', resolve);
    return (
      !isContentThere(dict, resolve) ||
      (resources instanceof PdfDict && lacksPicture(resources, resolve, seen))
    );
  });
}

function isContentThere(page: PdfDict, resolve: Resolve): boolean {
  if (!page.has('Contents')) return true;
  const contents = page.get('Contents', resolve);
  const parts = contents instanceof PdfArray ? [...contents] : [contents];
  return parts.every((part) => followed(part, resolve) instanceof PdfStream);
}

function lacksPicture(resources: PdfDict, resolve: Resolve, seen: Set<PdfDict>, depth = 0): boolean {
  if (seen.has(resources) || depth > DEEPEST_FORM) return false;
  seen.add(resources);
  const pictures = resources.getDict('XObject', resolve);
  return [...(pictures ?? [])].some(([, value]) => {
    const picture = followed(value, resolve);
    if (!(picture instanceof PdfStream)) return true;
    if (!KINDS.has(picture.getName('Subtype', resolve)?.value ?? '')) return true;
    const inner = picture.getDict('Resources', resolve);
    return inner !== undefined && lacksPicture(inner, resolve, seen, depth + 1);
  });
}

function followed(value: PdfObject | null | undefined, resolve: Resolve): PdfObject | null | undefined {
  return value instanceof PdfRef ? resolve(value) : value;
}
