import { X509Certificate } from 'node:crypto';
import { signingValuesSchema } from '@ledgerline/contract/signing/endpoints';
import { type FormField, PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { EsignError } from '#platform/ports/esign.ts';
import { inherited, type Resolve } from './clean-pdf.ts';
import { meaningOf } from './field-names.ts';
import { isFilledBy, isRequiredOf } from './field-owners.ts';
import type { OpenTemplate } from './open-template.ts';
import type { FieldPosition } from './template-facts.ts';
import { boxOf, type DrawnField, isHidden, MAX_FIELDS } from './template-fields.ts';

/** In points; a smaller field is too small to find or fill in. */
const SMALLEST_SIDE = 3;
const LONGEST_SHOWN = 60;
const PRINT = 'Or print the PDF to a new PDF and add that.';

/**
 * Rejects what signing would destroy: an earlier signature, and form fields that the form does not list. EsignError `invalid`
 * with a message.
 */
export function assertNothingDestroyed(template: OpenTemplate): void {
  const resolve: Resolve = (ref) => template.pdf.getObject(ref);
  const fields = template.pdf.getForm()?.getFields() ?? [];
  const widgets = widgetsOf(template, resolve);
  const dicts = [...fields.map((field) => field.acroField()), ...widgets.map(({ dict }) => dict)];
  const signers = earlierSigners(dicts, resolve);
  if (signers) throw new EsignError('invalid', signedSentence(signers));
  const listed = new Set(fields.flatMap((field) => field.getWidgets().map(({ dict }) => dict)));
  const unlisted = widgets.find(({ dict }) => !listed.has(dict) && isShown(dict, resolve));
  if (!unlisted) return;
  const name = fieldName(unlisted.dict, resolve);
  throw new EsignError(
    'invalid',
    `Page ${unlisted.page + 1} has a form field${name ? ` ${quoted(name)}` : ''} that the form does not list, so what it shows would be lost. Repair the form, or print the PDF to a new PDF and add that.`,
  );
}

/** Rejects what no one could sign: EsignError `invalid` with a message for the first field that prevents signing. */
export function assertFieldsUsable(template: OpenTemplate): void {
  const fields = template.pdf.getForm()?.getFields() ?? [];
  const problem =
    (fields.length > MAX_FIELDS ? `This PDF has more than ${MAX_FIELDS} form fields. ${PRINT}` : null) ??
    namesProblem(fields, template) ??
    invisibleSignature(fields, template) ??
    multipleSelections(fields) ??
    template.fields.map((field) => fieldProblem(field, template)).find((found) => found !== null);
  if (problem) throw new EsignError('invalid', problem);
}

function namesProblem(fields: readonly FormField[], { fields: used }: OpenTemplate): string | null {
  const counted = used.filter(({ isPictureOnly }) => !isPictureOnly);
  const nameless = counted.find(({ name }) => name === '');
  if (nameless) {
    const what = nameless.isRound ? 'A group of radio buttons' : 'A form field';
    const page = (nameless.positions[0]?.page ?? 0) + 1;
    return `${what} on page ${page} has no name, so what is entered there could not be stored. Give it a name in the form editor and add the PDF again. ${PRINT}`;
  }
  const seen = new Set<string>();
  for (const { name } of fields.filter((field) => counted.some((each) => each.name === field.name))) {
    if (seen.has(name)) {
      return `Several form fields are named ${quoted(name)}, so one would replace the other. Give each its own name in the form editor and add the PDF again. ${PRINT}`;
    }
    seen.add(name);
  }
  return null;
}

/** A signature field that is on no page: the document would get a second signature position, or none. */
function invisibleSignature(fields: readonly FormField[], template: OpenTemplate): string | null {
  for (const field of fields) {
    const { name, type } = field;
    const isChoice = ['checkbox', 'radio', 'dropdown', 'listbox'].includes(type);
    const { kind, owner } = meaningOf(name, type === 'signature');
    if (isChoice || kind !== 'signature' || owner === null) continue;
    // By its own widgets: an added signature page has a field of the same name.
    const widgets = new Set(field.getWidgets().map(({ dict }) => dict));
    const positions = template.fields
      .flatMap((each) => each.positions)
      .filter(({ dict }) => widgets.has(dict));
    if (positions.some((position) => isOnPage(position, template))) continue;
    return `The signature field ${quoted(name)} is hidden, too small or outside the page, so no one could sign there. Move it onto the page or remove it, and add the PDF again. ${PRINT}`;
  }
  return null;
}

/** A list is a single choice here; other selected items in the file would be lost. */
function multipleSelections(fields: readonly FormField[]): string | null {
  const list = fields.find((field) => {
    const value = field.getValue();
    return Array.isArray(value) && value.length > 1;
  });
  return list
    ? `Several items are chosen in the list ${quoted(list.name)}, of which only one could be kept. Choose one and add the PDF again. ${PRINT}`
    : null;
}

function fieldProblem(field: DrawnField, template: OpenTemplate): string | null {
  const { recipients } = template;
  const signers = recipients.filter((role) => isFilledBy(field, role, recipients));
  if (signers.length === 0) return null;
  const isRequired = signers.some((role) => isRequiredOf(field, role, recipients));
  if (isRequired && field.kind === 'list' && field.options.length === 0) {
    return `The list ${quoted(field.label)} must be filled in but has no items. Add items to it, or make it optional, and add the PDF again. ${PRINT}`;
  }
  if (isRequired && !field.positions.some((position) => isOnPage(position, template))) {
    return `The field ${quoted(field.label)} must be filled in but is too small or outside the page. Move it onto the page, or make it optional, and add the PDF again. ${PRINT}`;
  }
  if (field.kind === 'signature' || field.kind === 'date') return null;
  if (
    field.name === '__proto__' ||
    !signingValuesSchema.safeParse({ [field.name]: field.initial ?? '' }).success
  ) {
    return `The name or the text of the form field ${quoted(field.name)} is too long or not allowed: names have at most 200 characters, texts 5,000. Change it in the form editor and add the PDF again. ${PRINT}`;
  }
  return null;
}

function isOnPage({ page, box }: FieldPosition, { shapes }: OpenTemplate): boolean {
  const crop = shapes[page]?.crop;
  if (!crop) return false;
  const width = Math.min(box.x2, crop.x2) - Math.max(box.x1, crop.x1);
  const height = Math.min(box.y2, crop.y2) - Math.max(box.y1, crop.y1);
  return width >= SMALLEST_SIDE && height >= SMALLEST_SIDE;
}

function widgetsOf({ pages }: OpenTemplate, resolve: Resolve): { page: number; dict: PdfDict }[] {
  return pages.flatMap(({ dict: pageDict }, page) =>
    [...(pageDict.getArray('Annots', resolve) ?? [])].flatMap((item) => {
      const dict = item instanceof PdfRef ? resolve(item) : item;
      const isWidget = dict instanceof PdfDict && dict.getName('Subtype', resolve) === PdfName.of('Widget');
      return isWidget ? [{ page, dict }] : [];
    }),
  );
}

function isShown(widget: PdfDict, resolve: Resolve): boolean {
  const box = boxOf(widget, resolve);
  return box !== null && box.x2 > box.x1 && box.y2 > box.y1 && !isHidden(widget, resolve);
}

function fieldName(widget: PdfDict, resolve: Resolve): string {
  const name = inherited(widget, 'T', resolve);
  return name instanceof PdfString ? name.asString() : '';
}

function quoted(name: string): string {
  const letters = [...name.replaceAll(/[\s\p{C}]+/gu, ' ').trim()];
  return `“${letters.length > LONGEST_SHOWN ? `${letters.slice(0, LONGEST_SHOWN).join('')}…` : letters.join('')}”`;
}

/** The DER encoding of version 3, which follows the two four-byte sequence headers at the start of a certificate. */
const VERSION = Buffer.from('a003020102', 'hex');
const HEADS = 8;
const LONGEST_NAME = 100;

/** Who signed these form fields; null when none is signed, an empty list when no name is known. */
function earlierSigners(fields: readonly PdfDict[], resolve: Resolve): string[] | null {
  const signatures = new Set(fields.flatMap((field) => signatureOf(field, resolve) ?? []));
  if (signatures.size === 0) return null;
  return [...new Set([...signatures].flatMap((signature) => signerOf(signature, resolve) ?? []))];
}

/** The message for a document that is already signed. */
function signedSentence(signers: readonly string[]): string {
  const by = signers.length > 0 ? ` by ${new Intl.ListFormat('en-US').format(signers)}` : '';
  return `Already signed${by}; adding a signature would invalidate it. Print to PDF to sign a copy.`;
}

function signatureOf(field: PdfDict, resolve: Resolve): PdfDict | null {
  if (inherited(field, 'FT', resolve) !== PdfName.of('Sig')) return null;
  const value = inherited(field, 'V', resolve);
  return value instanceof PdfDict && !(value instanceof PdfStream) && value.has('Contents') ? value : null;
}

/** The signer's name in the signature, or in the certificate when the signature has none. */
function signerOf(signature: PdfDict, resolve: Resolve): string | null {
  const named = signature.getString('Name', resolve)?.asString();
  const name = named?.trim() ? named : certifiedName(signature.getString('Contents', resolve)?.bytes);
  const line = name?.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  return line ? [...line].slice(0, LONGEST_NAME).join('') : null;
}

/**
 * The subject of the first certificate that is not a CA; a self-signed certificate may claim to be one, so it is the fallback.
 */
function certifiedName(message: Uint8Array = new Uint8Array()): string | null {
  const certificates = certificatesIn(Buffer.from(message));
  const signer = certificates.find(({ ca }) => !ca) ?? certificates[0];
  const [, name] = /^CN=(.+)$/m.exec(signer?.subject ?? '') ?? /^O=(.+)$/m.exec(signer?.subject ?? '') ?? [];
  return name ?? null;
}

function certificatesIn(message: Buffer): X509Certificate[] {
  const found: X509Certificate[] = [];
  for (let at = message.indexOf(VERSION); at >= 0; at = message.indexOf(VERSION, at + 1)) {
    try {
      const start = at - HEADS;
      found.push(new X509Certificate(message.subarray(start, start + 4 + message.readUInt16BE(start + 2))));
    } catch {
      // These bytes only look like a certificate.
    }
  }
  return found;
}
