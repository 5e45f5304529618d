import { dayNumber, dayOfNumber, isoText, requireIsoDay } from './calendar.ts';

/**
 * What can need an agent, in the order in which it is lost when nobody acts: within a group of Today a line of an earlier
 * kind stands above one of a later (decision 049).
 */
export const TODAY_KINDS = [
  'payment_failed',
  'link_ending',
  'sign',
  'follow_up',
  'task',
  'unread',
  'invoice_overdue',
  'unbilled',
  'not_opened',
  'turns_65',
  'card_expires',
  'enrolment',
] as const;
export type TodayKind = (typeof TODAY_KINDS)[number];

export const TODAY_GROUPS = ['overdue', 'today', 'next_7_days'] as const;
export type TodayGroup = (typeof TODAY_GROUPS)[number];

/** How far Today looks ahead, in days; a birthday, a card and an enrolment window come with limits of their own. */
const TODAY_DAYS = 7;
/** A link that ends within so many hours with its work undone. */
export const LINK_ENDING_HOURS = 48;
/** A link that was sent so many hours ago, three days, and never opened. */
export const NOT_OPENED_HOURS = 72;
/** An overdue invoice that was sent is left alone for so many days. */
export const SENT_AGAIN_DAYS = 3;
/** Clients who turn 65 within so many days. */
export const TURNS_65_DAYS = 90;
/** Cards that end within so many days. */
export const CARD_EXPIRES_DAYS = 30;
/** What was signed longer ago is billed elsewhere, or never. */
export const UNBILLED_DAYS = 180;

/** Chances, not duties: they are there to be taken from their first day on, and never overdue. */
export const CHANCES: readonly TodayKind[] = ['turns_65', 'card_expires', 'enrolment'];

/** Where a line stands: by its day, but a chance always under today. Days 'YYYY-MM-DD' of the brokerage (decision 049). */
export function todayGroup(item: { kind: TodayKind; due_day: string; today: string }): TodayGroup {
  if (CHANCES.includes(item.kind) || item.due_day === item.today) return 'today';
  return item.due_day < item.today ? 'overdue' : 'next_7_days';
}

/** The last day that Today shows, or the day after so many days. */
export function todayHorizon(today: string, days = TODAY_DAYS): string {
  return isoText(dayOfNumber(dayNumber(requireIsoDay(today)) + days));
}

/**
 * Whether a yearly window ('MM-DD' to 'MM-DD', both included, over New Year where the end is before the beginning) is open
 * on a day, and the day on which it ends; null when it is not.
 */
export function windowEnd(window: { from: string; to: string }, today: string): string | null {
  const year = requireIsoDay(today).year;
  const spans = window.to < window.from;
  for (const startYear of spans ? [year - 1, year] : [year]) {
    const [from, to] = [`${startYear}-${window.from}`, `${spans ? startYear + 1 : startYear}-${window.to}`];
    if (from <= today && today <= to) return to;
  }
  return null;
}

/** Until owners say otherwise: Medicare from 15 October to 7 December, the marketplace from 1 November to 15 January. */
export const DEFAULT_ENROLLMENT_WINDOWS = [
  { name: 'Medicare open enrolment', from: '10-15', to: '12-07' },
  { name: 'Marketplace open enrolment', from: '11-01', to: '01-15' },
];
