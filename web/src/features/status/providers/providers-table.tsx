import type { ProviderState } from '@ledgerline/contract/providers/endpoints';
import { Box, Group, Text } from '@mantine/core';
import { type Column, DataTable } from '../../../components/ui/data-table.tsx';
import { LabelBadge } from '../../../components/ui/label-badge.tsx';
import { RelativeTime } from '../../../domain/relative-time.tsx';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { adapterLabel, eventText, partLabel, providerStateLabel } from './provider-text.ts';
import styles from './providers.module.css';

interface ProvidersTableProps {
  providers: readonly ProviderState[];
  /** When the state was fetched. */
  now: number;
}

/** One row per service; a list on narrow screens. */
export function ProvidersTable(props: ProvidersTableProps) {
  return useIsWide() ? <WideTable {...props} /> : <NarrowList {...props} />;
}

function WideTable({ providers, now }: ProvidersTableProps) {
  const ago = (instant: string | null) => <RelativeTime instant={instant} now={now} />;
  const columns: Column<ProviderState>[] = [
    { id: 'part', header: 'Service', className: styles.part, cell: ({ part }) => partLabel(part) },
    { id: 'name', header: 'Provider', cell: ({ name }) => adapterLabel(name) },
    { id: 'state', header: 'Status', cell: (state) => <StateBadge state={state} /> },
    {
      id: 'success',
      header: 'Last success',
      className: 'tabular',
      cell: ({ last_success_at }) => ago(last_success_at),
    },
    {
      id: 'error',
      header: 'Last error',
      className: 'tabular',
      cell: ({ last_error_at }) => ago(last_error_at),
    },
    { id: 'events', header: 'Events', className: 'tabular', cell: (state) => <Events state={state} /> },
  ];
  return (
    <div className={styles.frame}>
      <DataTable
        columns={columns}
        rows={providers}
        rowId={({ part }) => part}
        look="quiet"
        className={styles.table}
        verticalSpacing={8}
        horizontalSpacing={0}
        below={(state) =>
          state.last_error ? { text: state.last_error, className: errorClass(state) } : null
        }
      />
    </div>
  );
}

function NarrowList({ providers, now }: ProvidersTableProps) {
  return (
    <ul className={`plain ${styles.list}`}>
      {providers.map((state) => (
        <li key={state.part}>
          <Group gap="sm" wrap="nowrap" justify="space-between" mb={4}>
            <span>
              <b>{partLabel(state.part)}</b>
              <Box component="span" ms="xs" c="dimmed">
                {adapterLabel(state.name)}
              </Box>
            </span>
            <StateBadge state={state} />
          </Group>
          <dl className={styles.facts}>
            <dt>Last success</dt>
            <dd className="tabular">
              <RelativeTime instant={state.last_success_at} now={now} />
            </dd>
            <dt>Last error</dt>
            <dd className="tabular">
              <RelativeTime instant={state.last_error_at} now={now} />
            </dd>
            {state.last_error && <dd className={errorClass(state)}>{state.last_error}</dd>}
            {state.events_waiting !== null && (
              <>
                <dt>Events</dt>
                <dd className="tabular">
                  <Events state={state} />
                </dd>
              </>
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function errorClass(state: ProviderState): string {
  return (providerStateLabel(state).isFailing ? styles.error : styles.past) ?? '';
}

function StateBadge({ state }: { state: ProviderState }) {
  const { label, hue } = providerStateLabel(state);
  return (
    <LabelBadge hue={hue} data-hue={hue}>
      {label}
    </LabelBadge>
  );
}

function Events({ state }: { state: ProviderState }) {
  const isBad = (state.events_parked ?? 0) > 0;
  return (
    <Text component="span" inherit {...(isBad ? { className: styles.bad ?? '' } : {})}>
      {eventText(state)}
    </Text>
  );
}
