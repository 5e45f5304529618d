import {
  type CatalogField,
  CLIENT_FIELDS,
  type FieldName,
  GROUP_TITLES,
} from '@ledgerline/contract/clients/fields/catalog';
import type { FieldGroup } from '@ledgerline/contract/clients/fields/field';
import { LEDGER_SORTS, type LedgerView } from '@ledgerline/contract/ledger/endpoints';
import {
  type Sorting,
  type SortKey,
  sortingOf,
  sortKeys,
  withKey,
  withNextKey,
} from '@ledgerline/contract/rules/sort-keys';
import type { SheetColumn } from '../../../components/grid/sheet-types.ts';
import type { ColumnLayout } from './use-column-layout.ts';

const FIELDS: readonly CatalogField[] = CLIENT_FIELDS;
/** Frozen until the agent freezes others; their arrow opens the client (decisions O2). */
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
  const keys = ledgerSortKeys(view);
  return fields.map((field) => ({
    id: field.name,
    title: field.label,
    width: widthOf(field, widths),
    group: GROUP_TITLES[field.group],
    sorted: sortedBy(keys, sortOfField(field.name)),
  }));
}

function sortedBy(keys: readonly SortKey<LedgerView['sort']>[], sort: LedgerView['sort']) {
  const at = keys.findIndex((key) => key.sort === sort);
  const direction = keys[at]?.direction;
  return direction && { direction, ...(keys.length > 1 ? { position: at + 1 } : {}) };
}

/** Sorting by name uses last name, then first name. */
export const sortOfField = (name: FieldName): LedgerView['sort'] =>
  name === 'client_last_name' ? 'name' : name;

export const ledgerSortKeys = (view: LedgerView) => sortKeys(view, LEDGER_SORTS);

type Order = Sorting<LedgerView['sort']>;

const orderBy = (keys: readonly SortKey<LedgerView['sort']>[]): Order =>
  sortingOf(keys, { sort: 'name', direction: 'asc' });

export const sortedOnlyBy = (sort: LedgerView['sort'], direction: 'asc' | 'desc'): Order =>
  orderBy([{ sort, direction }]);

/** The order of a view with this key added, or with its new direction. */
export const alsoSortedBy = (
  view: LedgerView,
  sort: LedgerView['sort'],
  direction: 'asc' | 'desc' | null,
): Order => orderBy(withKey(ledgerSortKeys(view), sort, direction));

/** Clicking a header cycles: ascending, descending, then back to name. `isAdded`: Shift+click, which keeps the other keys. */
export function nextOrder(view: LedgerView, name: FieldName, isAdded: boolean): Order {
  const sort = sortOfField(name);
  if (isAdded) return orderBy(withNextKey(ledgerSortKeys(view), sort));
  if (view.sort !== sort) return sortedOnlyBy(sort, 'asc');
  return view.direction === 'asc' ? sortedOnlyBy(sort, 'desc') : sortedOnlyBy('name', 'asc');
}

export function widthOf(field: CatalogField | undefined, widths: ColumnLayout['widths']): number {
  return field ? (widths[field.name] ?? field.width) : 0;
}
