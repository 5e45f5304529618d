import {
  type FieldValue,
  type ParsedField,
  parseFieldValue,
} from '@ledgerline/contract/clients/field-values';
import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import {
  dateDisplay,
  dollarsToCents,
  isMask,
  moneyDisplay,
  pastedPhone,
  phoneDisplay,
} from '@ledgerline/contract/rules';
import { agentText, knownAgents } from '../../../domain/agents/agent-names.ts';
import { statusLook } from '../../../domain/clients/client-status.ts';
import { localDay } from '../../../lib/local-day.ts';

/** Notes are cut before they are stripped for display: a cell shows one line. */
const SHOWN_CHARACTERS = 600;
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};
const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The words of a piece of rich text, its blocks as lines. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|li|h[1-6]|blockquote)>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#39|[a-z]+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .trim();
}

/** Typed or pasted words as rich text: one paragraph a line. */
export function richText(text: string): string {
  if (text.trim() === '') return '';
  const lines = text.replaceAll(/[&<>]/g, (character) => MARKUP[character] ?? character).split(/\r\n|\r|\n/);
  return lines.map((line) => `<p>${line}</p>`).join('');
}

/**
 * What a cell shows: money as $1,234.50, dates as MM/DD/YYYY, phones as on the client's page, notes as one line of words,
 * secrets as their mask.
 */
export function displayText(field: CatalogField, value: FieldValue | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  if (field.kind === 'money') return moneyDisplay(dollarsToCents(value));
  if (field.kind === 'percent') return `${value}%`;
  if (field.kind === 'agent') return agentText(value);
  const text = String(value);
  if (field.kind === 'date') return dateDisplay(text);
  if (field.kind === 'phone') return phoneDisplay(text);
  if (field.kind === 'enum') return statusLook(text)?.word ?? text;
  if (field.kind === 'richtext') {
    return plainText(text.slice(0, SHOWN_CHARACTERS)).replaceAll(/\s+/g, ' ');
  }
  return text.includes('\n') ? text.replaceAll(/\s*\n\s*/g, ' ') : text;
}

/** What an editor starts with: amounts without signs, dates and phones as shown, notes with their markup. */
export function editText(field: CatalogField, value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (field.kind === 'money') return Number(value).toFixed(2);
  if (field.kind === 'date' || field.kind === 'phone' || field.kind === 'agent')
    return displayText(field, value);
  return String(value);
}

/** What goes on the clipboard: whole values as displayed, phones as stored, notes as words. */
export function copyText(field: CatalogField, value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (field.kind === 'richtext') return plainText(String(value));
  if (field.kind === 'enum' || field.kind === 'text' || field.kind === 'phone') return String(value);
  return displayText(field, value);
}

const reading = () => ({ today: localDay(), agents: knownAgents() });

/** Reads what was typed into a cell's editor. The text that the editor started with is the value it started with. */
export function typedValue(field: CatalogField, text: string, current: FieldValue): ParsedField {
  if (text.trim() === editText(field, current).trim()) return { ok: true, value: current };
  return parseFieldValue(field, text, reading());
}

/**
 * Reads what was pasted or filled into a cell. The cell's own displayed text, or its mask, leaves it as it is, so that
 * formatting and secrets survive a copy over themselves.
 */
export function pastedValue(field: CatalogField, text: string, current: FieldValue): ParsedField {
  const trimmed = text.trim();
  if (trimmed === copyText(field, current).trim() || trimmed === displayText(field, current)) {
    return { ok: true, value: current };
  }
  if (field.kind === 'secret' && isMask(trimmed) && trimmed === current) return { ok: true, value: current };
  if (field.kind === 'phone') return parseFieldValue(field, pastedPhone(text), reading());
  return parseFieldValue(field, field.kind === 'richtext' ? richText(text) : text, reading());
}
