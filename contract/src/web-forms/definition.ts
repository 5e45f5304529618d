import type { FieldName } from '../clients/fields/catalog.ts';
import type { Localized } from '../languages.ts';
import { LONGEST_DATE } from '../rules/dates.ts';
import type { Beneficiary } from './beneficiary-slots.ts';
import type { TextTarget } from './client-texts.ts';

export type QuestionKind =
  | 'text'
  | 'textarea'
  | 'date'
  | 'ssn'
  | 'phone'
  | 'email'
  | 'choice'
  | 'yesno'
  /** One statement to agree to; the only answer is 'yes'. */
  | 'agree'
  | 'number'
  | 'percent'
  | 'money'
  | 'state'
  | 'zip'
  | 'routing'
  | 'account';

/** `value` is stored; it is always the English word or a code. */
export interface Choice {
  readonly value: string;
  readonly label: Localized;
}

/** Another question has this answer, or one of these. */
export interface Condition {
  readonly key: string;
  readonly is: string | readonly string[];
}

/** The question is visible only when this holds for the other answers. */
export type When =
  | Condition
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

/**
 * The field of the client record that an answer maps to, in both directions: the record prefills the question, and an
 * agent may apply the answer to the record. Secrets are never prefilled.
 */
export type ClientTarget = TextTarget | { readonly field: FieldName; readonly isPrefilled?: false };

/** One question with one answer. */
export interface WebFormField {
  /** Path of the answer: `section.field`, or the bare field name inside a list. */
  readonly key: string;
  readonly kind: QuestionKind;
  readonly label: Localized;
  readonly hint?: Localized;
  readonly required: boolean;
  /** Required as soon as one of these questions is answered. */
  readonly requiredWith?: readonly string[];
  readonly maxLength: number;
  readonly options?: readonly Choice[];
  readonly when?: When;
  /** Smallest and largest number, or dollars. */
  readonly min?: number;
  readonly max?: number;
  /** How the value is masked once it is stored (decisions H21). */
  readonly secret?: 'ssn' | 'last4';
  /** The HTML autocomplete value; `off` keeps browsers from remembering secrets. */
  readonly autocomplete: string;
  readonly inputMode: 'text' | 'numeric' | 'decimal' | 'tel' | 'email';
  /** The field of the client record for this answer. */
  readonly client?: ClientTarget;
  /** In a list of beneficiaries: the person's attribute. */
  readonly beneficiary?: keyof Beneficiary;
  readonly width: 'full' | 'half' | 'third';
}

/** A question answered by up to `maxItems` groups of the same fields. */
export interface WebFormList {
  readonly key: string;
  readonly kind: 'list';
  readonly label: Localized;
  readonly hint?: Localized;
  /** Heading of one group, followed by its number. */
  readonly itemLabel: Localized;
  readonly addLabel: Localized;
  readonly removeLabel: Localized;
  readonly fields: readonly WebFormField[];
  readonly minItems: number;
  readonly maxItems: number;
  /** The field whose values must add up to `is`. */
  readonly total?: { readonly key: string; readonly is: number };
  /** The groups are the people in the numbered slots of the client record (`ben1_…`). */
  readonly client?: 'beneficiaries';
  readonly when?: When;
}

export type WebFormQuestion = WebFormField | WebFormList;

export interface WebFormStep {
  readonly key: string;
  readonly title: Localized;
  readonly intro?: Localized;
  readonly questions: readonly WebFormQuestion[];
}

/** A web form as data. Screens, validation, detail view and masks are derived from it. */
export interface WebFormDefinition {
  /** The form link id. */
  readonly id: string;
  readonly title: Localized;
  /** Description and icon for agents who select a form. */
  readonly description: string;
  readonly icon: string;
  readonly intro: Localized;
  readonly steps: readonly WebFormStep[];
  /** Answers that are also stored under another key, so that each is asked only once: target ← source. */
  readonly mirrors: Readonly<Record<string, string>>;
  /** Headings of its sections, as the agent's detail view shows them (1§2); a section of several forms has one heading. */
  readonly sections: Readonly<Record<string, string>>;
}

/** The longest accepted notation: answers are validated before they are normalized. */
const MAX_LENGTH: Record<QuestionKind, number> = {
  text: 200,
  textarea: 5000,
  date: LONGEST_DATE,
  ssn: 11,
  phone: 40,
  email: 254,
  choice: 60,
  yesno: 3,
  agree: 3,
  number: 10,
  percent: 8,
  money: 20,
  state: 40,
  zip: 10,
  routing: 9,
  account: 17,
};

const INPUT_MODE: Partial<Record<QuestionKind, WebFormField['inputMode']>> = {
  date: 'numeric',
  ssn: 'numeric',
  phone: 'tel',
  email: 'email',
  number: 'numeric',
  percent: 'decimal',
  money: 'decimal',
  zip: 'numeric',
  routing: 'numeric',
  account: 'numeric',
};

const SECRET: Partial<Record<QuestionKind, 'ssn' | 'last4'>> = {
  ssn: 'ssn',
  account: 'last4',
  routing: 'last4',
};

export type FieldExtras = Partial<Omit<WebFormField, 'key' | 'kind' | 'label'>>;

/** Applies the defaults: a required question of full width, with the limits of its kind. */
export function field(
  key: string,
  kind: QuestionKind,
  label: Localized,
  extras: FieldExtras = {},
): WebFormField {
  const secret = SECRET[kind];
  return {
    key,
    kind,
    label,
    required: true,
    maxLength: MAX_LENGTH[kind],
    autocomplete: 'off',
    inputMode: INPUT_MODE[kind] ?? 'text',
    width: 'full',
    ...(secret ? { secret } : {}),
    ...extras,
  };
}

export function isList(question: WebFormQuestion): question is WebFormList {
  return question.kind === 'list';
}
