import { EsignError, type EsignSigner } from '../port.ts';
import { type FieldValues, isFilledBy, isRequiredOf } from './field-owners.ts';
import { checkPicture } from './signature-picture.ts';
import type { SigningInput } from './signing.ts';
import type { TemplateField } from './template-fields.ts';

const LONGEST_TEXT = 5000;
const LONGEST_NAME = 200;

/** The signature has a name and is a picture that can be drawn; EsignError `invalid` otherwise. */
export function checkSignature({ name, image }: SigningInput['signature']): void {
  const letters = [...name.trim()].length;
  if (letters === 0 || letters > LONGEST_NAME) throw invalid('Signature: the name is missing or too long.');
  checkPicture(image);
}

/**
 * What a signer entered into his own fields, checked; fields of others and unknown names are left out. `known` is what
 * the document held before, for fields he did not touch.
 */
export function answersOf(
  { fields, recipients }: { fields: readonly TemplateField[]; recipients: readonly EsignSigner[] },
  signer: EsignSigner,
  input: SigningInput,
  known: FieldValues,
): FieldValues {
  const answers: FieldValues = {};
  for (const field of fields) {
    if (!isFilledBy(field, signer, recipients) || field.kind === 'signature' || field.kind === 'date')
      continue;
    const given = Object.hasOwn(input.values, field.name) ? input.values[field.name] : undefined;
    const value = checked(field, given ?? known[field.name] ?? (field.kind === 'checkbox' ? false : ''));
    const filled = field.kind === 'name' && value === '' ? input.signature.name.trim() : value;
    if (isRequiredOf(field, signer, recipients) && (filled === '' || filled === false)) {
      throw invalid(`${field.label}: this field is required.`);
    }
    answers[field.name] = filled;
  }
  return answers;
}

function checked(field: TemplateField, value: string | boolean): string | boolean {
  if (field.kind === 'checkbox') {
    if (typeof value === 'boolean') return value;
    throw invalid(`${field.label}: must be ticked or not.`);
  }
  const text = typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : null;
  if (text === null) throw invalid(`${field.label}: must be text.`);
  if (text.length > LONGEST_TEXT) throw invalid(`${field.label}: the text is too long.`);
  if (field.kind === 'list' && text !== '' && !field.options.includes(text)) {
    throw invalid(`${field.label}: choose one of the items of the list.`);
  }
  return text;
}

function invalid(message: string): EsignError {
  return new EsignError('invalid', message);
}
