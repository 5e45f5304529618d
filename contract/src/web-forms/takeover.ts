import type { FieldValue } from '../clients/field-values.ts';
import { type CatalogueField, CLIENT_FIELDS, type FieldName } from '../clients/fields/catalogue.ts';
import { phoneDigits } from '../rules.ts';
import { answerAt, answerText, type FormAnswers, questionsOf } from './answers.ts';
import { type Beneficiary, beneficiaryClaims, type Claim, SLOT_FIELD_NAMES } from './beneficiary-slots.ts';
import { joinAddress, joinHeight, poundsOf, splitHeight } from './client-texts.ts';
import { isList, type WebFormDefinition } from './definition.ts';
import { BENEFICIARIES_KEY } from './prefill.ts';

export interface AnswerDifference extends Claim {
  label: string;
  client_value: FieldValue;
  is_secret: boolean;
}

type ClientValues = Readonly<Record<string, FieldValue | undefined>>;

/** Every client field that answers of this form may set. */
export function offerableFields(definition: WebFormDefinition): ReadonlySet<FieldName> {
  const keys = new Set(questionsOf(definition).map(({ key }) => key));
  const simple = questionsOf(definition).flatMap((question) => {
    const field = isList(question) ? undefined : (question.takeover ?? question.prefill);
    return field ? [field] : [];
  });
  const composed = COMPOSED.filter(({ needs }) => keys.has(needs)).map(({ field }) => field);
  return new Set([...simple, ...composed, ...(keys.has(BENEFICIARIES_KEY) ? SLOT_FIELD_NAMES : [])]);
}

/**
 * Where the answers of a finished form say something else than the client record, in the record's order. Values are
 * plain, also those of secrets: whoever sends them anywhere masks them first. An unanswered question says nothing.
 */
export function answerDifferences(
  definition: WebFormDefinition,
  answers: FormAnswers,
  client: ClientValues,
): AnswerDifference[] {
  const claims = claimsOf(definition, answers, client);
  return CLIENT_FIELDS.flatMap((field: CatalogueField) => {
    const claim = claims.find((candidate) => candidate.field === field.name);
    const client_value = client[field.name] ?? null;
    if (!claim || isSame(field, claim.value, client_value)) return [];
    return [{ ...claim, label: field.label, client_value, is_secret: field.kind === 'secret' }];
  });
}

/** The differences that were asked for, with those that only make sense together with them. */
export function takenTogether(
  differences: AnswerDifference[],
  wanted: readonly string[],
): AnswerDifference[] {
  const marks = differences.flatMap(({ field, together }) =>
    together !== undefined && wanted.includes(field) ? [together] : [],
  );
  return differences.filter(
    ({ field, together }) => wanted.includes(field) || (together !== undefined && marks.includes(together)),
  );
}

interface Composed {
  field: FieldName;
  /** Only a form with this question says anything about the field. */
  needs: string;
  read: (text: (key: string) => string) => string;
}

const COMPOSED: readonly Composed[] = [
  {
    field: 'address',
    needs: 'addressInfo.streetAddress',
    read: (text) =>
      joinAddress({
        streetAddress: text('addressInfo.streetAddress'),
        city: text('addressInfo.city'),
        state: text('addressInfo.state'),
        zip: text('addressInfo.zip'),
      }),
  },
  {
    field: 'height',
    needs: 'personalInfo.heightFt',
    read: (text) =>
      joinHeight({ feet: text('personalInfo.heightFt'), inches: text('personalInfo.heightIn') }),
  },
  {
    field: 'weight',
    needs: 'personalInfo.weight',
    read: (text) => (text('personalInfo.weight') === '' ? '' : `${text('personalInfo.weight')} lb`),
  },
];

function claimsOf(definition: WebFormDefinition, answers: FormAnswers, client: ClientValues): Claim[] {
  const text = (key: string) => answerText(answerAt(answers, key));
  const simple = questionsOf(definition).flatMap((question) => {
    const field = isList(question) ? undefined : (question.takeover ?? question.prefill);
    return field ? [{ field, value: text(question.key) }] : [];
  });
  const keys = questionsOf(definition).map(({ key }) => key);
  const composed = COMPOSED.filter(({ needs }) => keys.includes(needs)).map(({ field, read }) => ({
    field,
    value: read(text),
  }));
  const people = answerAt(answers, BENEFICIARIES_KEY);
  const beneficiaries = Array.isArray(people) ? people.map(asBeneficiary) : [];
  const said = [...simple, ...composed].filter(({ value }) => value !== '');
  return [...said, ...beneficiaryClaims(beneficiaries, client)];
}

function asBeneficiary(item: Readonly<Record<string, unknown>>): Beneficiary {
  const share = answerText(item.percentage).replace(/\s*%$/, '');
  return {
    name: answerText(item.name),
    dob: answerText(item.dateOfBirth),
    relationship: answerText(item.relationship),
    pct: share === '' ? null : Number(share),
  };
}

/** Two notations of one value are the same value. */
function isSame(field: CatalogueField, form: FieldValue, client: FieldValue): boolean {
  return comparable(field, form) === comparable(field, client);
}

function comparable(field: CatalogueField, value: FieldValue): string {
  const text = String(value ?? '').trim();
  if (text === '') return '';
  if (field.kind === 'phone') return phoneDigits(text).replace(/^1(?=\d{10}$)/, '');
  if (field.kind === 'percent') return String(Number(text));
  if (field.kind === 'secret' || field.name === 'address')
    return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (field.name === 'height') return joinHeight(splitHeight(text) ?? { feet: text, inches: '' });
  if (field.name === 'weight') return poundsOf(text) || text;
  const spaced = text.replaceAll(/\s+/g, ' ');
  // How a name is written is part of the name.
  return field.group === 'name' ? spaced : spaced.toLowerCase();
}
