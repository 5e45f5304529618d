import { type FieldReading, parseFieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogField,
  type FieldName,
  fieldNamed,
  findField,
} from '@ledgerline/contract/clients/fields/catalog';
import { type ColumnTarget, fieldTexts, type Mapping } from '@ledgerline/contract/imports/column-targets';
import { mappedDateOrder } from '@ledgerline/contract/imports/date-order';
import type { DuplicateChoice, Import, ImportFinding } from '@ledgerline/contract/imports/endpoints';
import { isPolicyTarget, POLICY_TARGET_LABELS } from '@ledgerline/contract/imports/policy-columns';
import {
  type DateOrder,
  type DateOrderEvidence,
  isEmail,
  isEmptyDate,
  isMask,
  maskSecret,
  parseDate,
  pastedPhone,
  withoutTime,
} from '@ledgerline/contract/rules';
import { FORMULA_START } from '@ledgerline/contract/rules/csv';
import { type Person, personOf } from '#features/records/clients/matching/rules.ts';

/** The counts of an import before it is checked. */
export const NO_COUNTS: Import['counts'] = {
  created: 0,
  updated: 0,
  skipped: 0,
  refused: 0,
  warnings: 0,
  reverted: 0,
  kept: 0,
  unconfirmed: 0,
};

/**
 * A nine-digit number like an SSN, or one as long as a card's: never shown in full, whatever its column name.
 */
const SSN_LIKE = /^\d{3}[-\s.]?\d{2}[-\s.]?\d{4}$/;
const CARD_LIKE = /^\d(?:[-\s.]?\d){12,18}$/;
const CODE_REJECTED = 'This brokerage does not store card security codes';

/** A cell as the screen may show it before it is a client's value. */
export function shownCell(target: ColumnTarget | null | undefined, text: string): string {
  if (target === 'policy_number') return maskSecret({ kind: target, value: text });
  const field = findField(target ?? '');
  if (field?.kind === 'secret') return maskSecret({ kind: field.name, value: text });
  const bare = text.trim();
  if (SSN_LIKE.test(bare)) return maskSecret({ kind: 'ssn', value: bare });
  if (CARD_LIKE.test(bare)) return maskSecret({ kind: 'card_number', value: bare });
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/**
 * Column names as stored; nameless columns get a number, and so do columns that most rows have beyond the
 * header.
 */
export function headersOf(names: readonly string[], rowWidths: readonly number[]): string[] {
  const wider = rowWidths.filter((width) => width > names.length);
  const isUnnamed = wider.length * 2 > rowWidths.length;
  const width = isUnnamed ? Math.max(names.length, ...wider) : names.length;
  return Array.from({ length: width }, (_, column) => {
    const name = (names[column] ?? '')
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 200);
    return name === '' ? `Column ${column + 1}` : name;
  });
}

/** Without column names the first client would be lost, and its values would show as names. */
export function headerProblem(names: readonly string[]): string | null {
  const isData = names.some((name) => {
    const text = name.trim();
    return isEmail(text) || SSN_LIKE.test(text) || CARD_LIKE.test(text) || parseDate(text) !== null;
  });
  return isData ? 'The first row must contain the column names, such as First name and Email.' : null;
}

export interface ReadRow {
  /** The values to write: never empty, as typed but normalized. */
  input: Map<CatalogField, unknown>;
  findings: ImportFinding[];
  person: Person;
  /** The address is more than its city, state and ZIP code. */
  hasStreet: boolean;
}

export interface ReadPolicy extends FieldReading {
  rejectsCardSecurityCode: boolean;
}

/** How an import of records that are not clients reads its rows. */
export interface RecordReading {
  mapping: Mapping;
  policy: ReadPolicy;
  /** What happens to a row whose record exists. */
  duplicates: DuplicateChoice;
}

/** Reads one row's cells through the mapping: what to write, what is wrong, and the person. */
export function readRow(cells: readonly string[], mapping: Mapping, policy: ReadPolicy): ReadRow {
  const input = new Map<CatalogField, unknown>();
  const findings: ImportFinding[] = [];
  const parsed = new Map<FieldName, string>();
  for (const [name, text] of fieldTexts(cells, mapping)) {
    const field = fieldNamed(name);
    const value = readCell(field, text, policy);
    if (value.finding) findings.push(value.finding);
    if (value.text === undefined) continue;
    input.set(field, value.text);
    parsed.set(name, value.parsed);
  }
  if (cells.length > mapping.length) findings.push(failure(TOO_MANY_CELLS));
  const person = personOf(parsed);
  if (findings.every(({ level }) => level === 'warning') && !hasIdentity(person)) {
    findings.push(failure(NO_IDENTITY));
  }
  const hasStreet = mapping.some((target, at) => target === 'address' && (cells[at] ?? '').trim() !== '');
  return { input, findings, person, hasStreet };
}

