import { dateShort } from '@ledgerline/contract/rules';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { notifySuccess } from '../../components/ui/notify.ts';
import {
  clearActions,
  notifyWithUndo,
  recordFinalAction,
  undoLatestAction,
} from '../../components/ui/undo-toast.tsx';
import { agentText } from '../../domain/agents/agent-names.ts';
import { momentText } from '../../domain/days.ts';
import {
  itemKey,
  type Reassignment,
  useExtendLink,
  useFinishTask,
  useReopenTask,
  useSetFollowUp,
  useSnooze,
  useUndoReassign,
  useWakeItem,
} from './api.ts';
import { fitsTool, type Tool } from './item-tools.tsx';
import { type ElsewhereAction, itemPath, type NextAction } from './next-actions.ts';
import { namedDay } from './snooze-days.ts';
import { itemText, whatText, whoText } from './today-text.ts';
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
  const { away, failures, attempt, settled } = useItemActions();
  const writes = useWrites();
  const items = useMemo(() => all.filter((item) => !away.has(itemKey(item))), [all, away]);
  const keys = useMemo(() => items.map(itemKey), [items]);
  useEffect(() => {
    clearActions();
    return clearActions;
  }, []);
  function open(item: TodayItem) {
    const path = itemPath(item);
    if (path !== null) void navigate({ href: path });
  }
  async function finish(item: TodayItem) {
    const { task } = await writes.finish.mutateAsync(item);
    notifyWithUndo({
      message: `Done: ${item.title}.`,
      undone: `Open again: ${item.title}.`,
      onUndo: () => writes.reopen.mutateAsync(task),
    });
  }
  async function extend(item: TodayItem) {
    const end = await writes.extend.mutateAsync(item);
    notifySuccess(`The link is valid until ${momentText(end)}.`);
    recordFinalAction(`The extension of the link for ${itemText(item)} can’t be undone.`);
  }
  async function dismiss(item: TodayItem) {
    await writes.snooze.mutateAsync({ item, until: null });
    notifySnoozed(item, null, `Dismissed: ${whatText(item)}.`);
  }
  function notifySnoozed(item: TodayItem, until: string | null, message: string) {
    notifyWithUndo({
      message,
      undone: `Back on Today: ${itemText(item)}.`,
      onUndo: () => writes.wake.mutateAsync({ item, until }),
    });
  }
  function runAction(name: NextAction, item: TodayItem) {
    if (name === 'open' || name === 'clients') return open(item);
    if (name === 'done') return attempt(item, () => finish(item), { ends: true });
    if (name === 'extend') return attempt(item, () => extend(item), { ends: true });
    // The browser dials; then a dialog asks for the outcome, and for a follow-up also the next date.
    if (name === 'call') return setDialog({ name: item.kind === 'follow_up' ? 'follow_up' : 'call', item });
    recordFinalAction(
      `“${itemText(item)}” was opened last. Changes made there can’t be undone from Today. Press Z again to undo the action before it.`,
    );
    attempt(item, async () => onElsewhere(name, item), { ends: false });
  }
  function use(tool: Tool, item: TodayItem) {
    if (!fitsTool(tool, item)) return;
    if (tool === 'open') return open(item);
    if (tool === 'dismiss') return attempt(item, () => dismiss(item), { ends: true });
    setDialog({ name: tool, item });
  }
  return {
    items,
    keys,
    failures,
    runAction,
    use,
    undo: () => void settled().then(undoLatestAction),
    dialog,
    onClose: () => setDialog(null),
    snoozed: (item: TodayItem) => (until: string) =>
      notifySnoozed(item, until, `${whatText(item)}: snoozed until ${namedDay(until)}.`),
    reassigned: (item: TodayItem) => (reassignment: Reassignment) => {
      const to = reassignment.owner_agent_id;
      notifyWithUndo({
        message: `${whatText(item)}: ${to === null ? 'unassigned' : `assigned to ${agentText(to)}`}.`,
        undone: `Reassignment undone: ${itemText(item)}.`,
        onUndo: () => writes.undoReassign.mutateAsync({ item, ...reassignment }),
      });
    },
    callLogged: (item: TodayItem) => () =>
      recordFinalAction(
        `The call with ${whoText(item) ?? 'the client'} stays logged. You can delete it on the client’s timeline.`,
      ),
    followUpSet: (item: TodayItem) => (day: string | null) =>
      notifyWithUndo({
        message: followUpMessage(item, day),
        undone: `${whoText(item) ?? ''}: The follow-up is due ${dateShort(item.due_day)} again.`,
        onUndo: () => writes.followUp.mutateAsync({ item, day: item.due_day, was: day }),
      }),
  };
}

function followUpMessage(item: TodayItem, day: string | null): string {
  const next = day === null ? 'No further follow-up' : `The next follow-up is on ${dateShort(day)}`;
  return `${whoText(item) ?? ''}: ${next}.`;
}

function useWrites() {
  const [finish, reopen, extend] = [useFinishTask(), useReopenTask(), useExtendLink()];
  const [snooze, wake, followUp] = [useSnooze(), useWakeItem(), useSetFollowUp()];
  const undoReassign = useUndoReassign();
  return { finish, reopen, extend, snooze, wake, undoReassign, followUp };
}
