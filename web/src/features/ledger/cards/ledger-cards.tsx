import { CLIENT_FIELDS, type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { ActionIcon, Box, Select, Skeleton, Text } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { Pages } from '../../../components/ui/pages.tsx';
import { LoadAlert } from '../../../components/ui/retry-button.tsx';
import { clientName } from '../../../domain/clients/client-name.ts';
import { ClientStatusBadge } from '../../../domain/clients/client-status-badge.tsx';
import { displayText } from '../../../domain/clients/field-text.ts';
import { CARD_DETAILS, CARD_FIELDS, CARDS_PER_PAGE } from '../first-rows.ts';
import { sortedOnlyBy } from '../sheet/ledger-columns.ts';
import type { LedgerSession } from '../store/ledger-session.ts';
import styles from './ledger-cards.module.css';

interface LedgerCardsProps {
  session: LedgerSession;
  view: LedgerView;
  onView: (change: Partial<LedgerView>) => void;
}

/** The clients of the ledger where the screen is too narrow for the sheet. Each card opens the client, to edit it there. */
export function LedgerCards({ session, view, onView }: LedgerCardsProps) {
  const { order } = session.state;
  const pages = Math.max(1, Math.ceil(order.count / CARDS_PER_PAGE));
  const page = Math.min(pages, Math.floor(session.firstRow / CARDS_PER_PAGE) + 1);
  const first = (page - 1) * CARDS_PER_PAGE;
  const list = useRef<HTMLDivElement>(null);
  const look = (row: number) => {
    session.look(row, CARDS_PER_PAGE, CARD_FIELDS, false);
    session.state.emit();
  };
  useEffect(() => session.look(first, CARDS_PER_PAGE, CARD_FIELDS, false), [session, first]);
  // A range of the sheet would stay selected invisibly.
  useEffect(() => session.ranges.select(null), [session]);
  return (
    <div className={styles.list} ref={list}>
      <SortLine view={view} onView={onView} />
      {session.hasMissingRows && (
        <LoadAlert text="Some clients could not be loaded." onRetry={() => look(first)} />
      )}
      <ul className="plain" aria-label="Clients">
        {order.keys(first, first + CARDS_PER_PAGE).map((key) => (
          <li key={key} className={styles.card}>
            {key > 0 ? <ClientCard id={key} session={session} /> : <UnsavedRow />}
          </li>
        ))}
      </ul>
      <Pages
        page={page}
        pageSize={CARDS_PER_PAGE}
        total={order.count}
        onPage={(next) => {
          look((next - 1) * CARDS_PER_PAGE);
          if (list.current) list.current.scrollTop = 0;
        }}
      />
    </div>
  );
}

/** A row that was added in the sheet before the window became narrower. */
function UnsavedRow() {
  return (
    <Text size="sm" c="dimmed" p="sm">
      New row that is not saved. Widen the window to edit it.
    </Text>
  );
}

function ClientCard({ id, session }: { id: number; session: LedgerSession }) {
  const value = (field: FieldName) => session.state.value(id, field);
  const text = (field: FieldName) => displayText(fieldNamed(field), value(field));
  const isLoading = CARD_FIELDS.some((field) => value(field) === undefined);
  const names = { client_first_name: text('client_first_name'), client_last_name: text('client_last_name') };
  const details = CARD_DETAILS.map(text).filter(Boolean);
  const unsaved = [...session.state.failed.values()].filter(({ key }) => key === id).length;
  if (isLoading)
    return (
      <Box p="sm" h={64} role="status" aria-label="Loading">
        <Skeleton height={10} width="50%" mb={12} />
        <Skeleton height={10} width="80%" />
      </Box>
    );
  return (
    <AnchorLink
      to="/crm/clients/$clientId"
      params={{ clientId: String(id) }}
      className={styles.open ?? ''}
      underline="never"
      c="inherit"
    >
      <span className={styles.heading}>
        <span className={styles.name}>{clientName(names)}</span>
        <ClientStatusBadge status={String(value('status'))} />
      </span>
      {details.length > 0 && <span className={styles.details}>{details.join(' · ')}</span>}
      {unsaved > 0 && (
        <Text size="sm" c="red">
          {unsaved === 1 ? '1 cell not saved.' : `${unsaved} cells not saved.`} Widen the window to try again.
        </Text>
      )}
    </AnchorLink>
  );
}

const SORTS: { value: LedgerView['sort']; label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'created_at', label: 'Date added' },
  ...CLIENT_FIELDS.filter(({ name }) => name !== 'client_last_name').map(({ name, label }) => ({
    value: name,
    label,
  })),
];

function SortLine({ view, onView }: Pick<LedgerCardsProps, 'view' | 'onView'>) {
  const isAscending = view.direction === 'asc';
  const Icon = isAscending ? IconSortAscending : IconSortDescending;
  return (
    <div className={styles.sort}>
      <Select
        aria-label="Sort by"
        flex={1}
        searchable
        allowDeselect={false}
        data={SORTS}
        value={view.sort === 'client_last_name' ? 'name' : view.sort}
        onChange={(chosen) => {
          const sort = SORTS.find(({ value }) => value === chosen)?.value;
          if (sort) onView(sortedOnlyBy(sort, view.direction));
        }}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={isAscending ? 'Sort Descending' : 'Sort Ascending'}
        onClick={() => onView({ direction: isAscending ? 'desc' : 'asc' })}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
