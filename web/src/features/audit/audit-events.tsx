import type { AuditEvent } from '@ledgerline/contract/audit/endpoints';
import { Paper, Text, UnstyledButton } from '@mantine/core';
import { type Column, DataTable } from '../../components/ui/data-table.tsx';
import { useIsWide } from '../../lib/use-is-wide.ts';
import styles from './audit.module.css';
import { secondText } from './audit-text.ts';

interface AuditEventsProps {
  events: readonly AuditEvent[];
  onOpen: (event: AuditEvent) => void;
}

const isFailure = ({ action }: AuditEvent) => /refused|failed/.test(action);

function What({ event, onOpen }: { event: AuditEvent; onOpen: (event: AuditEvent) => void }) {
  const failureClass = isFailure(event) ? ` ${styles.failed}` : '';
  return (
    <UnstyledButton className={`${styles.what}${failureClass}`} onClick={() => onOpen(event)}>
      {event.sentence}
    </UnstyledButton>
  );
}

/** Audit log entries, newest first. Clicking an action opens its details. */
export function AuditEvents({ events, onOpen }: AuditEventsProps) {
  const isWide = useIsWide();
  if (!isWide)
    return (
      <Paper component="ul" className="plain">
        {events.map((event) => (
          <li key={event.id} className={styles.card}>
            <Text size="sm" fw={500}>
              {event.who}
            </Text>
            <What event={event} onOpen={onOpen} />
            <Text size="xs" c="dimmed" className="tabular">
              {[secondText(event.at), event.address].filter(Boolean).join(' · ')}
            </Text>
          </li>
        ))}
      </Paper>
    );
  const columns: readonly Column<AuditEvent>[] = [
    {
      id: 'when',
      header: 'When',
      width: 215,
      className: `tabular ${styles.when}`,
      cell: ({ at }) => secondText(at),
    },
    { id: 'who', header: 'Who', width: 170, cell: ({ who }) => who },
    { id: 'what', header: 'What', cell: (event) => <What event={event} onOpen={onOpen} /> },
    {
      id: 'address',
      header: 'From',
      width: 140,
      className: 'tabular',
      cell: ({ address }) => address ?? '–',
    },
  ];
  return (
    <DataTable
      aria-label="Audit log"
      columns={columns}
      rows={events}
      rowId={({ id }) => id}
      look="quiet"
      highlightOnHover
      verticalSpacing={6}
      horizontalSpacing="md"
    />
  );
}