const TOO_MANY_CELLS = 'The row has more cells than there are column names; a quotation mark may be missing';
export const NO_IDENTITY = 'The row has no name, email or phone number';

type FoundIn = ImportFinding['field'];

export const warning = (message: string, field: FoundIn = null): ImportFinding => ({
  level: 'warning',
  field,
  message,
});
export const failure = (message: string): ImportFinding => ({ level: 'error', field: null, message });

/** A cell that cannot be read is omitted; the rest of its row is still imported. */
export const omitted = (message: string, field: FoundIn): ImportFinding =>
  warning(`${message} (the cell was omitted)`, field);

/** A value to write, a remark about it, or both. */
type ReadCell =
  | { text: string; parsed: string; finding?: ImportFinding | undefined }
  | { text?: undefined; finding: ImportFinding };

function readCell(field: CatalogField, raw: string, policy: ReadPolicy): ReadCell {
  if (field.kind === 'secret' && isMask(raw)) {
    return { finding: warning('is masked in the file and was omitted', field.name) };
  }
  if (field.isSecurityCode && policy.rejectsCardSecurityCode)
    return { finding: omitted(CODE_REJECTED, field.name) };
  const text = normalized(field, raw);
  if (field.kind === 'date' && isEmptyDate(text))
    return { finding: omitted('is not a complete date', field.name) };
  const parsed = parseFieldValue(field, text, policy);
  if (!parsed.ok) return { finding: omitted(parsed.message, field.name) };
  const value = String(parsed.value ?? '');
  // The validation expects month first; here the date order of the file is known. Numbers are written with their zero.
  const written = field.kind === 'date' || field.identifier ? value : text;
  return {
    text: written,
    parsed: value,
    finding: parsed.warning === undefined ? undefined : warning(parsed.warning, field.name),
  };
}

/**
 * Formats that other programs write: times after dates, separators in phone numbers, the apostrophe of our
 * own exports.
 */
function normalized(field: CatalogField, raw: string): string {
  const text = withoutApostrophe(raw.trim());
  if (field.kind === 'date') return withoutTime(text);
  if (field.kind === 'phone') return pastedPhone(text);
  if (field.kind !== 'richtext' || /<\/?[a-z]/i.test(text)) return text;
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return escaped.includes('\n') ? `<p>${escaped.replace(/\r?\n/g, '<br />')}</p>` : escaped;
}

/** Without the apostrophe that our own exports write before what looks like a formula. */
export const withoutApostrophe = (text: string): string =>
  text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text;

function hasIdentity({ first, last, email, phone }: Person): boolean {
  return first !== '' || last !== '' || email !== null || phone !== null;
}

/** The person of a row, for a list of rows. */
export function labelOf(cells: readonly string[], mapping: Mapping): string {
  const cell = (name: FieldName) => {
    const column = mapping.indexOf(name);
    return column < 0 ? '' : shownCell(name, cells[column] ?? '').trim();
  };
  const name = [cell('client_first_name'), cell('client_last_name')].filter(Boolean).join(' ');
  return name || cell('primary_email') || cell('primary_phone');
}

/** A finding as one sentence: 'Primary phone “N/A”: Please enter a valid phone number'. */
export function findingText({ field, message, value }: ImportFinding & { value?: string | null }): string {
  if (field === null) return message;
  const name = isPolicyTarget(field) ? POLICY_TARGET_LABELS[field] : fieldNamed(field).label;
  const label = `${name}${value ? ` “${value}”` : ''}`;
  return /^[A-Z]/.test(message) ? `${label}: ${message}` : `${label} ${message}`;
}

/** Rows processed at a time: fewer if they are wide, so that other requests are served in between. */
export function rowsPerBatch(mapping: Mapping): number {
  const columns = mapping.filter((name) => name !== null).length;
  return Math.min(250, Math.max(25, Math.floor(8000 / Math.max(1, columns))));
}

/** The order of month and day in which the dates of an import are read. */
export function orderOf(importRecord: {
  date_order: DateOrder | null;
  date_proofs: readonly (DateOrderEvidence | null)[];
  mapping: Mapping;
}): DateOrder {
  const detected = mappedDateOrder(importRecord.mapping, importRecord.date_proofs);
  return importRecord.date_order ?? (detected === 'dmy' ? 'dmy' : 'mdy');
}
