import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import type { InvoiceSort } from '@ledgerline/contract/lists';
import { INVOICE_PAGE_SIZE, moneyDisplay } from '@ledgerline/contract/rules';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { type Column, DataTable } from '../../../components/ui/data-table.tsx';
import { ListFrame } from '../../../components/ui/list-frame.tsx';
import { NoEntries } from '../../../components/ui/no-entries.tsx';
import type { Selection } from '../../../components/ui/row-boxes.tsx';
import { SearchInput } from '../../../components/ui/search-input.tsx';
import { BulkActions } from '../../../domain/bulk-actions/bulk-actions.tsx';
import { SelectableCards } from '../../../domain/bulk-actions/selectable-cards.tsx';
import { type ListSelection, useSelection } from '../../../domain/bulk-actions/use-selection.ts';
import { dayText } from '../../../domain/days.ts';
import { ListFilterButton, ListFilterChips } from '../../../domain/filters/list-filters.tsx';
import { SavedViews } from '../../../domain/saved-views/saved-views.tsx';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { useLastPage } from '../../../lib/use-last-page.ts';
import type { useInvoices } from '../api.ts';
import type { OnInvoiceAction } from '../invoice-actions.ts';
import { clientText } from '../invoice-display.ts';
import { InvoiceDue } from '../invoice-due.tsx';
import { InvoiceStatusBadge } from '../invoice-status-badge.tsx';
import { PaidProgress } from '../paid-progress.tsx';
import { ClientCell, INVOICE_COLUMNS } from './invoice-columns.tsx';
import { InvoiceFilters, InvoiceToggles } from './invoice-filters.tsx';
import { InvoiceTotals } from './invoice-totals.tsx';
import styles from './invoices.module.css';
import { type InvoiceListState, NOT_NARROWED, sortingOf, viewOf } from './list-state.ts';
import { RowActions, RowMenu } from './row-actions.tsx';

const NO_INVOICES = {
  noMatch: { title: 'No invoices found', text: 'No invoices match these filters and this search.' },
  none: {
    title: 'No invoices yet',
    text: 'Invoices with their payment links and payments appear here.',
    icon: <IconReceipt size={22} aria-hidden />,
    addLabel: 'New Invoice',
  },
};

interface InvoicesListProps {
  query: ReturnType<typeof useInvoices>;
  state: InvoiceListState;
  /** Updates the list. Any change other than the page resets to the first page (1§9). */
  onShow: (change: InvoiceListState) => void;
  onAction: OnInvoiceAction;
  onNew: () => void;
  /** The invoice being refreshed. */
  refreshing: number | null;
}

/** The list of invoices with filters, controlled by its parent. */
export function InvoicesList(props: InvoicesListProps) {
  const { query, state, onShow } = props;
  const { page = 1 } = state;
  const total = query.isPlaceholderData ? undefined : query.data?.total;
  const isWide = useIsWide();
  const view = viewOf(state);
  const selection = useSelection(JSON.stringify(view));
  useLastPage({ page, total, pageSize: INVOICE_PAGE_SIZE, onPage: (last) => onShow({ page: last }) });
  return (
    <Stack gap="sm" miw={0}>
      <InvoiceTotals state={state} onShow={onShow} />
      <SavedViews list="invoices" />
      <div className={styles.toolbar}>
        <InvoiceFilters state={state} counts={query.data?.counts} onShow={onShow} />
        <div className={styles.narrowing}>
          <InvoiceToggles state={state} counts={query.data?.counts} onShow={onShow} />
          <ListFilterButton
            list="invoices"
            isCompact
            filter={state.filter}
            onChange={(filter) => onShow({ filter })}
          />
          <SearchInput
            label="Search invoices"
            placeholder="Search invoices..."
            q={state.q ?? ''}
            onSearch={(q) => onShow({ q })}
            ml="auto"
          />
        </div>
        <ListFilterChips list="invoices" filter={state.filter} onChange={(filter) => onShow({ filter })} />
      </div>
      <BulkActions selection={selection} total={total} list={{ of: 'invoices', view }} />
      <List {...props} isWide={isWide} selection={selection} />
    </Stack>
  );
}

interface ListProps extends InvoicesListProps {
  isWide: boolean;
  selection: ListSelection;
}

