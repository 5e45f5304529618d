import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { dateDisplay, dollarsToCents, moneyDisplay, phoneDisplay } from '@ledgerline/contract/rules';
import { agentText } from '../agents/agent-names.ts';
import { statusStyle } from './client-status.ts';

/** Notes are truncated before markup is stripped, because a cell shows one line. */
const SHOWN_CHARACTERS = 600;
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** Plain text of rich text, one line per block. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|li|h[1-6]|blockquote)>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#39|[a-z]+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .trim();
}

/**
 * The display text of a client field: money as $1,234.50, dates as MM/DD/YYYY, phones as on the client page, notes as one line
 * of plain text, secrets masked.
 */
export function displayText(field: CatalogField, value: FieldValue | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  if (field.kind === 'money') return moneyDisplay(dollarsToCents(value));
  if (field.kind === 'percent') return `${value}%`;
  if (field.kind === 'agent') return agentText(value);
  const text = String(value);
  if (field.kind === 'date') return dateDisplay(text);
  if (field.kind === 'phone') return phoneDisplay(text);
  if (field.kind === 'enum') return statusStyle(text)?.label ?? text;
  if (field.kind === 'richtext') {
    return plainText(text.slice(0, SHOWN_CHARACTERS)).replaceAll(/\s+/g, ' ');
  }
  return text.includes('\n') ? text.replaceAll(/\s*\n\s*/g, ' ') : text;
}
