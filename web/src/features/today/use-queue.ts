import { dateShort } from '@ledgerline/contract/rules';
import type { TodayLine } from '@ledgerline/contract/today/endpoints';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { notifySuccess } from '../../components/ui/notify.ts';
import { notifyWithUndo } from '../../components/ui/undo-toast.tsx';
import { momentText } from '../../domain/days.ts';
import {
  lineKey,
  useExtendLink,
  useFinishTask,
  useReopenTask,
  useSetFollowUp,
  useSnooze,
  useWake,
} from './api.ts';
import { fitsTool, type Tool } from './item-tools.tsx';
import { addressOf, type ElsewhereAct, type NextAct } from './next-actions.ts';
import { namedDay } from './snooze-days.ts';
import { whatText, whoText } from './today-text.ts';
import { useLineActs } from './use-item-actions.ts';

/** Does an act of another feature; what is asked for beforehand may fail. */
export type ActElsewhere = (act: ElsewhereAct, line: TodayLine) => Promise<void> | void;

interface OpenDialog {
  name: 'snooze' | 'hand_over' | 'task' | 'follow_up' | 'call';
  line: TodayLine;
}

interface QueueOptions {
  /** As the server ranks them. */
  lines: readonly TodayLine[];
  onElsewhere: ActElsewhere;
}

/** The lines that are shown, and what is done with them. */
export function useQueue({ lines: all, onElsewhere }: QueueOptions) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { away, failures, attempt } = useLineActs();
  const undo = useRef<() => void>(() => undefined);
  const writes = useWrites();
  const lines = useMemo(() => all.filter((line) => !away.has(lineKey(line))), [all, away]);
  const keys = useMemo(() => lines.map(lineKey), [lines]);
  const told = (text: string, takeBack: () => Promise<unknown>) => {
    undo.current = notifyWithUndo(text, takeBack);
  };
  function open(line: TodayLine) {
    const address = addressOf(line);
    if (address !== null) void navigate({ href: address });
  }
  async function finish(line: TodayLine) {
    await writes.finish.mutateAsync(line);
    told(`Done: ${line.title}.`, () => writes.reopen.mutateAsync(line));
  }
  async function extend(line: TodayLine) {
    const end = await writes.extend.mutateAsync(line);
    notifySuccess(`The link works until ${momentText(end)}.`);
  }
  async function putAside(line: TodayLine) {
    await writes.snooze.mutateAsync({ line, until: null });
    told(`Put aside: ${whatText(line)}.`, () => writes.wake.mutateAsync(line));
  }
  function act(name: NextAct, line: TodayLine) {
    if (name === 'open' || name === 'clients') return open(line);
    if (name === 'done') return void attempt(line, () => finish(line), { ends: true });
    if (name === 'extend') return void attempt(line, () => extend(line), { ends: true });
    // The browser dials; what came of it is asked for, and of a follow-up the next one.
    if (name === 'call') return setDialog({ name: line.kind === 'follow_up' ? 'follow_up' : 'call', line });
    void attempt(line, async () => onElsewhere(name, line), { ends: false });
  }
  function use(tool: Tool, line: TodayLine) {
    if (!fitsTool(tool, line)) return;
    if (tool === 'open') return open(line);
    if (tool === 'put_aside') return void attempt(line, () => putAside(line), { ends: true });
    setDialog({ name: tool, line });
  }
  return {
    lines,
    keys,
    failures,
    act,
    use,
    undo: () => undo.current(),
    dialog,
    onClose: () => setDialog(null),
    snoozed: (line: TodayLine) => (until: string) =>
      told(`${whatText(line)} comes back on ${namedDay(until)}.`, () => writes.wake.mutateAsync(line)),
    followUpSet: (line: TodayLine) => (day: string | null) =>
      told(followUpNews(line, day), () => writes.followUp.mutateAsync({ line, day: line.due_day, was: day })),
  };
}

function followUpNews(line: TodayLine, day: string | null): string {
  const next = day === null ? 'Nothing is to follow' : `The next follow-up is on ${dateShort(day)}`;
  return `${whoText(line) ?? ''}: ${next}.`;
}

function useWrites() {
  const [finish, reopen, extend] = [useFinishTask(), useReopenTask(), useExtendLink()];
  const [snooze, wake, followUp] = [useSnooze(), useWake(), useSetFollowUp()];
  return { finish, reopen, extend, snooze, wake, followUp };
}
