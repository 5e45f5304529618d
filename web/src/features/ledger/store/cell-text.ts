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

const reading = () => ({ today: localDay(), agents: knownAgents() });

/** Parses text typed into an editor. Unchanged text keeps the original value. */
export function typedValue(field: CatalogField, text: string, current: FieldValue): ParsedField {
  if (text.trim() === editText(field, current).trim()) return { ok: true, value: current };
  return parseFieldValue(field, text, reading());
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
  if (field.kind === 'phone') return parseFieldValue(field, pastedPhone(text), reading());
  return parseFieldValue(field, field.kind === 'richtext' ? richText(text) : text, reading());
}
