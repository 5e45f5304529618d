import {
  CLIENT_FIELDS,
  type FieldName,
  fieldNamed,
  GROUP_TITLES,
  isFieldName,
} from '@ledgerline/contract/clients/fields/catalog';
import {
  ADDRESS_PART_LABELS,
  type ColumnTarget,
  fieldTexts,
  isAddressPart,
  type Mapping,
} from '@ledgerline/contract/imports/column-targets';
import type { Import, MatchKey } from '@ledgerline/contract/imports/endpoints';
import type { ImportKind } from '@ledgerline/contract/imports/policy-columns';
import {
  isPolicyTarget,
  POLICY_PERSON_FIELDS,
  POLICY_TARGET_LABELS,
  POLICY_TARGETS,
} from '@ledgerline/contract/imports/policy-columns';
import { ADDRESS_PARTS, isMask, maskSecret } from '@ledgerline/contract/rules';
import { columnCount } from '../import-texts.ts';

export type { Mapping };

/** The value of "Do not import" in a list of fields. */
export const LEFT_OUT = 'none';

const choice = (value: string, label: string) => ({ value, label });

/** The value for a column that contains first and last name. */
export const FULL_NAME = 'whole_name';

/** All fields grouped by card in ledger order, after the options to skip or split the column. */
const FIELD_CHOICES = [
  { value: LEFT_OUT, label: 'Do not import' },
  { value: FULL_NAME, label: 'Full name (split into first and last)' },
  ...[...new Set(CLIENT_FIELDS.map(({ group }) => group))].map((group) => ({
    group: GROUP_TITLES[group],
    items: [
      ...CLIENT_FIELDS.filter((field) => field.group === group).map(({ name, label }) => choice(name, label)),
      ...(group === fieldNamed('address').group
        ? ADDRESS_PARTS.map((part) => choice(part, ADDRESS_PART_LABELS[part]))
        : []),
    ],
  })),
];

/** What an import of policies can fill: the policy, then the columns that identify its client. */
const POLICY_CHOICES = [
  { value: LEFT_OUT, label: 'Do not import' },
  { value: FULL_NAME, label: 'Full name (split into first and last)' },
  {
    group: 'Policy',
    items: POLICY_TARGETS.filter((target) => target !== 'policy_client_id').map((target) =>
      choice(target, POLICY_TARGET_LABELS[target]),
    ),
  },
  {
    group: 'Client',
    items: [
      choice('policy_client_id', POLICY_TARGET_LABELS.policy_client_id),
      ...POLICY_PERSON_FIELDS.map((name) => choice(name, fieldNamed(name).label)),
    ],
  },
];

export const choicesOf = (kind: ImportKind) => (kind === 'policies' ? POLICY_CHOICES : FIELD_CHOICES);

/** The label of a mapping target. */
export function targetLabel(target: ColumnTarget): string {
  if (isPolicyTarget(target)) return POLICY_TARGET_LABELS[target];
  return isAddressPart(target) ? ADDRESS_PART_LABELS[target] : fieldNamed(target).label;
}

/** The combined address of the first row that has one; null if no address columns are mapped. */
export function addressPreview(sample: readonly (readonly string[])[], mapping: Mapping): string | null {
  if (!mapping.some(isAddressPart)) return null;
  const addresses = sample.map((row) => fieldTexts(row, mapping).get('address') ?? '');
  return addresses.find((address) => address !== '') ?? null;
}

/** Assigns a field to a column and removes it from any other column, because each field takes one column. */
export function withField(
  mapping: Mapping,
  column: number,
  field: ColumnTarget | null,
): (ColumnTarget | null)[] {
  return mapping.map((current, other) => {
    if (other === column) return field;
    return field !== null && current === field ? null : current;
  });
}

/** The mapping after the server split or rejoined a column. Choices for the file's own columns are preserved. */
export function mappingAfterSplit(
  before: Mapping,
  { mapping, name_column, headers }: Import,
): (ColumnTarget | null)[] {
  const own = columnCount({ headers, name_column });
  const parts = mapping.slice(own);
  return mapping.map((field, column) => {
    if (column >= own || column === name_column) return field;
    const chosen = before[column] ?? null;
    return chosen !== null && parts.includes(chosen) ? null : chosen;
  });
}

export function mappedCount(mapping: Mapping): number {
  return mapping.filter((field) => field !== null).length;
}

/** Number of imported file columns. The two parts of a split name count as one. */
export function importedCount(mapping: Mapping, created: Pick<Import, 'headers' | 'name_column'>): number {
  const own = columnCount(created);
  const isNameUsed = mappedCount(mapping.slice(own)) > 0;
  return mappedCount(mapping.slice(0, own)) + (isNameUsed ? 1 : 0);
}

const IDENTITY: readonly FieldName[] = [
  'client_first_name',
  'client_last_name',
  'primary_email',
  'primary_phone',
];

/** Why no row could be imported with this mapping; null if some can. */
export function mappingProblem(mapping: Mapping, kind: ImportKind = 'clients'): string | null {
  if (mappedCount(mapping) === 0) return 'At least one column must be imported.';
  if (kind === 'policies')
    return mapping.includes('policy_carrier')
      ? null
      : 'Choose a column for the carrier: rows without it are rejected.';
  if (IDENTITY.some((field) => mapping.includes(field))) return null;
  return 'Choose a column for the first name, last name, primary email or primary phone: rows without any of them are rejected.';
}

const KEY_FIELDS: Record<MatchKey, readonly FieldName[]> = {
  email: ['primary_email'],
  phone: ['primary_phone'],
  name_dob: ['client_first_name', 'client_last_name', 'dob'],
};

/** Labels of fields a match key needs but no column provides. */
export function missingFor(key: MatchKey, mapping: Mapping): string[] {
  return KEY_FIELDS[key].filter((field) => !mapping.includes(field)).map((field) => fieldNamed(field).label);
}

const SHOWN_SAMPLES = 3;

/** A few distinct values of a column, masked if its field is a secret. */
export function samplesOf(
  sample: readonly (readonly string[])[],
  column: number,
  field: ColumnTarget | null,
): string[] {
  const values = sample.map((row) => (row[column] ?? '').trim()).filter((value) => value !== '');
  const isSecret =
    field === 'policy_number' ||
    (field !== null && isFieldName(field) && fieldNamed(field).kind === 'secret');
  const shown = values.map((value) =>
    isSecret && !isMask(value) ? maskSecret({ kind: field, value }) : value,
  );
  return [...new Set(shown)].slice(0, SHOWN_SAMPLES);
}
