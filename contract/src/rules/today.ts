import { dayNumber, dayOfNumber, isoText, requireIsoDay } from './calendar.ts';

/**
 * The kinds of Today items, those with the same action next to each other (decision 106): sign, call, task, review, collect, resend, enroll.
 * Within a group of Today, an item of an earlier kind is listed above one of a later kind; the group of the next 7 days is sorted by day first.
 */
export const TODAY_KINDS = [
  'sign',
  'follow_up',
  'turns_65',
  'card_expires',
  'renewal',
  'task',
  'unread',
  'payment_failed',
  'invoice_overdue',
  'unbilled',
  'link_ending',
  'not_opened',
  'enrolment',
] as const;
export type TodayKind = (typeof TODAY_KINDS)[number];

export const TODAY_GROUPS = ['overdue', 'today', 'next_7_days'] as const;
export type TodayGroup = (typeof TODAY_GROUPS)[number];

/** How far Today looks ahead, in days; birthdays, cards and enrollment periods have limits of their own. */
const TODAY_DAYS = 7;
/** A link that expires within this many hours and is not completed. */
export const LINK_ENDING_HOURS = 48;
/** A link that was sent this many hours (three days) ago and never opened. */
export const NOT_OPENED_HOURS = 72;
/** Days for which an overdue invoice is hidden after it was sent. */
export const SENT_AGAIN_DAYS = 3;
/** Clients who turn 65 within this many days. */
export const TURNS_65_DAYS = 90;
/** Cards that expire within this many days. */
export const CARD_EXPIRES_DAYS = 30;
/** Policies that end within this many days and whose renewal has not been started. */
export const RENEWAL_TODAY_DAYS = 30;
/** Forms signed longer ago are assumed to be billed elsewhere, or not at all. */
export const UNBILLED_DAYS = 180;

/** Opportunities, not obligations: they are listed from their first day on and are never overdue. */
export const OPPORTUNITY_KINDS: readonly TodayKind[] = ['turns_65', 'card_expires', 'renewal', 'enrolment'];

/** The group of an item: by its day, but an opportunity is always in today's. Days 'YYYY-MM-DD' of the brokerage (decision 049). */
export function todayGroup(item: { kind: TodayKind; due_day: string; today: string }): TodayGroup {
  if (OPPORTUNITY_KINDS.includes(item.kind) || item.due_day === item.today) return 'today';
  return item.due_day < item.today ? 'overdue' : 'next_7_days';
}

/** Days from one day to a later one, 'YYYY-MM-DD'. */
export function daysFrom(day: string, later: string): number {
  return dayNumber(requireIsoDay(later)) - dayNumber(requireIsoDay(day));
}

/** The last day that Today shows; with `days`, the day that many days after today. */
export function todayHorizon(today: string, days = TODAY_DAYS): string {
  return isoText(dayOfNumber(dayNumber(requireIsoDay(today)) + days));
}
