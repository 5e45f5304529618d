import { findField } from '@ledgerline/contract/clients/fields/catalog';
import { dateShort, isCalendarDate, isInstant, moneyDisplay } from '@ledgerline/contract/rules';

/** What the description of a value needs besides the value. */
export interface ValueContext {
  timeZone: string;
  /** The name of a record, '' where it is unknown. */
  nameOf: (entity: string, id: number) => string;
}

const MAX_LENGTH = 80;
const REFERENCES: Readonly<Record<string, string>> = { customer: 'client' };
/** Columns in cents; those of forms and templates are named as in the specification. */
const IN_CENTS = /_cents$|_total$|^base_cost$/;
const LABELS: Readonly<Record<string, string>> = {
  can_invite: 'permission to invite agents',
  is_owner: 'owner role',
  payment_received_at: 'payment date',
  is_completed: 'completion',
  signed_at: 'signing time',
  client_signed_at: 'client signing time',
  advisor_signed_at: 'advisor signing time',
  has_advisor_signature: 'advisor signature',
  has_client_signature: 'client signature',
};

/** The kind of record that a field refers to: 'agent' for 'owner_agent_id', null for other fields. */
export function referencedBy(field: string | null): string | null {
  const [, kind] =
    /(?:^|_)(agent|client|customer|session|session_form|invoice|template)_id$/.exec(field ?? '') ?? [];
  return kind === undefined ? null : (REFERENCES[kind] ?? kind);
}

/** The field label as on screen; of other columns the name as words: 'first billing date' for 'first_billing_date'. */
export function fieldLabel(field: string | null): string | null {
  if (field === null) return null;
  return findField(field)?.label ?? LABELS[field] ?? wordsOf(field.replace(/^is_|_(at|id|cents)$/g, ''));
}

/** 'asks_reveal_reason' and 'listAuditEvents' as words. */
export const wordsOf = (name: string): string =>
  name.replaceAll('_', ' ').replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const isEmptyValue = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** An audit log value in a sentence: short, without markup, and as a person reads it. */
export function describeValue(value: unknown, field: string | null, context: ValueContext): string {
  if (isEmptyValue(value)) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return describeNumber(value, field, context);
  if (Array.isArray(value))
    return shortened(value.map((one) => describeValue(one, field, context)).join(', '));
  if (typeof value === 'object') return shortened(describeObject(Object.entries(value ?? {}), context));
  return describeText(String(value), field, context);
}

function describeNumber(value: number, field: string | null, { nameOf }: ValueContext): string {
  const entity = referencedBy(field);
  if (entity !== null) return nameOf(entity, value) || `${entity.replaceAll('_', ' ')} ${value}`;
  return IN_CENTS.test(field ?? '') ? moneyDisplay(value) : String(value);
}

function describeText(text: string, field: string | null, { timeZone }: ValueContext): string {
  if (isCalendarDate(text)) return dateShort(text);
  if (isInstant(text))
    return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
      new Date(text),
    );
  if (field !== null && findField(field)?.kind === 'money' && Number.isFinite(Number(text)))
    return moneyDisplay(Math.round(Number(text) * 100));
  return shortened(
    text
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

/** 'days 3, paused yes' for {days: 3, paused: true}. */
function describeObject(entries: readonly [string, unknown][], context: ValueContext): string {
  return entries.map(([name, one]) => `${fieldLabel(name)} ${describeValue(one, name, context)}`).join(', ');
}

const shortened = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text);
