import { dateShort } from '@ledgerline/contract/rules';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { notifySuccess } from '../../components/ui/notify.ts';
import { notifyWithUndo } from '../../components/ui/undo-toast.tsx';
import { momentText } from '../../domain/days.ts';
import {
  itemKey,
  useExtendLink,
  useFinishTask,
  useReopenTask,
  useSetFollowUp,
  useSnooze,
  useWake,
} from './api.ts';
import { fitsTool, type Tool } from './item-tools.tsx';
import { addressOf, type ElsewhereAction, type NextAction } from './next-actions.ts';
import { namedDay } from './snooze-days.ts';
import { whatText, whoText } from './today-text.ts';
import { useItemActions } from './use-item-actions.ts';

/** Runs an action of another feature; loading its data may fail. */
export type ElsewhereHandler = (action: ElsewhereAction, item: TodayItem) => Promise<void> | void;

interface OpenDialog {
  name: 'snooze' | 'reassign' | 'task' | 'follow_up' | 'call';
  item: TodayItem;
}

interface QueueOptions {
  /** In the server's order. */
  items: readonly TodayItem[];
  onElsewhere: ElsewhereHandler;
}

/** The visible items and their actions. */
export function useQueue({ items: all, onElsewhere }: QueueOptions) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { away, failures, attempt } = useItemActions();
  const undo = useRef<() => void>(() => undefined);
  const writes = useWrites();
  const items = useMemo(() => all.filter((item) => !away.has(itemKey(item))), [all, away]);
  const keys = useMemo(() => items.map(itemKey), [items]);
  const notifyUndoable = (text: string, onUndo: () => Promise<unknown>) => {
    undo.current = notifyWithUndo(text, onUndo);
  };
  function open(item: TodayItem) {
    const address = addressOf(item);
    if (address !== null) void navigate({ href: address });
  }
  async function finish(item: TodayItem) {
    await writes.finish.mutateAsync(item);
    notifyUndoable(`Done: ${item.title}.`, () => writes.reopen.mutateAsync(item));
  }
  async function extend(item: TodayItem) {
    const end = await writes.extend.mutateAsync(item);
    notifySuccess(`The link is valid until ${momentText(end)}.`);
  }
  async function dismiss(item: TodayItem) {
    await writes.snooze.mutateAsync({ item, until: null });
    notifyUndoable(`Dismissed: ${whatText(item)}.`, () => writes.wake.mutateAsync(item));
  }
  function runAction(name: NextAction, item: TodayItem) {
    if (name === 'open' || name === 'clients') return open(item);
    if (name === 'done') return void attempt(item, () => finish(item), { ends: true });
    if (name === 'extend') return void attempt(item, () => extend(item), { ends: true });
    // The browser dials; then a dialog asks for the outcome, and for a follow-up also the next date.
    if (name === 'call') return setDialog({ name: item.kind === 'follow_up' ? 'follow_up' : 'call', item });
    void attempt(item, async () => onElsewhere(name, item), { ends: false });
  }
  function use(tool: Tool, item: TodayItem) {
    if (!fitsTool(tool, item)) return;
    if (tool === 'open') return open(item);
    if (tool === 'dismiss') return void attempt(item, () => dismiss(item), { ends: true });
    setDialog({ name: tool, item });
  }
  return {
    items,
    keys,
    failures,
    runAction,
    use,
    undo: () => undo.current(),
    dialog,
    onClose: () => setDialog(null),
    snoozed: (item: TodayItem) => (until: string) =>
      notifyUndoable(`${whatText(item)}: snoozed until ${namedDay(until)}.`, () =>
        writes.wake.mutateAsync(item),
      ),
    followUpSet: (item: TodayItem) => (day: string | null) =>
      notifyUndoable(followUpMessage(item, day), () =>
        writes.followUp.mutateAsync({ item, day: item.due_day, was: day }),
      ),
  };
}

function followUpMessage(item: TodayItem, day: string | null): string {
  const next = day === null ? 'No further follow-up' : `The next follow-up is on ${dateShort(day)}`;
  return `${whoText(item) ?? ''}: ${next}.`;
}

function useWrites() {
  const [finish, reopen, extend] = [useFinishTask(), useReopenTask(), useExtendLink()];
  const [snooze, wake, followUp] = [useSnooze(), useWake(), useSetFollowUp()];
  return { finish, reopen, extend, snooze, wake, followUp };
}
