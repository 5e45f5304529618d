import {
  REPORT_ROWS_PAGE_SIZE,
  type ReportRow,
  ROW_LISTS,
  type RowList,
} from '@ledgerline/contract/reports/endpoints';
import { dateShort, moneyDisplay, TRANSACTION_KIND_LABELS } from '@ledgerline/contract/rules';
import { filterText } from '@ledgerline/contract/rules/filters';
import { Button, Stack, Text } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { ListFrame } from '../../components/ui/list-frame.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { Pages } from '../../components/ui/pages.tsx';
import { agentText, useAgentNames } from '../../domain/agents/agent-names.ts';
import { ListFilterButton, ListFilterChips } from '../../domain/filters/list-filters.tsx';
import { useLastPage } from '../../lib/use-last-page.ts';
import { useReportRows } from './api.ts';
import styles from './reports.module.css';

const route = getRouteApi('/portal/crm/reports/rows');

const TITLES: Record<RowList, string> = { payments: 'Payments and Refunds', tasks: 'Tasks' };
const EMPTY_TEXTS: Record<RowList, string> = {
  payments: 'Payments and refunds of invoices will appear here.',
  tasks: 'Tasks will appear here.',
};
const STATES: Record<ReportRow['state'], string> = { ...TRANSACTION_KIND_LABELS, open: 'Open', done: 'Done' };

/** /crm/reports/rows: the payments or tasks behind a figure. The state is in the URL. */
export function ReportRowsPage() {
  const { list: named, filter, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  useAgentNames();
  const list = ROW_LISTS.find((each) => each === named) ?? 'payments';
  const text = filterText(filter);
  const query = useReportRows({ list, page, ...(text === undefined ? {} : { filter: text }) });
  const show = (changed: typeof filter) =>
    void navigate({ search: (now) => ({ ...now, page: undefined, filter: changed }) });
  const onPage = (next: number) =>
    void navigate({ search: (now) => ({ ...now, page: next === 1 ? undefined : next }) });
  useLastPage({
    ...{
      page,
      total: query.isPlaceholderData ? undefined : query.data?.total,
      pageSize: REPORT_ROWS_PAGE_SIZE,
    },
    onPage: (last) => void navigate({ search: (now) => ({ ...now, page: last }), replace: true }),
  });
  const cents = query.data?.total_cents;
  return (
    <Stack gap="sm" miw={0} maw={1280}>
      <PageHeader title={TITLES[list]} back={{ href: '/crm/reports', label: 'Reports' }} />
      <div className={styles.toolbar}>
        <ListFilterButton list={list} filter={filter} onChange={show} />
        <ListFilterChips list={list} filter={filter} onChange={show} />
        {typeof cents === 'number' && !query.isPlaceholderData && (
          <Text fw={600} className="tabular">
            Sum {moneyDisplay(cents)}
          </Text>
        )}
      </div>
      <ListFrame
        query={query}
        failed="The list could not be loaded."
        loading={{ rows: 12, height: 40, label: 'Loading the list' }}
      >
        {({ rows, total }) =>
          total === 0 ? (
            <EmptyState
              title={list === 'payments' ? 'No payments' : 'No tasks'}
              text={filter ? 'Nothing matches this filter. Change it or clear it.' : EMPTY_TEXTS[list]}
              icon={<IconListSearch size={22} aria-hidden />}
              action={
                filter && (
                  <Button variant="default" onClick={() => show(undefined)}>
                    Clear
                  </Button>
                )
              }
            />
          ) : (
            <>
              <DataTable
                aria-label={TITLES[list]}
                columns={columnsOf(list)}
                rows={rows}
                rowId={({ id }) => id}
                look="list"
                rowHeight={40}
                minWidth={760}
              />
              <Pages page={page} pageSize={REPORT_ROWS_PAGE_SIZE} total={total} onPage={onPage} />
            </>
          )
        }
      </ListFrame>
    </Stack>
  );
}

function columnsOf(list: RowList): Column<ReportRow>[] {
  const amount: Column<ReportRow> = {
    ...{ id: 'amount', header: 'Amount', width: '14%', align: 'right' },
    cell: ({ amount_cents }) => <span className="tabular">{moneyDisplay(amount_cents ?? 0)}</span>,
  };
  return [
    {
      ...{ id: 'day', header: 'Date', width: '12%' },
      cell: ({ day }) => <span className="tabular">{dateShort(day)}</span>,
    },
    { ...{ id: 'client', header: 'Client', width: '20%' }, cell: clientLink },
    {
      ...{ id: 'title', header: list === 'payments' ? 'Invoice' : 'Task', width: '26%' },
      cell: ({ title, invoice_id }) =>
        invoice_id === null ? (
          title
        ) : (
          <AnchorLink to="/crm/payments" search={{ saved: 'all', invoice: invoice_id }} inherit>
            {title}
          </AnchorLink>
        ),
    },
    {
      ...{ id: 'state', header: list === 'payments' ? 'Kind' : 'Status', width: '14%' },
      cell: ({ state }) => STATES[state],
    },
    {
      ...{ id: 'agent', header: list === 'payments' ? 'Client owner' : 'Agent', width: '14%' },
      cell: ({ agent_id }) => (agent_id === null ? 'Unassigned' : agentText(agent_id)),
    },
    ...(list === 'payments' ? [amount] : []),
  ];
}

const clientLink = ({ client_id, client_name }: ReportRow) =>
  client_id === null ? (
    'No client'
  ) : (
    <AnchorLink to="/crm/clients/$clientId" params={{ clientId: String(client_id) }} inherit>
      {client_name ?? 'Unnamed client'}
    </AnchorLink>
  );
