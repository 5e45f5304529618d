import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type CatalogField, findField } from '@ledgerline/contract/clients/fields/catalog';
import {
  ageOn,
  dateDisplay,
  dollarsToCents,
  followUpText,
  hasVisibleText,
  moneyDisplay,
  phoneDisplay,
} from '@ledgerline/contract/rules';
import { initialsOf } from '../../components/ui/initials-avatar.tsx';
import { agentText } from '../../domain/agents/agent-names.ts';

type NamedClient =
  | { client_first_name?: FieldValue; client_last_name?: FieldValue }
  | Record<string, FieldValue>;

export const NO_NAME = 'No name';

export function clientName(client: NamedClient): string {
  return [client.client_first_name, client.client_last_name].map(textOf).filter(Boolean).join(' ') || NO_NAME;
}

export function initials(client: NamedClient): string {
  return initialsOf(textOf(client.client_first_name), textOf(client.client_last_name));
}

export function textOf(value: FieldValue | undefined): string {
  return value === null || value === undefined ? '' : String(value).trim();
}

/** `05/31/1990 (age 36)`, or '' without a birth date. */
export function birthText(dob: FieldValue | undefined, today: string): string {
  const date = textOf(dob);
  const age = ageOn({ dob: date, today });
  return age === null ? dateDisplay(date) : `${dateDisplay(date)} (age ${age})`;
}

/** A follow-up date as text, and whether it is overdue (decisions D20). */
export function followUp(
  date: FieldValue | undefined,
  today: string,
): { text: string; isPast: boolean } | null {
  const day = textOf(date);
  const text = followUpText({ date: day, today });
  return text === null ? null : { text, isPast: day < today };
}

/** A field's display value; '' renders as a dash. Secrets stay masked. */
export function displayValue(field: CatalogField, value: FieldValue | undefined): string {
  const text = textOf(value);
  if (text === '') return '';
  switch (field.kind) {
    case 'date':
      return dateDisplay(text);
    case 'money':
      return moneyDisplay(dollarsToCents(text));
    case 'agent':
      return agentText(text);
    case 'percent':
      return `${text}%`;
    case 'phone':
      return phoneDisplay(text);
    case 'enum':
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
    default:
      return text;
  }
}

export function isEmptyValue(field: CatalogField, value: FieldValue | undefined): boolean {
  return field.kind === 'richtext' ? !hasVisibleText(textOf(value)) : textOf(value) === '';
}

/** The value of a past change as a single line, with rich text markup removed. */
export function historyValue(fieldName: string | null, value: FieldValue): string {
  const field = fieldName ? findField(fieldName) : undefined;
  if (!field) return textOf(value);
  if (field.kind !== 'richtext') return displayValue(field, value);
  const spaced = textOf(value).replaceAll(/<(?:\/(?:p|li|h\d|blockquote)|br)\b/gi, ' $&');
  const page = new DOMParser().parseFromString(spaced, 'text/html');
  return page.body.textContent.replaceAll(/\s+/g, ' ').trim();
}
