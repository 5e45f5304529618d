import {
  CLIENT_FIELDS,
  FIELD_NAMES,
  type FieldName,
  GROUP_TITLES,
} from '@ledgerline/contract/clients/fields/catalog';
import type { ClientRecord } from '@ledgerline/contract/clients/schemas';
import { textOfHtml } from '#platform/html.ts';
import type { PdfSection } from '#platform/pdf/sections-pdf.ts';
import type { SummaryLine } from './queries.ts';

/** The status of a file in the archive. */
export interface ExportedFile {
  path: string;
  table: string;
  id: number;
  name: string;
  mime_type: string;
  sha256: string;
  size: number | null;
  /** `changed`: present, but its content differs from what its row says. */
  state: 'included' | 'missing' | 'damaged' | 'changed';
}

/** The record by field name of the catalog; `plain` replaces masks. */
export function exportedRecord(record: ClientRecord, plain: Partial<Record<FieldName, string>>) {
  const { id, created_at, updated_at } = record;
  const values = FIELD_NAMES.map((name) => [name, plain[name] ?? record[name] ?? null] as const);
  return { id, created_at, updated_at, ...Object.fromEntries(values) };
}

/** The record card by card, without empty fields, secrets as in the record. */
export function recordSections(record: ClientRecord): PdfSection[] {
  const groups = [...new Set(CLIENT_FIELDS.map(({ group }) => group))];
  return groups.flatMap((group) => {
    const rows = CLIENT_FIELDS.filter((field) => field.group === group).flatMap(({ name, label, kind }) => {
      const value = record[name];
      const text = kind === 'richtext' ? textOfHtml(String(value ?? '')) : String(value ?? '');
      return text === '' ? [] : [{ label, value: text }];
    });
    return rows.length > 0 ? [{ title: GROUP_TITLES[group], rows }] : [];
  });
}

export function linesSection(title: string, lines: readonly SummaryLine[], most: number): PdfSection[] {
  if (lines.length === 0) return [];
  const rows = lines.slice(0, most).map(({ at, text }) => ({ label: at, value: text }));
  const more = lines.length > most ? [{ label: '…', value: 'Older ones are in data.json.' }] : [];
  return [{ title, rows: [...rows, ...more] }];
}

export const READ_ME = `Everything that the portal stores about one client.\n\nsummary.pdf   for people: the record, and the newest of everything\ndata.json     everything, for machines: docs/client-export.md of the portal describes it\nfiles/        documents and signed PDFs, as they were stored\n\n"files" in data.json gives the status of each file: included, missing, damaged\n(not what was stored, left out) or changed (included, but not what its row says).\nWithout a data.json this archive is incomplete.\n`;
