import {
  type CatalogField,
  CLIENT_FIELDS,
  type FieldName,
  GROUP_TITLES,
} from '@ledgerline/contract/clients/fields/catalog';
import type { FieldGroup } from '@ledgerline/contract/clients/fields/field';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import type { SheetColumn } from '../../../components/grid/sheet-types.ts';
import type { ColumnLayout } from './use-column-layout.ts';

const FIELDS: readonly CatalogField[] = CLIENT_FIELDS;
/** Frozen columns; their arrow opens the client (decisions O2). */
export const NAME_COLUMNS: readonly FieldName[] = ['client_first_name', 'client_last_name'];

export interface FieldGroupColumns {
  group: FieldGroup;
  title: string;
  fields: CatalogField[];
}

/** Catalog fields by card. */
export const GROUPS: readonly FieldGroupColumns[] = [...new Set(FIELDS.map((field) => field.group))].map(
  (group) => ({
    group,
    title: GROUP_TITLES[group],
    fields: FIELDS.filter((field) => field.group === group),
  }),
);

/** Grid columns: header, width, card and sort indicator. */
export function sheetColumns(
  fields: readonly CatalogField[],
  widths: ColumnLayout['widths'],
  view: LedgerView,
): SheetColumn[] {
  return fields.map((field) => ({
    id: field.name,
    title: field.label,
    width: widths[field.name] ?? field.width,
    group: GROUP_TITLES[field.group],
    sorted: sortOf(field.name, view),
  }));
}

/** Sorting by name uses last name, then first name. */
function sortOf(name: FieldName, view: LedgerView): 'asc' | 'desc' | undefined {
  const isSorted = view.sort === name || (view.sort === 'name' && name === 'client_last_name');
  return isSorted ? view.direction : undefined;
}

/** Clicking a header cycles: ascending, descending, then back to name. */
export function nextSort(view: LedgerView, name: FieldName): Pick<LedgerView, 'sort' | 'direction'> {
  const sort = name === 'client_last_name' ? 'name' : name;
  if (view.sort !== sort) return { sort, direction: 'asc' };
  if (view.direction === 'asc') return { sort, direction: 'desc' };
  return { sort: 'name', direction: 'asc' };
}
