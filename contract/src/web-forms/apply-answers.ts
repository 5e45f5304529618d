import type { FieldValue } from '../clients/field-values.ts';
import { type CatalogField, CLIENT_FIELDS, type FieldName } from '../clients/fields/catalog.ts';
import { phoneDigits } from '../rules.ts';
import { type AnswerItem, answerAt, answerText, type FormAnswers, questionsOf } from './answers.ts';
import { type Beneficiary, beneficiaryClaims, type Claim, SLOT_FIELD_NAMES } from './beneficiary-slots.ts';
import { textInParts } from './client-texts.ts';
import { isList, type WebFormDefinition, type WebFormList } from './definition.ts';

/** A value of the form that differs from the record. Values are unmasked, including secrets. */
export interface FieldDifference extends Claim {
  label: string;
  client_value: FieldValue;
  is_secret: boolean;
}

type ClientValues = Readonly<Record<string, FieldValue | undefined>>;

/** Every client field that this form's answers can set. */
export function offerableFields(definition: WebFormDefinition): ReadonlySet<FieldName> {
  const own = fieldReaders(definition).map(({ field }) => field);
  return new Set([...own, ...beneficiaryLists(definition).flatMap(() => SLOT_FIELD_NAMES)]);
}

/**
 * The differences between a completed form and the client record, in the record's order. Callers must mask secrets
 * before sending values anywhere. Unanswered questions are ignored.
 */
export function findDifferences(
  definition: WebFormDefinition,
  answers: FormAnswers,
  client: ClientValues,
): FieldDifference[] {
  const claims = claimsOf(definition, answers, client);
  return CLIENT_FIELDS.flatMap((field: CatalogField) => {
    const claim = claims.find((candidate) => candidate.field === field.name);
    const client_value = client[field.name] ?? null;
    if (!claim || isSame(field, claim.value, client_value)) return [];
    return [{ ...claim, label: field.label, client_value, is_secret: field.kind === 'secret' }];
  });
}

/** The selected differences, with those that must be applied together with them. */
export function withDependents(found: FieldDifference[], wanted: readonly string[]): FieldDifference[] {
  const marks = found.flatMap(({ field, together }) =>
    together !== undefined && wanted.includes(field) ? [together] : [],
  );
  return found.filter(
    ({ field, together }) => wanted.includes(field) || (together !== undefined && marks.includes(together)),
  );
}

/** The value that a form has for each client field; beneficiaries get fields according to who is in the record. */
export function claimsOf(definition: WebFormDefinition, answers: FormAnswers, client: ClientValues): Claim[] {
  const text = (key: string) => answerText(answerAt(answers, key));
  const claims = fieldReaders(definition).map(({ field, read }) => ({ field, value: read(text) }));
  const people = beneficiaryLists(definition).flatMap((list) => {
    const items = answerAt(answers, list.key);
    return Array.isArray(items) ? items.map((item) => asBeneficiary(list, item)) : [];
  });
  return [...claims.filter(({ value }) => value !== ''), ...beneficiaryClaims(people, client)];
}

function asBeneficiary({ fields }: WebFormList, item: AnswerItem): Beneficiary {
  const answerOf = (part: keyof Beneficiary) =>
    answerText(item[fields.find(({ beneficiary }) => beneficiary === part)?.key ?? '']);
  const share = answerOf('pct').replace(/\s*%$/, '');
  return {
    name: answerOf('name'),
    dob: answerOf('dob'),
    relationship: answerOf('relationship'),
    pct: share === '' ? null : Number(share),
  };
}

/** Compares values regardless of notation. */
function isSame(field: CatalogField, form: FieldValue, client: FieldValue): boolean {
  return comparable(field, form) === comparable(field, client);
}

function comparable(field: CatalogField, value: FieldValue): string {
  const text = String(value ?? '').trim();
  if (text === '') return '';
  if (field.kind === 'phone') return phoneDigits(text).replace(/^1(?=\d{10}$)/, '');
  if (field.kind === 'percent') return String(Number(text));
  if (field.kind === 'secret') return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const inParts = textInParts(field.name);
  if (inParts) return inParts.plain(text);
  const spaced = text.replaceAll(/\s+/g, ' ');
  // The spelling of a name is significant.
  return field.group === 'name' ? spaced : spaced.toLowerCase();
}

/** Reads a form's value for one client field, in the record's notation; '' if it is empty. */
interface FieldReader {
  field: FieldName;
  read: (answer: (key: string) => string) => string;
}

/** The client fields of a form's questions, each once; parts of one text are joined. */
function fieldReaders(definition: WebFormDefinition): FieldReader[] {
  const single: FieldReader[] = [];
  const parts = new Map<FieldName, Map<string, string>>();
  for (const question of questionsOf(definition)) {
    if (isList(question) || !question.client) continue;
    const { client, key } = question;
    if ('part' in client)
      parts.set(client.field, new Map([...(parts.get(client.field) ?? []), [client.part, key]]));
    else single.push({ field: client.field, read: (answer) => answer(key) });
  }
  const joined = [...parts].map(([field, keys]): FieldReader => {
    const read: FieldReader['read'] = (answer) =>
      textInParts(field)?.join((part) => answer(keys.get(part) ?? '')) ?? '';
    return { field, read };
  });
  return [...single, ...joined];
}

/** The list questions for the client's beneficiaries. */
function beneficiaryLists(definition: WebFormDefinition): WebFormList[] {
  return questionsOf(definition)
    .filter(isList)
    .filter(({ client }) => client === 'beneficiaries');
}
