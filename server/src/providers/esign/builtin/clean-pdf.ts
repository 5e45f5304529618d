import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';

export type Resolve = (ref: PdfRef) => PdfObject | null;

/** Active content (code, external calls, hidden parts) does not belong in a document to be signed. */
const CATALOG_KEYS = [
  'OpenAction',
  'AA',
  'Outlines',
  'AF',
  'Collection',
  'Perms',
  'DSS',
  'Requirements',
  'Legal',
];
const NAME_TREES = ['JavaScript', 'EmbeddedFiles', 'Renditions', 'AlternatePresentations', 'URLS'];
const ACTIVE_ANNOTATIONS = new Set([
  'FileAttachment',
  'Movie',
  'Screen',
  'Sound',
  'RichMedia',
  '3D',
  'Popup',
  'TrapNet',
]);
const HARMLESS_ACTIONS = new Set(['URI', 'GoTo']);
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
const DEEPEST_TREE = 60;

/** Removes JavaScript, attached files, media, XFA and every action except plain links from the document. */
export function removeActiveContent(pdf: PDF): void {
  const resolve: Resolve = (ref) => pdf.getObject(ref);
  const catalog = pdf.getCatalog();
  for (const key of CATALOG_KEYS) catalog.delete(key);
  const names = catalog.getDict('Names', resolve);
  for (const key of NAME_TREES) names?.delete(key);
  const form = catalog.getDict('AcroForm', resolve);
  for (const key of ['XFA', 'CO', 'NeedAppearances']) form?.delete(key);
  for (const page of pdf.getPages()) {
    page.dict.delete('AA');
    const annotations = page.dict.getArray('Annots', resolve);
    if (annotations) page.dict.set('Annots', harmlessOnly(annotations, resolve));
  }
}

function harmlessOnly(annotations: PdfArray, resolve: Resolve): PdfArray {
  const harmless = new PdfArray([]);
  for (const item of annotations) {
    const dict = item instanceof PdfRef ? resolve(item) : item;
    if (!(dict instanceof PdfDict)) continue;
    if (ACTIVE_ANNOTATIONS.has(dict.getName('Subtype', resolve)?.value ?? '')) continue;
    const action = dict.getDict('A', resolve);
    if (action && !HARMLESS_ACTIONS.has(action.getName('S', resolve)?.value ?? '')) dict.delete('A');
    action?.delete('Next');
    for (const key of ['AA', 'Popup']) dict.delete(key);
    harmless.push(item);
  }
  return harmless;
}

/**
 * Gives every page its own copy of inherited and shared entries, so that drawing on one page neither loses what the page tree
 * provides nor appears on another page.
 */
export function ownPages(pdf: PDF): void {
  const resolve: Resolve = (ref) => pdf.getObject(ref);
  for (const { dict } of pdf.getPages()) {
    for (const key of INHERITED) {
      const value = inherited(dict, key, resolve);
      if (value) dict.set(key, value);
    }
    const resources = dict.getDict('Resources', resolve)?.clone() ?? new PdfDict();
    for (const [name, value] of resources) {
      const inner = value instanceof PdfRef ? resolve(value) : value;
      if (inner instanceof PdfDict && !(inner instanceof PdfStream)) resources.set(name, inner.clone());
    }
    dict.set('Resources', resources);
    const contents = dict.getArray('Contents', resolve);
    // Otherwise a missing part would resolve to whatever object is later added under its number.
    const isThere = (part: PdfObject) => !(part instanceof PdfRef) || resolve(part) !== null;
    if (contents) dict.set('Contents', new PdfArray([...contents].filter(isThere)));
  }
}

/** The value of a key on a page or form field, its own or inherited from its parents. */
export function inherited(start: PdfDict, key: string, resolve: Resolve): PdfObject | null {
  let node: PdfDict | undefined = start;
  for (let depth = 0; node && depth < DEEPEST_TREE; depth += 1) {
    const value: PdfObject | undefined = node.get(key, resolve);
    if (value) return value;
    node = node.getDict('Parent', resolve);
  }
  return null;
}

/** Removes the form and its remaining widgets; their appearance is already drawn into the pages. */
export function removeForm(pdf: PDF): void {
  const resolve: Resolve = (ref) => pdf.getObject(ref);
  pdf.getCatalog().delete('AcroForm');
  for (const page of pdf.getPages()) {
    const annotations = page.dict.getArray('Annots', resolve);
    if (!annotations) continue;
    const remaining = [...annotations].filter((item) => {
      const dict = item instanceof PdfRef ? resolve(item) : item;
      return dict instanceof PdfDict && dict.getName('Subtype', resolve) !== PdfName.of('Widget');
    });
    page.dict.set('Annots', new PdfArray(remaining));
  }
}
