import { emptyValue, type FieldValue, parseFieldValue } from '@ledgerline/contract/clients/field-values';
import { type CatalogField, type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { clientFieldError, isMask, phoneDisplay } from '@ledgerline/contract/rules';
import { formatMoney, formatSsn } from '../../../components/ui/typed-formats.ts';
import { localDay } from '../../../lib/local-day.ts';
import type { Client, ClientChanges } from '../api.ts';
import { textOf } from '../client-display.ts';

/** What the inputs of a dialog hold, by field name; secrets hold their mask until they are revealed or typed. */
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

/** A revealed secret in the form its input shows. */
export function secretText(field: CatalogField, value: string): string {
  return field.mask === 'ssn' ? formatSsn(value) : value;
}

/**
 * What of the texts really changes the client, in wire form, and what of it is wrong. A text left as it was is neither
 * sent nor checked (decisions D10), nor is a mask (decisions D13).
 */
export function readChanges(
  names: readonly FieldName[],
  client: Client,
  texts: FieldTexts,
): { changes: ClientChanges; errors: FieldTexts } {
  const changes: ClientChanges = {};
  const errors: FieldTexts = {};
  for (const name of names) {
    const field = fieldNamed(name);
    const text = texts[name] ?? '';
    if (isUntouched(field, client[name], text)) continue;
    const parsed = parseFieldValue(field, text, { today: localDay() });
    const required = clientFieldError({ field: name, value: text });
    if (required || !parsed.ok) errors[name] = required ?? sentence(parsed.ok ? '' : parsed.message);
    else if (parsed.value !== (client[name] ?? emptyValue(field))) changes[name] = parsed.value;
  }
  return { changes, errors };
}

function isUntouched(field: CatalogField, value: FieldValue | undefined, text: string): boolean {
  return text === initialText(field, value) || (field.kind === 'secret' && isMask(text));
}

/** A message about a value, as it stands alone under its input. */
export function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
}

/** What was typed over or into a mask: the part that the mask does not have; '' when something was deleted. */
export function typedIntoMask(mask: string, text: string): string {
  if (!isMask(text)) return text;
  let start = 0;
  while (start < mask.length && start < text.length && mask[start] === text[start]) start += 1;
  let end = 0;
  const most = Math.min(mask.length, text.length) - start;
  while (end < most && mask[mask.length - 1 - end] === text[text.length - 1 - end]) end += 1;
  return text.slice(start, text.length - end).replaceAll('•', '');
}
