import type { ParkedEvent } from '@ledgerline/contract/providers/endpoints';
import { Box, Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { notifyError, notifySuccess } from '../../../components/ui/notify.ts';
import { RelativeTime } from '../../../domain/relative-time.tsx';
import { useProviders, useReplayAllEvents, useReplayEvent } from '../api.ts';
import { partLabel } from './provider-text.ts';
import styles from './providers.module.css';
import { ProvidersTable } from './providers-table.tsx';

/** Providers of e-signature, payments, storage and email with their state, for owners and developers. */
export function ProvidersPanel({ canReplay }: { canReplay: boolean }) {
  const query = useProviders();
  const { dataUpdatedAt: now } = query;
  return (
    <Paper withBorder p="md" component="section" aria-label="Providers">
      <Title order={2} mb="sm">
        Providers
      </Title>
      <Loaded
        query={query}
        failed="Failed to load the providers"
        retryLabel="Retry"
        loading={<LoadingRows rows={6} height={40} label="Loading providers…" />}
        showsStale
      >
        {({ providers, parked, total }) => (
          <>
            <ProvidersTable providers={providers} now={now} />
            <ParkedEvents events={parked} total={total} now={now} canReplay={canReplay} />
          </>
        )}
      </Loaded>
    </Paper>
  );
}

interface ParkedEventsProps {
  events: readonly ParkedEvent[];
  /** Including those not listed. */
  total: number;
  now: number;
  canReplay: boolean;
}

const handlers = {
  onSuccess: ({ message }: { message: string }) => notifySuccess(message),
  onError: ({ message }: Error) => notifyError(message, 'The events could not be replayed'),
};

/** Parked provider events with the reason; developers can replay them. */
function ParkedEvents({ events, total, now, canReplay }: ParkedEventsProps) {
  const replayAll = useReplayAllEvents();
  return (
    <div className={styles.parked}>
      <Group justify="space-between" gap="xs" mih={30}>
        <Title order={3} fz="md">
          Parked events{total > 0 && ` (${total.toLocaleString('en-US')})`}
        </Title>
        {canReplay && total > 1 && (
          <Button
            size="xs"
            variant="default"
            loading={replayAll.isPending}
            onClick={() => replayAll.mutate(undefined, handlers)}
          >
            Replay All
          </Button>
        )}
      </Group>
      {total === 0 && (
        <Text size="sm" c="dimmed">
          No failed events. Every provider event was processed or is waiting to be processed.
        </Text>
      )}
      <ul className={`plain ${styles.list}`}>
        {events.map((event) => (
          <ParkedRow key={event.id} event={event} now={now} canReplay={canReplay} />
        ))}
      </ul>
      {total > events.length && (
        <Text size="sm" c="dimmed" className={styles.more ?? ''}>
          {`Showing the newest ${events.length} of ${total.toLocaleString('en-US')}.`}
        </Text>
      )}
    </div>
  );
}

function ParkedRow({
  event,
  now,
  canReplay,
}: { event: ParkedEvent } & Pick<ParkedEventsProps, 'now' | 'canReplay'>) {
  const replay = useReplayEvent();
  const attempts = event.attempts === 1 ? '1 attempt' : `${event.attempts} attempts`;
  return (
    <li className={styles.event}>
      <div>
        <div className={styles.eventHead}>
          <b>{event.type}</b>
          <span>{partLabel(event.part)}</span>
          <RelativeTime instant={event.received_at} now={now} />
          <span>{attempts}</span>
        </div>
        <div className={styles.error}>{event.error}</div>
        <Box fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {event.event_id}
        </Box>
      </div>
      {canReplay && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={replay.isPending}
          onClick={() => replay.mutate(event.id, handlers)}
          aria-label={`Replay ${event.type} of ${partLabel(event.part)}`}
        >
          Replay
        </Button>
      )}
    </li>
  );
}
