import type { Operation, OperationItem } from '@ledgerline/contract/bulk-actions/endpoints';
import { Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { CountedChoice, CountedChoices } from '../../components/ui/counted-choices.tsx';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { LabelBadge } from '../../components/ui/label-badge.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { Pages } from '../../components/ui/pages.tsx';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { isOfInvoices, outcomeLabel } from './action-texts.ts';
import { useOperationItems } from './use-operations.ts';

const PAGE_SIZE = 5;

type ItemView = OperationItem['state'] | 'all' | 'kept';

interface OperationItemsProps {
  operation: Operation;
  /** Each view is offered if it has records. */
  views: readonly ItemView[];
  /** The view that is shown first, if it has records. */
  first?: ItemView;
}

/** The records of an action by their outcome, each with its reason. */
export function OperationItems({ operation, views, first }: OperationItemsProps) {
  const { action, counts } = operation;
  const countOf = (view: ItemView) => (view === 'all' ? counts.total : counts[view]);
  const offered = views.filter((view) => view === 'all' || countOf(view) > 0);
  const [chosen, setChosen] = useState(first);
  const view = offered.find((each) => each === chosen) ?? offered[0];
  if (!view) return null;
  return (
    <>
      {offered.length > 1 && (
        <CountedChoices label={`Show ${isOfInvoices(action) ? 'invoices' : 'clients'}`}>
          {offered.map((each) => (
            <CountedChoice
              key={each}
              label={viewLabel(action, each)}
              count={countOf(each)}
              isChosen={view === each}
              onChoose={() => setChosen(each)}
            />
          ))}
        </CountedChoices>
      )}
      <Items key={view} operation={operation} show={view} />
    </>
  );
}

function viewLabel(action: Operation['action'], view: ItemView): string {
  if (view === 'all') return 'All';
  return view === 'kept' ? 'Not undone' : outcomeLabel(action, view);
}

/** Page by page. */
function Items({ operation, show }: { operation: Operation; show: ItemView }) {
  const [page, setPage] = useState(1);
  const isWide = useIsWide();
  const records = isOfInvoices(operation.action) ? 'invoices' : 'clients';
  const query = useOperationItems(operation, { show, page, page_size: PAGE_SIZE });
  return (
    <Loaded
      query={query}
      failed={`Couldn’t load the ${records}.`}
      loading={<LoadingRows rows={4} />}
      isInCard
    >
      {({ data, total }) =>
        total === 0 ? (
          <Text size="sm" c="dimmed">
            {`No matching ${records}.`}
          </Text>
        ) : (
          <Paper withBorder aria-busy={query.isFetching} style={{ overflow: 'hidden' }}>
            <DataTable
              aria-label={`${records === 'invoices' ? 'Invoices' : 'Clients'} of this action`}
              columns={isWide ? [...columnsOf(operation), REASON] : columnsOf(operation, true)}
              rows={data}
              rowId={({ record_id }) => record_id}
              look="quiet"
              verticalSpacing={6}
              horizontalSpacing="md"
            />
            <Pages page={page} pageSize={PAGE_SIZE} total={total} onPage={setPage} />
          </Paper>
        )
      }
    </Loaded>
  );
}

const HUES = { pending: 'gray', changed: 'green', skipped: 'gray', rejected: 'red' } as const;

const REASON: Column<OperationItem> = { id: 'reason', header: 'Reason', cell: ({ reason }) => reason || '—' };

/** On phones the reason is below the name. */
const columnsOf = ({ action }: Operation, hasReason = false): Column<OperationItem>[] => [
  {
    ...(isOfInvoices(action) ? { id: 'invoice', header: 'Invoice' } : { id: 'client', header: 'Client' }),
    ...(hasReason ? {} : { width: '34%' }),
    cell: (item) => (
      <>
        {isOfInvoices(action) ? <ItemInvoice item={item} /> : <ItemClient item={item} />}
        {hasReason && item.reason && <Text size="sm">{item.reason}</Text>}
      </>
    ),
  },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 130,
    cell: ({ state, undo }) => {
      if (undo !== null)
        return (
          <LabelBadge hue={undo === 'kept' ? 'yellow' : 'gray'}>
            {undo === 'kept' ? 'Not undone' : 'Undone'}
          </LabelBadge>
        );
      return <LabelBadge hue={HUES[state]}>{outcomeLabel(action, state)}</LabelBadge>;
    },
  },
];

function ItemClient({ item: { client_id, record_id, label } }: { item: OperationItem }) {
  if (client_id === null) return <span>{`Client ${record_id}`}</span>;
  return (
    <AnchorLink to="/crm/clients/$clientId" params={{ clientId: String(client_id) }} size="sm">
      {label || 'No name'}
    </AnchorLink>
  );
}

function ItemInvoice({ item: { client_id, record_id, label } }: { item: OperationItem }) {
  if (client_id === null) return <span>{`Invoice ${record_id}`}</span>;
  return (
    <AnchorLink to="/crm/payments" search={{ invoice: record_id }} size="sm">
      {label}
    </AnchorLink>
  );
}
