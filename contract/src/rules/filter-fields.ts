import type { FilterField, FilterKind } from './filters.ts';

// How a list declares what it can be filtered by.

type Choices = NonNullable<FilterField['options']>;
/** Name, label, and kind, or the values of a choice. Choices are never empty; `filled` marks other fields that never are. */
type FieldRow = readonly [name: string, label: string, kind: FilterKind | Choices, filled?: 'filled'];

/** The values of a choice with their labels. */
export const choicesOf = <Value extends string>(
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
): Choices => values.map((value) => ({ value, label: labels[value] }));

/** The values of a choice that are their own labels. */
export const plainChoices = (values: readonly string[]): Choices =>
  values.map((value) => ({ value, label: value }));

/** The fields of a list by name, under the headings of the menu and in its order. */
export function filterFields(
  groups: Readonly<Record<string, readonly FieldRow[]>>,
): ReadonlyMap<string, FilterField> {
  const fields = Object.entries(groups).flatMap(([group, rows]) => rows.map((row) => fieldOf(group, row)));
  return new Map(fields.map((field) => [field.name, field]));
}

function fieldOf(group: string, [name, label, kind, filled]: FieldRow): FilterField {
  if (typeof kind !== 'string')
    return { name, label, group, kind: 'choice', options: kind, isNeverEmpty: true };
  return { name, label, group, kind, ...(filled ? { isNeverEmpty: true } : {}) };
}
