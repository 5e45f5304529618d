import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import type { InvoiceSort } from '@ledgerline/contract/lists';
import { INVOICE_PAGE_SIZE } from '@ledgerline/contract/rules';
import { type Filter, filterText } from '@ledgerline/contract/rules/filters';
import type { Sorting } from '@ledgerline/contract/rules/sort-keys';
import type { BulkList } from '../../../domain/bulk-actions/bulk-forms.ts';
import type { InvoiceListQuery } from '../api.ts';

/** Filters of the list; an omitted filter does not restrict it. */
export interface InvoiceListState {
  status?: InvoiceRow['status'] | undefined;
  account?: InvoiceRow['square_account'] | undefined;
  recurring?: boolean | undefined;
  pending?: boolean | undefined;
  overdue?: boolean | undefined;
  q?: string | undefined;
  filter?: Filter | undefined;
  sort?: InvoiceSort | undefined;
  direction?: 'asc' | 'desc' | undefined;
  then_by?: string | undefined;
  page?: number | undefined;
}

/** Filters, toggles and search, without sort and page. */
export const NOT_NARROWED: InvoiceListState = {
  status: undefined,
  account: undefined,
  recurring: undefined,
  pending: undefined,
  overdue: undefined,
  q: undefined,
  filter: undefined,
};

export function sortingOf({
  sort = 'created',
  direction = 'desc',
  then_by,
}: InvoiceListState): Sorting<InvoiceSort> {
  return { sort, direction, then_by };
}

type View = Extract<BulkList, { of: 'invoices' }>['view'];

/** What the list shows, on all of its pages. */
export function viewOf(state: InvoiceListState): View {
  return {
    ...(state.status ? { status: state.status } : {}),
    ...(state.account ? { account: state.account } : {}),
    ...(state.recurring ? { recurring: 'true' } : {}),
    ...(state.pending ? { pending_payment: 'true' } : {}),
    ...(state.overdue ? { overdue: 'true' } : {}),
    ...(state.q ? { q: state.q } : {}),
    ...(state.filter ? { filter: filterText(state.filter) } : {}),
  };
}

/** The list is paginated on the server (decision 019). */
export function queryOf(state: InvoiceListState): InvoiceListQuery {
  return {
    ...viewOf(state),
    ...sortingOf(state),
    page: state.page ?? 1,
    page_size: INVOICE_PAGE_SIZE,
  };
}

/** Omit default values to keep URLs short. */
export function withoutDefaults<S extends InvoiceListState>(state: S): S {
  const isDefaultSort = state.sort === 'created' && state.direction === 'desc';
  return {
    ...state,
    q: state.q || undefined,
    page: state.page === 1 ? undefined : state.page,
    ...(isDefaultSort ? { sort: undefined, direction: undefined } : {}),
  };
}
