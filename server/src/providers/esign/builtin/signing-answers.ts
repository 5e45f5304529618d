import { visibleText } from '@ledgerline/contract/rules';
import { checkPicture } from '#platform/pdf/signature-picture.ts';
import type { SigningInput } from '#platform/ports/built-in-signing.ts';
import { EsignError, type EsignSigner } from '#platform/ports/esign.ts';
import { type FieldValues, isFilledBy, isRequiredOf } from './field-owners.ts';
import type { TemplateField } from './template-facts.ts';

const LONGEST_TEXT = 5000;
const LONGEST_NAME = 200;

/** Checks that the signature has a name and a drawable picture; EsignError `invalid` otherwise. */
export async function checkSignature({ name, image }: SigningInput['signature']): Promise<void> {
  const letters = [...name.trim()].length;
  if (letters === 0 || letters > LONGEST_NAME) throw invalid('Signature: the name is missing or too long.');
  await checkPicture(image);
}

/**
 * Validates what a signer entered in their own fields. Drops fields of other signers and rejects names the document does not
 * have. `known` has the previous values, for fields the signer did not change.
 */
export function answersOf(
  { fields, recipients }: { fields: readonly TemplateField[]; recipients: readonly EsignSigner[] },
  signer: EsignSigner,
  input: SigningInput,
  known: FieldValues,
): FieldValues {
  assertKnownFields(fields, input);
  const answers: FieldValues = {};
  const missing: TemplateField[] = [];
  for (const field of fields.filter((one) => isEnteredBy(one, signer, recipients))) {
    const submitted = Object.hasOwn(input.values, field.name) ? input.values[field.name] : undefined;
    const value = checked(field, submitted ?? known[field.name] ?? (field.kind === 'checkbox' ? false : ''));
    const filled = field.kind === 'name' && value === '' ? input.signature.name.trim() : value;
    if (isRequiredOf(field, signer, recipients) && (filled === '' || filled === false)) missing.push(field);
    answers[field.name] = filled;
  }
  const [first] = missing;
  if (first === undefined) return answers;
  const wrong = missing.map(({ name }) => ({ path: name, message: 'is required' }));
  throw new EsignError('invalid', `${first.label}: this field is required.`, { fields: wrong });
}

/** A signer's unfinished entries, each validated separately; EsignError `invalid` names the field. */
export function draftOf(
  { fields, recipients }: { fields: readonly TemplateField[]; recipients: readonly EsignSigner[] },
  signer: EsignSigner,
  values: SigningInput['values'],
): FieldValues {
  assertKnownFields(fields, { values });
  const draft: FieldValues = {};
  for (const field of fields.filter((one) => isEnteredBy(one, signer, recipients))) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
    if (value !== undefined) draft[field.name] = checked(field, value);
  }
  return draft;
}

/** Signing sets signatures and dates. */
function isEnteredBy(field: TemplateField, signer: EsignSigner, recipients: readonly EsignSigner[]): boolean {
  return isFilledBy(field, signer, recipients) && field.kind !== 'signature' && field.kind !== 'date';
}

/** An entry for a field the document does not have would otherwise be lost silently. */
function assertKnownFields(fields: readonly TemplateField[], { values }: Pick<SigningInput, 'values'>): void {
  const known = new Set(fields.map(({ name }) => name));
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  const [first] = unknown;
  if (first === undefined) return;
  throw new EsignError('invalid', `${first}: the document has no such field.`, {
    fields: unknown.map((path) => ({ path, message: 'is not a field of the document' })),
  });
}

/** Whether a repeated submission matches what was signed: `signed` has the stored values of the signer's own fields. */
export function repeatsAnswers(answers: FieldValues, signed: FieldValues): boolean {
  return Object.entries(answers).every(([name, value]) => signed[name] === value);
}

function checked(field: TemplateField, value: string | boolean): string | boolean {
  const wrong = (message: string) => invalid(`${field.label}: ${message}.`, [{ path: field.name, message }]);
  if (field.kind === 'checkbox') {
    if (typeof value === 'boolean') return value;
    throw wrong('must be checked or unchecked');
  }
  const text = typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : null;
  if (text === null) throw wrong('must be text');
  if (text.length > LONGEST_TEXT) throw wrong('the text is too long');
  if (field.kind === 'list' && text !== '' && !field.options.includes(text)) {
    throw wrong('choose an item from the list');
  }
  // Text that prints as blank counts as empty, also for required fields.
  if (visibleText(text) === '') return '';
  return field.kind === 'name' ? visibleText(text) : text;
}

function invalid(message: string, fields: EsignError['fields'] = []): EsignError {
  return new EsignError('invalid', message, { fields });
}