function List({ query, state, onShow, onAction, onNew, refreshing, isWide, selection }: ListProps) {
  return (
    <ListFrame
      query={query}
      failed="Error Loading Invoices"
      reasonOf={({ message }) => `Failed to load invoices: ${message}`}
      loading={{ rows: INVOICE_PAGE_SIZE, height: isWide ? 48 : 72, label: 'Loading invoices' }}
    >
      {({ data: invoices, total, counts }) =>
        total === 0 ? (
          <NoEntries
            {...NO_INVOICES}
            isNarrowed={counts.all > 0 || state.filter !== undefined}
            onAdd={onNew}
            onClear={() => onShow(NOT_NARROWED)}
          />
        ) : (
          <>
            {isWide ? (
              <DataTable
                columns={[actionsColumn(onAction, refreshing), ...INVOICE_COLUMNS]}
                rows={invoices}
                rowId={({ id }) => id}
                look="list"
                rowHeight={48}
                minWidth={1160}
                rowClassName={styles.row}
                sorting={sortingOf(state)}
                onSort={onShow}
                selection={{
                  ...boxesOf(selection, invoices, query.isPlaceholderData),
                  ...(styles.box ? { className: styles.box } : {}),
                }}
              />
            ) : (
              <SelectableCards
                of="invoices"
                rows={invoices}
                card={(invoice) => (
                  <InvoiceCard invoice={invoice} onAction={onAction} isBusy={refreshing === invoice.id} />
                )}
                selection={selection}
                boxes={boxesOf(selection, invoices, query.isPlaceholderData)}
              />
            )}
            <InvoicePages page={state.page ?? 1} total={total} onPage={(page) => onShow({ page })} />
          </>
        )
      }
    </ListFrame>
  );
}

const boxesOf = (
  { isAll, ids, choose }: ListSelection,
  invoices: readonly InvoiceRow[],
  isDisabled: boolean,
): Selection<InvoiceRow, number> => ({
  chosen: isAll ? invoices.map(({ id }) => id) : ids,
  onChoose: choose,
  isDisabled,
  allLabel: 'All invoices on this page',
  labelOf: (invoice) => `Select ${invoice.external_ref ?? invoice.id}, ${clientText(invoice)}`,
});

function actionsColumn(
  onAction: OnInvoiceAction,
  refreshing: number | null,
): Column<InvoiceRow, InvoiceSort> {
  return {
    id: 'actions',
    header: 'Actions',
    width: 172,
    cell: (invoice) => (
      <RowActions invoice={invoice} onAction={onAction} isBusy={refreshing === invoice.id} />
    ),
  };
}

interface InvoicePagesProps {
  page: number;
  total: number;
  onPage: (page: number) => void;
}

/** Pagination; hidden if there is only one page (1§2). */
function InvoicePages({ page, total, onPage }: InvoicePagesProps) {
  if (total <= INVOICE_PAGE_SIZE) return null;
  const first = (page - 1) * INVOICE_PAGE_SIZE + 1;
  const last = Math.min(page * INVOICE_PAGE_SIZE, total);
  const pages = Math.ceil(total / INVOICE_PAGE_SIZE);
  const number = (value: number) => value.toLocaleString('en-US');
  return (
    <nav className={styles.pages} aria-label="Pages">
      <Text size="sm" c="dimmed" className="tabular" role="status">
        Showing {number(first)} to {number(last)} of {number(total)} invoices
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button size="xs" variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Text size="sm" className="tabular">
          Page {number(page)} of {number(pages)}
        </Text>
        <Button size="xs" variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </Group>
    </nav>
  );
}

interface InvoiceCardProps {
  invoice: InvoiceRow;
  onAction: OnInvoiceAction;
  isBusy: boolean;
}

/** An invoice in the list below 768 px. */
function InvoiceCard({ invoice, onAction, isBusy }: InvoiceCardProps) {
  return (
    <div className={styles.card}>
      <Group gap="xs" wrap="nowrap">
        <ClientCell invoice={invoice} />
        <span className={styles.amount}>{moneyDisplay(invoice.total_cents)}</span>
        <RowMenu invoice={invoice} onAction={onAction} isBusy={isBusy} />
      </Group>
      <div className={styles.cardFooter}>
        <InvoiceStatusBadge invoice={invoice} hasDue />
        <InvoiceDue invoice={invoice} />
        <Text span size="xs">
          {invoice.square_account}
        </Text>
        {invoice.status === 'partially_paid' && <PaidProgress invoice={invoice} />}
        <Text span size="xs" c="dimmed" className="tabular" ml="auto">
          {invoice.sent_at ? `Sent ${dayText(invoice.sent_at)}` : `Created ${dayText(invoice.created_at)}`}
        </Text>
      </div>
    </div>
  );
}
