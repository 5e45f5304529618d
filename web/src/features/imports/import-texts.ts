import { findField } from '@ledgerline/contract/clients/fields/catalog';
import type {
  IdentityPart,
  Import,
  ImportFinding,
  ImportState,
  MatchKey,
} from '@ledgerline/contract/imports/endpoints';
import type { ImportKind } from '@ledgerline/contract/imports/policy-columns';
import { isPolicyTarget, POLICY_TARGET_LABELS } from '@ledgerline/contract/imports/policy-columns';
import type { RowOutcome } from '@ledgerline/contract/lists';
import { countText } from '@ledgerline/contract/rules';

export const STATE_LABELS: Record<ImportState, { label: string; hue: string }> = {
  uploaded: { label: 'Choosing columns', hue: 'blue' },
  checking: { label: 'Checking', hue: 'blue' },
  checked: { label: 'Ready to import', hue: 'yellow' },
  running: { label: 'Importing', hue: 'blue' },
  done: { label: 'Imported', hue: 'green' },
  failed: { label: 'Stopped', hue: 'red' },
  reverting: { label: 'Reverting', hue: 'blue' },
  reverted: { label: 'Reverted', hue: 'gray' },
};

export const IMPORT_TITLES: Record<ImportKind, string> = {
  clients: 'Import Clients',
  policies: 'Import Policies',
};

export const KIND_LABELS: Record<ImportKind, string> = { clients: 'Clients', policies: 'Policies' };

export const FORESEEN_LABELS: Record<RowOutcome, string> = {
  created: 'To create',
  updated: 'To update',
  skipped: 'To skip',
  refused: 'Rejected',
};

export const OUTCOME_LABELS: Record<RowOutcome, string> = {
  created: 'Created',
  updated: 'Updated',
  skipped: 'Skipped',
  refused: 'Rejected',
};

export const OUTCOME_HUES: Record<RowOutcome, string> = {
  created: 'green',
  updated: 'blue',
  skipped: 'gray',
  refused: 'red',
};

const KEY_LABELS: Record<MatchKey, string> = {
  email: 'email',
  phone: 'phone number',
  name_dob: 'name with birth date',
};

export function number(value: number): string {
  return value.toLocaleString('en-US');
}

export function rowsText(count: number): string {
  return countText(count, 'row');
}

const NOUNS = { clients: ['client', 'clients'], policies: ['policy', 'policies'] } as const;

function recordsText(count: number, kind: ImportKind): string {
  const [one, many] = NOUNS[kind];
  return countText(count, one, many);
}

/** Number of columns in the file. A split name adds two more columns for its parts. */
export function columnCount({ headers, name_column }: Pick<Import, 'headers' | 'name_column'>): number {
  return name_column === null ? headers.length : headers.length - 2;
}

const PART_LABELS: Record<IdentityPart, string> = { name: 'name', dob: 'birth date', ssn: 'SSN' };

/** 'name and birth date' */
export function partsText(parts: readonly IdentityPart[]): string {
  return new Intl.ListFormat('en-US').format(parts.map((part) => PART_LABELS[part]));
}

/** 'email, phone number and name with birth date' */
export function keysText(keys: readonly MatchKey[]): string {
  return new Intl.ListFormat('en-GB').format(keys.map((key) => KEY_LABELS[key]));
}

/** The header of the column a finding is about; null if it concerns the entire row. */
export function columnOf(
  { field }: Pick<ImportFinding, 'field'>,
  batch: Pick<Import, 'headers' | 'mapping'>,
): string | null {
  if (field === null) return null;
  const header = batch.headers[batch.mapping.indexOf(field)];
  if (isPolicyTarget(field)) return header ?? POLICY_TARGET_LABELS[field];
  return header ?? findField(field)?.label ?? field;
}

/** Describes what running a checked import will do. */
export function runText({ counts, kind }: Pick<Import, 'counts' | 'kind'>): string {
  const { created, updated, skipped, refused } = counts;
  const written = [
    ...(created > 0 ? [`${recordsText(created, kind)} will be created`] : []),
    ...(updated > 0 ? [`${recordsText(updated, kind)} will be updated`] : []),
  ].join(' and ');
  const left = [
    ...(skipped > 0 ? [`${rowsText(skipped)} will be skipped`] : []),
    ...(refused > 0 ? [`${rowsText(refused)} with errors will be left out`] : []),
  ].join(' and ');
  return [written, left]
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ');
}

const KEPT_TEXTS: Record<ImportKind, string> = {
  clients: 'Changes made since the import are kept.',
  policies: 'Policies that were changed since the import stay as they are.',
};

/** Describes what a revert will do. */
export function revertText({
  counts,
  file_name,
  kind,
}: Pick<Import, 'counts' | 'file_name' | 'kind'>): string {
  const { created, updated } = counts;
  const what = [
    ...(created > 0 ? [`deletes the ${recordsText(created, kind)} it created`] : []),
    ...(updated > 0 ? [`restores the earlier values of the ${recordsText(updated, kind)} it updated`] : []),
  ].join(' and ');
  return `Reverting the import of “${file_name}” ${what}. ${KEPT_TEXTS[kind]}`;
}

/** A human-readable file size. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 0.1 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${megabytes.toFixed(1)} MB`;
}
