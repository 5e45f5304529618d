import { emptyValue, type FieldValue, parseFieldValue } from '@ledgerline/contract/clients/field-values';
import { type CatalogField, type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { clientFieldError, isMask, phoneDisplay } from '@ledgerline/contract/rules';
import { formatMoney, formatSsn } from '../../../components/ui/typed-formats.ts';
import { localDay } from '../../../lib/local-day.ts';
import type { Client, ClientChanges } from '../api.ts';
import { textOf } from '../client-display.ts';

/** Input values by field name. Secrets hold their mask until revealed or edited. */
export type FieldTexts = Record<string, string>;

export function initialTexts(names: readonly FieldName[], client: Client): FieldTexts {
  return Object.fromEntries(names.map((name) => [name, initialText(fieldNamed(name), client[name])]));
}

function initialText(field: CatalogField, value: FieldValue | undefined): string {
  const text = textOf(value);
  if (text === '') return '';
  if (field.kind === 'money') return formatMoney(Number(text).toFixed(2));
  return field.kind === 'phone' ? phoneDisplay(text) : text;
}

/** A revealed secret, formatted for its input. */
export function secretText(field: CatalogField, value: string): string {
  return field.mask === 'ssn' ? formatSsn(value) : value;
}

/**
 * The changed values in wire format, the values that the agent saw before (`was`), and validation errors. Unchanged texts and
 * masks are neither sent nor validated (decisions D10, D13). An incomplete number is sent: the server completes it or
 * requires a confirmation (decision 102).
 */
export function readChanges(
  names: readonly FieldName[],
  client: Client,
  texts: FieldTexts,
): { changes: ClientChanges; was: ClientChanges; errors: FieldTexts } {
  const changes: ClientChanges = {};
  const was: ClientChanges = {};
  const errors: FieldTexts = {};
  for (const name of names) {
    const field = fieldNamed(name);
    const text = texts[name] ?? '';
    if (isUntouched(field, client[name], text)) continue;
    const parsed = parseFieldValue(field, ungrouped(field, text), {
      today: localDay(),
      damagedNumbers: 'deferred',
    });
    const required = clientFieldError({ field: name, value: text });
    if (required || !parsed.ok) errors[name] = required ?? sentence(parsed.ok ? '' : parsed.message);
    else if (parsed.value !== (client[name] ?? emptyValue(field))) {
      changes[name] = parsed.value;
      was[name] = client[name] ?? null;
    }
  }
  return { changes, was, errors };
}

/** The input groups the digits of an SSN as they are typed, so the groups of eight digits do not show which one is missing. */
function ungrouped({ mask }: CatalogField, text: string): string {
  const digits = text.replaceAll('-', '');
  return mask === 'ssn' && /^\d{8}$/.test(digits) ? digits : text;
}

function isUntouched(field: CatalogField, value: FieldValue | undefined, text: string): boolean {
  return text === initialText(field, value) || (field.kind === 'secret' && isMask(text));
}

/** Formats a validation message for display under its input. */
export function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
}

/** The text typed over or into a mask, without the mask's own characters; '' if characters were deleted. */
export function typedIntoMask(mask: string, text: string): string {
  if (!isMask(text)) return text;
  let start = 0;
  while (start < mask.length && start < text.length && mask[start] === text[start]) start += 1;
  let end = 0;
  const most = Math.min(mask.length, text.length) - start;
  while (end < most && mask[mask.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  return text.slice(start, text.length - end).replaceAll('•', '');
}
