import { type FilterOperator, operatorsOf } from '@ledgerline/contract/rules/filter-operators';
import type { Filter, FilterCondition, FilterField } from '@ledgerline/contract/rules/filters';

export const where = (field: string, op: FilterOperator, ...values: string[]): FilterCondition => ({
  field,
  op,
  values,
});
export const all = (...rules: Filter['rules']): Filter => ({ match: 'all', rules });
export const any = (...rules: Filter['rules']): Filter => ({ match: 'any', rules });

const VALUES: Partial<Record<FilterField['kind'], string>> = {
  date: '2026-01-31',
  birth: '1990-01-31',
  money: '12.50',
  number: '50',
  agent: 'me',
};
const WITHOUT_VALUE: readonly FilterOperator[] = ['is_empty', 'is_filled', 'birthday_month'];
const DAYS: readonly FilterOperator[] = ['next_days', 'last_days', 'birthday_days'];

function valuesFor({ kind, options }: FilterField, op: FilterOperator): string[] {
  if (WITHOUT_VALUE.includes(op)) return [];
  if (DAYS.includes(op)) return ['7'];
  const value = VALUES[kind] ?? options?.[0]?.value ?? 'x';
  return op === 'between' ? [value, value] : [value];
}

const SIZE = 50;

/** Filters that together contain every operator of every field. */
export function everyFilter(fields: ReadonlyMap<string, FilterField>): Filter[] {
  const conditions = [...fields.values()].flatMap((field) =>
    operatorsOf(field).map((op) => where(field.name, op, ...valuesFor(field, op))),
  );
  return Array.from({ length: Math.ceil(conditions.length / SIZE) }, (_, at) =>
    all(...conditions.slice(at * SIZE, (at + 1) * SIZE)),
  );
}
