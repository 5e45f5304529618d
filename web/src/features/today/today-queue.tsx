import type { TodayLine } from '@ledgerline/contract/today/endpoints';
import { Button, Kbd, Paper } from '@mantine/core';
import { useMemo } from 'react';
import { Loaded } from '../../components/ui/loaded.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { useAgentNames } from '../../domain/agents/agent-names.ts';
import { dayIn } from '../../domain/today.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { lineKey, type TodayOwner, useToday } from './api.ts';
import { LineDialogs } from './item-dialogs.tsx';
import { NothingToDo } from './nothing-to-do.tsx';
import { TodayGroups } from './today-groups.tsx';
import styles from './today-queue.module.css';
import { TodayRow } from './today-row.tsx';
import { useLinePlace } from './use-item-position.ts';
import { type ActElsewhere, useQueue } from './use-queue.ts';
import { useQueueKeys } from './use-queue-keys.ts';
import { useTodayLive } from './use-today-live.ts';

interface TodayQueueProps {
  owner: TodayOwner;
  onOwner: (owner: TodayOwner) => void;
  /** Signs forms as an advisor. */
  isAdvisor: boolean;
  /** Acts whose dialogs belong to other features. */
  onElsewhere: ActElsewhere;
  /** One of those dialogs is open. */
  isCovered: boolean;
}

/** What needs somebody, worked line by line. */
export function TodayQueue({ owner, onOwner, onElsewhere, ...row }: TodayQueueProps) {
  useTodayLive();
  // Whose lines are shown is told by name.
  useAgentNames();
  const query = useToday(owner);
  const all = useMemo(() => linesOf(query.data?.pages ?? []), [query.data]);
  const queue = useQueue({ lines: all, onElsewhere });
  const isEmpty = queue.lines.length === 0 && !query.hasNextPage;
  return (
    <>
      <Loaded query={query} failed="Error Loading Today" loading={<Loading />} tellsStale>
        {() => {
          if (isEmpty && query.isPlaceholderData) return <Loading />;
          return isEmpty ? <NothingToDo owner={owner} onOwner={onOwner} /> : null;
        }}
      </Loaded>
      <Lines {...row} owner={owner} query={query} queue={queue} />
      <LineDialogs queue={queue} />
    </>
  );
}

type LinesProps = Pick<TodayQueueProps, 'owner' | 'isAdvisor' | 'isCovered'> & {
  query: ReturnType<typeof useToday>;
  queue: ReturnType<typeof useQueue>;
};

/** Stays while the queue is empty: it knows where the keyboard was. */
function Lines({ owner, isAdvisor, isCovered, query, queue }: LinesProps) {
  const timeZone = usePublicSettings().time_zone;
  const day = { today: dayIn(timeZone), timeZone };
  const isWide = useIsWide();
  const place = useLinePlace(queue.keys, isCovered || queue.dialog !== null);
  const onFocused = (act: (line: TodayLine) => void) => () => {
    const key = place.focused();
    const line = queue.lines.find((one) => lineKey(one) === key);
    if (line) act(line);
  };
  useQueueKeys({
    go: place.go,
    snooze: onFocused((line) => queue.use('snooze', line)),
    handOver: onFocused((line) => queue.use('hand_over', line)),
    addTask: onFocused((line) => queue.use('task', line)),
    open: onFocused((line) => queue.use('open', line)),
    putAside: onFocused((line) => queue.use('put_aside', line)),
    undo: queue.undo,
  });
  return (
    <div
      ref={place.list}
      {...place.handlers}
      className={styles.queue}
      data-stale={query.isPlaceholderData || undefined}
    >
      <TodayGroups owner={owner} lines={queue.lines}>
        {(line) => (
          <TodayRow
            key={lineKey(line)}
            line={line}
            day={day}
            isAdvisor={isAdvisor}
            isStop={lineKey(line) === place.stop || !isWide}
            failure={queue.failures.get(lineKey(line))}
            onAct={queue.act}
            onTool={queue.use}
          />
        )}
      </TodayGroups>
      {query.hasNextPage && (
        <Button
          variant="default"
          data-more
          aria-busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {queue.lines.length > 0 && <KeysLine />}
    </div>
  );
}

/** A page may have moved while the next one was asked for: a line is shown once. */
function linesOf(pages: readonly { lines: readonly TodayLine[] }[]): TodayLine[] {
  return [...new Map(pages.flatMap(({ lines }) => lines.map((line) => [lineKey(line), line]))).values()];
}

const KEYS = [
  { keys: ['J', 'K'], does: 'next, previous' },
  { keys: ['Enter'], does: 'do it' },
  { keys: ['S'], does: 'snooze' },
  { keys: ['H'], does: 'hand over' },
  { keys: ['N'], does: 'add a task' },
  { keys: ['O'], does: 'open' },
  { keys: ['Z'], does: 'undo' },
  { keys: ['?'], does: 'all keys' },
];

function KeysLine() {
  return (
    <div className={styles.keys}>
      {KEYS.map(({ keys, does }) => (
        <span key={does}>
          {keys.map((key) => (
            <Kbd key={key} size="xs" mr={4}>
              {key}
            </Kbd>
          ))}
          {does}
        </span>
      ))}
    </div>
  );
}

function Loading() {
  return (
    <Paper withBorder className={styles.loading}>
      <LoadingRows rows={8} height={40} label="Loading today" />
    </Paper>
  );
}
