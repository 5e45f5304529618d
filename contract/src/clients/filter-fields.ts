import { PREFERRED_LANGUAGES } from '../languages.ts';
import { choicesOf, filterFields } from '../rules/filter-fields.ts';
import type { FilterField, FilterKind } from '../rules/filters.ts';
import { POLICY_LINE_LABELS, POLICY_LINES, SHOWN_STATUS_LABELS, SHOWN_STATUSES } from '../rules/policies.ts';
import { type CatalogField, CLIENT_FIELDS, GROUP_TITLES } from './fields/catalog.ts';
import type { FieldKind } from './fields/field.ts';
import { CLIENT_STATUS_LABELS, CLIENT_STATUSES } from './statuses.ts';

const KIND: Record<FieldKind, FilterKind> = {
  text: 'text',
  richtext: 'text',
  email: 'text',
  url: 'text',
  phone: 'phone',
  date: 'date',
  money: 'money',
  percent: 'number',
  enum: 'choice',
  agent: 'agent',
  secret: 'presence',
};

const STATUS_OPTIONS = CLIENT_STATUSES.map((value) => ({ value, label: CLIENT_STATUS_LABELS[value] }));
const LANGUAGE_OPTIONS = PREFERRED_LANGUAGES.map((value) => ({ value, label: value }));

function filterField(field: CatalogField): FilterField {
  const kind = field.isEncrypted ? 'presence' : field.dateOf === 'birth' ? 'birth' : KIND[field.kind];
  return {
    name: field.name,
    label: field.label,
    kind,
    group: GROUP_TITLES[field.group],
    ...(field.name === 'status' ? { options: STATUS_OPTIONS, isNeverEmpty: true } : {}),
    ...(field.name === 'pref_lang' ? { options: LANGUAGE_OPTIONS } : {}),
  };
}

/** All but the status consider only submitted and active policies. */
const POLICY_FIELDS = filterFields({
  Policies: [['policy_status', 'Policy status', choicesOf(SHOWN_STATUSES, SHOWN_STATUS_LABELS)]],
  'Submitted and active policies': [
    ['policy_line', 'Policy line', choicesOf(POLICY_LINES, POLICY_LINE_LABELS)],
    ['policy_carrier', 'Policy carrier', 'text', 'filled'],
    ['policy_end_date', 'Policy end date', 'date', 'filled'],
  ],
});

/**
 * What the client list and the ledger can be filtered by: the catalog fields (encrypted ones only by whether they are
 * empty, decision 124), two timestamps of the record, and the client's policies.
 */
export const CLIENT_FILTER_FIELDS: ReadonlyMap<string, FilterField> = new Map(
  [
    ...CLIENT_FIELDS.map(filterField),
    { name: 'created_at', label: 'Client added', kind: 'date', group: 'Record', isNeverEmpty: true } as const,
    { name: 'updated_at', label: 'Last changed', kind: 'date', group: 'Record', isNeverEmpty: true } as const,
    ...POLICY_FIELDS.values(),
  ].map((field) => [field.name, field]),
);
