import {
  type FieldValue,
  type ParsedField,
  parseFieldValue,
} from '@ledgerline/contract/clients/field-values';
import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { isMask, pastedPhone } from '@ledgerline/contract/rules';
import { knownAgents } from '../../../domain/agents/agent-names.ts';
import { displayText, plainText } from '../../../domain/clients/field-text.ts';
import { localDay } from '../../../lib/local-day.ts';

const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Plain text as rich text: one paragraph per line. */
export function richText(text: string): string {
  if (text.trim() === '') return '';
  const lines = text.replaceAll(/[&<>]/g, (character) => MARKUP[character] ?? character).split(/\r\n|\r|\n/);
  return lines.map((line) => `<p>${line}</p>`).join('');
}

/** The initial editor text: amounts without currency signs, dates and phones as displayed, notes with markup. */
export function editText(field: CatalogField, value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (field.kind === 'money') return Number(value).toFixed(2);
  if (field.kind === 'date' || field.kind === 'phone' || field.kind === 'agent')
    return displayText(field, value);
  return String(value);
}

/** The clipboard text: full display values, phones as stored, notes as plain text. */
export function copyText(field: CatalogField, value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (field.kind === 'richtext') return plainText(String(value));
  if (field.kind === 'enum' || field.kind === 'text' || field.kind === 'phone') return String(value);
  return displayText(field, value);
}

/** Parses a text. An incomplete number is sent: the server completes it or requires a confirmation (decision 102). */
function parse(field: CatalogField, text: string, current: FieldValue): ParsedField {
  const parsed = parseFieldValue(field, text, {
    today: localDay(),
    agents: knownAgents(),
    damagedNumbers: 'deferred',
  });
  const isSame = parsed.ok && current !== null && storedValue(field, parsed.value) === current;
  return isSame ? { ok: true, value: current } : parsed;
}

/** The value as the server stores it: a number with the leading zero that was dropped. */
export function storedValue(field: CatalogField, value: FieldValue): FieldValue {
  if (!field.identifier || value === null) return value;
  const parsed = parseFieldValue(field, value, { today: localDay(), damagedNumbers: 'confirmed' });
  return parsed.ok ? parsed.value : value;
}

/** Parses text typed into an editor. Unchanged text keeps the original value. */
export function typedValue(field: CatalogField, text: string, current: FieldValue): ParsedField {
  if (text.trim() === editText(field, current).trim()) return { ok: true, value: current };
  return parse(field, text, current);
}

/**
 * Parses pasted or filled text. The cell's own display text or mask leaves it unchanged, so that formatting and secrets
 * survive being pasted over themselves.
 */
export function pastedValue(field: CatalogField, text: string, current: FieldValue): ParsedField {
  const trimmed = text.trim();
  if (trimmed === copyText(field, current).trim() || trimmed === displayText(field, current)) {
    return { ok: true, value: current };
  }
  if (field.kind === 'secret' && isMask(trimmed) && trimmed === current) return { ok: true, value: current };
  if (field.kind === 'phone') return parse(field, pastedPhone(text), current);
  return parse(field, field.kind === 'richtext' ? richText(text) : text, current);
}
