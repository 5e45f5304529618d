import { isCalendarDate, MAX_TASK_TITLE, type TaskRepeat } from '@ledgerline/contract/rules';
import { casual } from 'chrono-node/en';

/** A task parsed from one line: words that name a day or time are removed from the title. */
export interface ParsedTask {
  title: string;
  due_day: string;
  due_time: string | null;
  repeat: TaskRepeat | null;
}

/** Current day and time at the brokerage: `2026-11-23`, `13:27`. */
export interface BrokerageNow {
  today: string;
  now: string;
}

type Found = ReturnType<typeof casual.parse>[number];

const EVERY: Readonly<Record<string, TaskRepeat>> = {
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  year: 'yearly',
};

/**
 * 'Call Ana tomorrow 3pm' → 'Call Ana', tomorrow, '15:00'. Of several dates the last counts, and a past one is
 * ignored; null without a day, time or recurrence. Parses English as typed in the United States.
 */
export function parseTask(line: string, { today, now }: BrokerageNow): ParsedTask | null {
  const text = line.trim().slice(0, MAX_TASK_TITLE * 2);
  const found = lastOf(text, { today, now });
  if (found) return { ...dueOf(found), ...restOf(text, found) };
  const every = /\bevery (day|week|month|year)\b|\b(daily|weekly|monthly|yearly)$/i.exec(text);
  const repeat = EVERY[every?.[1]?.toLowerCase() ?? ''] ?? repeatNamed(every?.[2]);
  if (!every || !repeat) return null;
  return { title: without(text, every.index, every[0].length), due_day: today, due_time: null, repeat };
}

const repeatNamed = (word: string | undefined) =>
  Object.values(EVERY).find((repeat) => repeat === word?.toLowerCase());

/** Times are wall-clock times of the brokerage, represented as UTC, which has no clock changes. */
function lastOf(text: string, { today, now }: BrokerageNow): Found | undefined {
  const reference = { instant: new Date(`${today}T${now}:00Z`), timezone: 0 };
  const found = casual.parse(text, reference, { forwardDate: true });
  return found.filter((each) => hasWhen(each) && dueOf(each).due_day >= today).at(-1);
}

/** A month alone, as in “the May plan”, is an ordinary word. */
function hasWhen({ start }: Found): boolean {
  const isDay = start.isCertain('day') || start.isCertain('weekday') || start.isCertain('year');
  return isDay || start.isCertain('hour');
}

function dueOf({ start }: Found): Pick<ParsedTask, 'due_day' | 'due_time'> {
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute', length = 2) =>
    String(start.get(name) ?? 0).padStart(length, '0');
  const day = `${part('year', 4)}-${part('month')}-${part('day')}`;
  return {
    due_day: isCalendarDate(day) ? day : '',
    due_time: start.isCertain('hour') ? `${part('hour')}:${part('minute')}` : null,
  };
}

function restOf(text: string, { index, text: words, start }: Found): Pick<ParsedTask, 'title' | 'repeat'> {
  const isEvery = start.isCertain('weekday') && /\bevery\s+$/i.test(text.slice(0, index));
  return { title: without(text, index, words.length), repeat: isEvery ? 'weekly' : null };
}

/** The line without some words, and without the preposition before them. */
function without(text: string, from: number, length: number): string {
  const before = text
    .slice(0, from)
    .replace(/[\s,–-]*(?:(?:^|[\s,–-])(?:on|by|at|due|until|every))?[\s,–-]*$/i, '');
  const after = text.slice(from + length).replace(/^[\s,–-]+/, '');
  return [before, after].filter(Boolean).join(' ');
}
