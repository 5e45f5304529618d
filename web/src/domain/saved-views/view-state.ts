import { parseFilter } from '@ledgerline/contract/rules/filters';
import type { SavedViewColumns, SavedViewState } from '@ledgerline/contract/saved-views/endpoints';
import type { SavedViewList } from '@ledgerline/contract/saved-views/lists';

export type Search = Readonly<Record<string, unknown>>;

const ORDER = ['sort', 'direction', 'then_by'] as const;
const OF_CLIENTS = ['filter', 'status', 'owner', ...ORDER] as const;

/** The search parameters that belong to a view of a list. */
const KEYS: Record<SavedViewList, readonly (keyof SavedViewState)[]> = {
  clients: OF_CLIENTS,
  ledger: OF_CLIENTS,
  invoices: ['filter', 'status', 'account', 'recurring', 'pending', 'overdue', ...ORDER],
  recurring_payments: ['filter', 'tab'],
  submissions: ['filter', 'status', 'form', 'type', 'modified', ...ORDER],
};

const BY_NAME = { sort: 'name', direction: 'asc' };
const DEFAULT_ORDER: Record<SavedViewList, { sort: string; direction: string }> = {
  clients: BY_NAME,
  ledger: BY_NAME,
  invoices: { sort: 'created', direction: 'desc' },
  // Not sortable.
  recurring_payments: { sort: '', direction: '' },
  submissions: { sort: 'changed', direction: 'desc' },
};

/** The state that a view would store for a URL: without defaults, always in the same order. */
export function stateOf(list: SavedViewList, search: Search): SavedViewState {
  const order = DEFAULT_ORDER[list];
  const { sort = order.sort, direction = order.direction } = search;
  const { filter, status, then_by } = search;
  const isDefaultOrder = sort === order.sort && direction === order.direction && !then_by;
  const given: Search = {
    ...search,
    filter: filter === undefined ? undefined : JSON.stringify(filter),
    status: status === 'all' ? undefined : status,
    sort: isDefaultOrder ? undefined : sort,
    direction: isDefaultOrder ? undefined : direction,
  };
  return Object.fromEntries(
    KEYS[list].flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])),
  );
}

/** The search parameters of a view. Submissions are one tab of their page. */
export function searchOf(list: SavedViewList, { filter, ...state }: SavedViewState): Search {
  return {
    ...(list === 'submissions' ? { view: 'submissions' } : {}),
    ...state,
    ...(filter === undefined ? {} : { filter: parseFilter(filter) }),
  };
}

export const hasState = (list: SavedViewList, search: Search): boolean =>
  Object.keys(stateOf(list, search)).length > 0;

/** Compares the parameters that a view stores, whatever their order. */
export function isSameState(list: SavedViewList, search: Search, state: SavedViewState): boolean {
  return JSON.stringify(stateOf(list, search)) === JSON.stringify(stateOf(list, searchOf(list, state)));
}

/** Compares all search parameters, whatever their order. */
export const isSameSearch = (one: object, other: object): boolean => searchText(one) === searchText(other);

const searchText = (search: object): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** A view without columns does not change those of the list, so it never differs. */
export function isSameColumns(one: SavedViewColumns | undefined, other: SavedViewColumns | null): boolean {
  return !one || !other || columnsText(one) === columnsText(other);
}

const columnsText = ({ hidden, widths, frozen_to = '' }: SavedViewColumns): string =>
  JSON.stringify([
    [...hidden].sort(),
    Object.entries(widths).sort(([a], [b]) => (a < b ? -1 : 1)),
    frozen_to,
  ]);
