import { FIELD_NAMES, type FieldName, isFieldName } from '../clients/fields/catalog.ts';
import { ADDRESS_PARTS, type AddressColumns, type AddressPart, combineAddress } from '../rules.ts';
import type { ImportKind } from './policy-columns.ts';
import { isPolicyTarget, POLICY_PERSON_FIELDS, POLICY_TARGETS, type PolicyTarget } from './policy-columns.ts';

/**
 * The target of a file column: a client field, a part of the address that is combined with the others, or what an import of
 * policies can fill.
 */
export const COLUMN_TARGETS = [...FIELD_NAMES, ...ADDRESS_PARTS, ...POLICY_TARGETS] as const;
export type ColumnTarget = FieldName | AddressPart | PolicyTarget;
export type Mapping = readonly (ColumnTarget | null)[];

/** Labels for parts of the address, in addition to the labels of fields. */
export const ADDRESS_PART_LABELS: Record<AddressPart, string> = {
  address_line_2: 'Address: line 2',
  city: 'Address: city',
  state: 'Address: state',
  zip: 'Address: ZIP code',
};

export function isAddressPart(target: string | null): target is AddressPart {
  return ADDRESS_PARTS.some((part) => part === target);
}

/** Whether an import of this kind can fill the target. */
export const isTargetOf = (kind: ImportKind, target: ColumnTarget): boolean =>
  kind === 'clients'
    ? !isPolicyTarget(target)
    : isPolicyTarget(target) || POLICY_PERSON_FIELDS.some((name) => name === target);

/** The client field that a column is written to. */
export function fieldOfTarget(target: ColumnTarget | null): FieldName | null {
  if (target === null || isFieldName(target)) return target;
  return isAddressPart(target) ? 'address' : null;
}

/** The texts of a row by field, with the columns of the address combined. */
export function fieldTexts(cells: readonly string[], mapping: Mapping): Map<FieldName, string> {
  const texts = new Map<FieldName, string>();
  const parts: AddressColumns = {};
  mapping.forEach((target, column) => {
    const text = cells[column] ?? '';
    if (target === null || isPolicyTarget(target) || text.trim() === '') return;
    if (isAddressPart(target)) parts[target] = text;
    else texts.set(target, text);
  });
  if (Object.keys(parts).length > 0) {
    texts.set('address', combineAddress({ ...parts, street: texts.get('address') ?? '' }));
  }
  return texts;
}
