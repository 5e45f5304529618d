import { isCalendarDate, isInstant } from '@ledgerline/contract/rules';

/** The cursor of a page of tasks: the next page starts after it. */
export type TaskCursor =
  | { state: 'open'; day: string; time: string; id: number }
  | { state: 'done'; at: string; id: number };

interface Positioned {
  id: number;
  due_day: string;
  due_time: string;
  done_at: Date | null;
}

/** The cursor of a task in its list, as text for a URL. */
export function formatCursor({ id, due_day, due_time, done_at }: Positioned): string {
  return done_at ? `${done_at.toISOString()}_${id}` : `${due_day}_${due_time}_${id}`;
}

/** Parses a cursor; null if it is not valid for a list of that state. */
export function parseCursor(state: 'open' | 'done', text: string): TaskCursor | null {
  const open = /^(\d{4}-\d\d-\d\d)_((?:\d\d:\d\d)?)_(\d{1,15})$/.exec(text);
  if (state === 'open') {
    const [, day = '', time = '', id] = open ?? [];
    return open && isCalendarDate(day) ? { state, day, time, id: Number(id) } : null;
  }
  const done = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,15})$/.exec(text);
  const [, at = '', id] = done ?? [];
  return done && isInstant(at) ? { state, at, id: Number(id) } : null;
}
