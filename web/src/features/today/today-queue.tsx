import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { Button, Kbd, Paper } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { lazy, Suspense, useMemo } from 'react';
import { topmostDialog } from '../../components/ui/dialog-stack.ts';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { useAgentNames } from '../../domain/agents/agent-names.ts';
import { dayIn } from '../../domain/today.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { itemKey, type TodayOwner, useToday } from './api.ts';
import { NoClients, NothingToDo } from './nothing-to-do.tsx';
import { TodayGroups } from './today-groups.tsx';
import styles from './today-queue.module.css';
import { TodayRow } from './today-row.tsx';
import { useItemPosition } from './use-item-position.ts';
import { type ElsewhereHandler, useQueue } from './use-queue.ts';
import { useTodayLive } from './use-today-live.ts';

/** Loaded with the first one: the queue does not wait for it. */
const ItemDialogs = lazy(async () => ({ default: (await import('./item-dialogs.tsx')).ItemDialogs }));

interface TodayQueueProps {
  owner: TodayOwner;
  onOwner: (owner: TodayOwner) => void;
  /** There are no clients yet: the getting started list shows the next step. */
  isEmptyPortal: boolean;
  /** Signs forms as an advisor. */
  isAdvisor: boolean;
  /** Actions whose dialogs belong to other features. */
  onElsewhere: ElsewhereHandler;
  /** One of those dialogs is open. */
  isCovered: boolean;
}

/** The work queue, handled item by item. */
export function TodayQueue({ owner, onOwner, onElsewhere, isEmptyPortal, ...row }: TodayQueueProps) {
  useTodayLive();
  // Whose items are shown.
  useAgentNames();
  const query = useToday(owner);
  const all = useMemo(() => itemsOf(query.data?.pages ?? []), [query.data]);
  const queue = useQueue({ items: all, onElsewhere });
  const isEmpty = queue.items.length === 0 && !query.hasNextPage;
  return (
    <>
      <Loaded query={query} failed="Error Loading Today" loading={<Loading />} showsStale>
        {() => {
          if (isEmpty && query.isPlaceholderData) return <Loading />;
          if (!isEmpty) return null;
          return isEmptyPortal ? <NoClients /> : <NothingToDo owner={owner} onOwner={onOwner} />;
        }}
      </Loaded>
      <Items {...row} owner={owner} query={query} queue={queue} />
      <Suspense fallback={null}>{queue.dialog && <ItemDialogs queue={queue} />}</Suspense>
    </>
  );
}

type ItemsProps = Pick<TodayQueueProps, 'owner' | 'isAdvisor' | 'isCovered'> & {
  query: ReturnType<typeof useToday>;
  queue: ReturnType<typeof useQueue>;
};

/** Stays mounted while the queue is empty: it remembers the focus position. */
function Items({ owner, isAdvisor, isCovered, query, queue }: ItemsProps) {
  const timeZone = usePublicSettings().time_zone;
  const day = { today: dayIn(timeZone), timeZone };
  const position = useItemPosition(queue.keys, isCovered || queue.dialog !== null);
  const onFocused = (action: (item: TodayItem) => void) => () => {
    const key = position.focused();
    const item = queue.items.find((one) => itemKey(one) === key);
    if (item) action(item);
  };
  useQueueKeys({
    go: position.go,
    snooze: onFocused((item) => queue.use('snooze', item)),
    reassign: onFocused((item) => queue.use('reassign', item)),
    addTask: onFocused((item) => queue.use('task', item)),
    open: onFocused((item) => queue.use('open', item)),
    dismiss: onFocused((item) => queue.use('dismiss', item)),
    undo: queue.undo,
  });
  return (
    <div
      ref={position.list}
      {...position.handlers}
      className={styles.queue}
      data-stale={query.isPlaceholderData || undefined}
    >
      <TodayGroups owner={owner} items={queue.items}>
        {(item) => (
          <TodayRow
            key={itemKey(item)}
            item={item}
            day={day}
            isAdvisor={isAdvisor}
            isCurrent={itemKey(item) === position.stop}
            failure={queue.failures.get(itemKey(item))}
            onAction={queue.runAction}
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
          Show More
        </Button>
      )}
      {queue.items.length > 0 && <KeysLine />}
    </div>
  );
}

/** Pages may shift between requests: show each item once. */
function itemsOf(pages: readonly { lines: readonly TodayItem[] }[]): TodayItem[] {
  return [...new Map(pages.flatMap(({ lines }) => lines.map((item) => [itemKey(item), item]))).values()];
}

const KEYS = [
  { keys: ['J', 'K'], does: 'next, previous' },
  { keys: ['Enter'], does: 'complete' },
  { keys: ['S'], does: 'snooze' },
  { keys: ['H'], does: 'reassign' },
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

/** Where letters and arrows have their own meaning. */
const OWN_KEYS = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]';

interface QueueKeys {
  /** Moves by this many items. */
  go: (steps: number) => void;
  snooze: () => void;
  reassign: () => void;
  addTask: () => void;
  open: () => void;
  /** Dismisses an optional item. */
  dismiss: () => void;
  undo: () => void;
}

/** Keyboard shortcuts of the queue; Enter activates the focused button natively. */
function useQueueKeys({ go, snooze, reassign, addTask, open, dismiss, undo }: QueueKeys): void {
  const actions = new Map<string, () => void>([
    ['j', () => go(1)],
    ['ArrowDown', () => go(1)],
    ['k', () => go(-1)],
    ['ArrowUp', () => go(-1)],
    ['s', snooze],
    ['h', reassign],
    ['n', addTask],
    ['o', open],
    ['d', dismiss],
    ['z', undo],
  ]);
  useWindowEvent('keydown', (event) => {
    const action = actions.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    // Holding Z undoes once.
    if (!action || !isForQueue(event) || (event.repeat && action === undo)) return;
    event.preventDefault();
    action();
  });
}

function isForQueue(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    return false;
  if (event.isComposing || topmostDialog() !== null) return false;
  return !(event.target instanceof Element && event.target.closest(OWN_KEYS));
}
