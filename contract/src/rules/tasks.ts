import { dayNumber, dayOfNumber, isoText, parseIsoDay, requireIsoDay } from './calendar.ts';
import { nextRecurringDate } from './recurring-dates.ts';

/** How often a task repeats once it is done (decision 047). */
export const TASK_REPEATS = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type TaskRepeat = (typeof TASK_REPEATS)[number];

export const MAX_TASK_TITLE = 200;

/** The error for a new task whose day has passed. */
export const TASK_DAY_PAST = 'The due date is in the past. Please choose today or a later day.';

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** March 1 of year 0, day number 0, was a Wednesday. */
const FIRST_WEEKDAY = 3;

/**
 * The day of the next task of a series, created when the current one is done: the first after its due date that is not before today, since
 * missed dates are not caught up. Counted from the anchor, the first day of the series, so that January 31 is followed by February 28 and then
 * March 31. Days 'YYYY-MM-DD' of the brokerage (decision 047).
 */
export function nextTaskDay(task: {
  repeat: TaskRepeat;
  anchor_day: string;
  due_day: string;
  today: string;
}): string {
  const yesterday = isoText(dayOfNumber(dayNumber(requireIsoDay(task.today)) - 1));
  const after = task.due_day > yesterday ? task.due_day : yesterday;
  return nextRecurringDate({ frequency: task.repeat, anchor_date: task.anchor_day, after });
}

/** '15:00' → '3:00 PM'. */
function taskTimeText(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** 'today', 'tomorrow, 3:00 PM', 'Tue Nov 24, 3:00 PM'; with the year if it differs. Days 'YYYY-MM-DD'. */
export function taskDueText(due: { due_day: string; due_time: string | null; today: string }): string {
  const day = dueDayText(due.due_day, due.today);
  return due.due_time === null ? day : `${day}, ${taskTimeText(due.due_time)}`;
}

function dueDayText(due: string, now: string): string {
  const [day, today] = [requireIsoDay(due), parseIsoDay(now)];
  const away = today === null ? null : dayNumber(day) - dayNumber(today);
  if (away === 0) return 'today';
  if (away === 1) return 'tomorrow';
  if (away === -1) return 'yesterday';
  const text = `${weekdayOf(dayNumber(day))} ${MONTHS[day.month - 1]} ${day.day}`;
  return today?.year === day.year ? text : `${text}, ${day.year}`;
}

const weekdayOf = (number: number): string => WEEKDAYS[(number + FIRST_WEEKDAY) % 7] ?? '';

/** Whether a task's day, or its time on that day, has passed. `now` is 'HH:MM' at the brokerage. */
export function isTaskOverdue(
  due: { due_day: string; due_time: string | null },
  at: { today: string; now: string },
): boolean {
  if (due.due_day !== at.today) return due.due_day < at.today;
  return due.due_time !== null && due.due_time < at.now;
}
