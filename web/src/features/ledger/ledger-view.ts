import { CLIENT_STATUSES } from '@ledgerline/contract/clients/statuses';
import { LEDGER_SORTS, type LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { type Filter, parseFilter } from '@ledgerline/contract/rules/filters';
import { knownThenBy } from '@ledgerline/contract/rules/sort-keys';
import { LEDGER_VIEW_KEY } from '../../domain/clients/ledger-view-key.ts';

/** The URL search parameters of the ledger. An omitted filter does not restrict it. */
export interface LedgerSearch {
  view?: number | 'all' | undefined;
  status?: LedgerView['status'] | undefined;
  owner?: 'me' | undefined;
  q?: string | undefined;
  filter?: Filter | undefined;
  sort?: string | undefined;
  direction?: LedgerView['direction'] | undefined;
  then_by?: string | undefined;
}

function isSort(name: string | undefined): name is LedgerView['sort'] {
  return LEDGER_SORTS.some((each) => each === name);
}

/** The view for a URL. An unknown sort field falls back to name. */
export function viewOf({
  status = 'all',
  owner,
  q,
  filter,
  sort,
  direction = 'asc',
  then_by: further,
}: LedgerSearch): LedgerView {
  const first = isSort(sort) ? sort : 'name';
  const then_by = knownThenBy(further, first, LEDGER_SORTS);
  return {
    status,
    sort: first,
    direction,
    ...(then_by ? { then_by } : {}),
    ...(owner ? { owner } : {}),
    ...(q ? { q } : {}),
    ...(filter ? { filter: JSON.stringify(filter) } : {}),
  };
}

/** Whether the URL has no view parameters. */
export function isBare(search: LedgerSearch): boolean {
  return Object.values(search).every((value) => value === undefined);
}

/** The view as URL parameters, without defaults. */
export function searchOf(view: LedgerView): LedgerSearch {
  return {
    ...(view.status === 'all' ? {} : { status: view.status }),
    ...(view.owner === 'me' ? { owner: view.owner } : {}),
    ...(view.q ? { q: view.q } : {}),
    ...(view.filter ? { filter: parseFilter(view.filter) } : {}),
    ...(view.sort === 'name' ? {} : { sort: view.sort }),
    ...(view.direction === 'asc' ? {} : { direction: view.direction }),
    ...(view.then_by ? { then_by: view.then_by } : {}),
  };
}

/** Filter, owner and order of the last visit; null if none are stored. The search and the filter by fields are not restored. */
export function rememberedView(): Partial<LedgerView> | null {
  const stored = new URLSearchParams(localStorage.getItem(LEDGER_VIEW_KEY) ?? '');
  if (stored.size === 0) return null;
  const sort = stored.get('sort') ?? undefined;
  const then_by = knownThenBy(stored.get('then_by'), isSort(sort) ? sort : 'name', LEDGER_SORTS);
  const status = CLIENT_STATUSES.find((each) => each === stored.get('status'));
  return {
    ...(status ? { status } : {}),
    ...(stored.get('owner') === 'me' ? { owner: 'me' as const } : {}),
    ...(isSort(sort) ? { sort } : {}),
    direction: stored.get('direction') === 'desc' ? 'desc' : 'asc',
    ...(then_by ? { then_by } : {}),
  };
}

export function rememberView(view: LedgerView): void {
  const entries = Object.entries(searchOf({ ...view, filter: undefined })).map(([name, value]) => [
    name,
    String(value),
  ]);
  localStorage.setItem(LEDGER_VIEW_KEY, new URLSearchParams(entries).toString());
}

/** The change of a view to another filter by fields. */
export const filteredBy = (filter: Filter | undefined): Partial<LedgerView> => ({
  filter: filter && JSON.stringify(filter),
});
