import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';
import { inherited, type Resolve } from './clean-pdf.ts';

const DEEPEST_FORM = 12;
const KINDS = new Set(['Image', 'Form', 'PS']);
const DRAWN = /\/([^\s\0()<>[\]{}/%]+)[\s\0]+Do(?!\w)/g;

type Found = PdfObject | null | undefined;

/**
 * Whether a page refers to content, or draws pictures, that the parser does not find. The parser silently skips them, for
 * example when a cross-reference table points to wrong offsets, and the page would be sealed without them.
 */
export function isContentMissing(pdf: PDF, bytes: Uint8Array): boolean {
  const resolve: Resolve = (ref) => pdf.getObject(ref);
  const isLost = (ref: PdfRef) => pdf.recoveredViaBruteForce || hasObject(bytes, ref);
  const seen = new Set<PdfStream>();
  return pdf.getPages().some(({ dict }) => {
    const parts = contentsOf(dict, resolve);
    if (parts.some((part) => isPartMissing(part, resolve, isLost))) return true;
    const streams = parts.map((part) => followed(part, resolve)).filter((part) => part instanceof PdfStream);
    const resources = inherited(dict, 'Resources', resolve);
    return resources instanceof PdfDict && lacksPicture(streams, resources, resolve, seen);
  });
}

function contentsOf(page: PdfDict, resolve: Resolve): Found[] {
  const contents = page.get('Contents');
  const found = followed(contents, resolve);
  return found instanceof PdfArray ? [...found] : [contents];
}

/** A dangling reference is an empty page, unless the file contains the object and the parser did not find it. */
function isPartMissing(part: Found, resolve: Resolve, isLost: (ref: PdfRef) => boolean): boolean {
  const found = followed(part, resolve);
  if (found) return !(found instanceof PdfStream) && found.type !== 'null';
  return part instanceof PdfRef && isLost(part);
}

function hasObject(bytes: Uint8Array, { objectNumber, generation }: PdfRef): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return ['\n', '\r', ' '].some((before) => file.includes(`${before}${objectNumber} ${generation} obj`));
}

/** Only pictures that are drawn count: resources often name pictures that are missing and unused. */
function lacksPicture(
  streams: readonly PdfStream[],
  resources: PdfDict,
  resolve: Resolve,
  seen: Set<PdfStream>,
  depth = 0,
): boolean {
  if (depth > DEEPEST_FORM) return false;
  const isDrawn = drawnIn(streams);
  return [...(resources.getDict('XObject', resolve) ?? [])].some(([{ value: name }, value]) => {
    if (!isDrawn(name)) return false;
    const picture = followed(value, resolve);
    if (!(picture instanceof PdfStream)) return true;
    const kind = picture.getName('Subtype', resolve)?.value ?? '';
    if (!KINDS.has(kind)) return true;
    const inner = picture.getDict('Resources', resolve);
    if (kind !== 'Form' || !inner || seen.has(picture)) return false;
    seen.add(picture);
    return lacksPicture([picture], inner, resolve, seen, depth + 1);
  });
}

/** Which picture names these streams draw; all of them when the streams cannot be read. */
function drawnIn(streams: readonly PdfStream[]): (name: string) => boolean {
  try {
    const content = streams.map((part) => Buffer.from(part.getDecodedData()).toString('latin1')).join('\n');
    const names = new Set([...content.matchAll(DRAWN)].map(([, name = '']) => unescaped(name)));
    // Characters outside printable ASCII can be encoded in several ways.
    return (name) => names.has(name) || !/^[!-~]+$/.test(name);
  } catch {
    return () => true;
  }
}

function unescaped(name: string): string {
  return name.replaceAll(/#([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function followed(value: Found, resolve: Resolve): Found {
  return value instanceof PdfRef ? resolve(value) : value;
}
