import type { ActionGroup } from '@ledgerline/contract/audit/actions';
import {
  type Night,
  WATCH_RULE_NAMES,
  WATCH_RULES,
  type WatchLimits,
  type WatchRule,
} from '@ledgerline/contract/audit/alerts';

/** What one agent did in the windows that are watched; of failed sign-ins what all strangers did. */
export type Counts = Partial<Record<WatchRule, number>>;

/** One limit that is reached. */
export interface Alarm {
  rule: WatchRule;
  count: number;
  most: number;
}

/** Of all clients, how many reads an hour or a day are usual; rows of lists are read again and again. */
const USUAL_SHARE: Partial<Record<WatchRule, number>> = { clients_hour: 0.1, clients_day: 0.4, rows_hour: 7 };

/** The limits in effect: suggested ones follow the number of clients upward, those that owners chose stay. */
export function limitsFor(limits: WatchLimits, clients: number): WatchLimits {
  const inEffect = { ...limits };
  for (const rule of WATCH_RULE_NAMES) {
    const share = USUAL_SHARE[rule];
    if (share === undefined || limits[rule] !== WATCH_RULES[rule].limit) continue;
    inEffect[rule] = Math.max(WATCH_RULES[rule].limit, Math.ceil(share * clients));
  }
  return inEffect;
}

/** Which limits are reached: so many are unusual. */
export function alarmsOf(counts: Counts, limits: WatchLimits): Alarm[] {
  return WATCH_RULE_NAMES.flatMap((rule) => {
    const [count, most] = [counts[rule] ?? 0, limits[rule]];
    return most !== null && count >= most ? [{ rule, count, most }] : [];
  });
}

/** Whether it is night, at an hour of the brokerage's clocks from 0 to 23; where both ends are one there is none. */
export function isNight(hour: number, { night_from, night_to }: Night): boolean {
  if (night_from <= night_to) return hour >= night_from && hour < night_to;
  return hour >= night_from || hour < night_to;
}

/** Whole hours since the night began. */
export function hoursOfNight(hour: number, { night_from }: Night): number {
  return (hour - night_from + 24) % 24;
}

/** Since when a rule counts; null: not at this hour. */
export type Windows = Record<'hour' | 'day', Date> & { night: Date | null };

const WINDOW_OF: Record<WatchRule, keyof Windows> = {
  reveals: 'hour',
  exports: 'hour',
  clients_hour: 'hour',
  clients_day: 'day',
  rows_hour: 'hour',
  night_reads: 'night',
  deletions: 'hour',
  failed_sign_ins: 'hour',
  refusals: 'hour',
};

/** What was told within the window of its rule is not told again. */
export function isNotified(rule: WatchRule, notifiedAt: Date | null, windows: Windows): boolean {
  const since = windows[WINDOW_OF[rule]];
  return notifiedAt !== null && since !== null && notifiedAt >= since;
}

const LABELS: Record<WatchRule, { one: string; many: string }> = {
  reveals: { one: '1 secret revealed within an hour', many: '{n} secrets revealed within an hour' },
  exports: { one: 'An export', many: '{n} exports within an hour' },
  clients_hour: { one: '1 client read within an hour', many: '{n} different clients read within an hour' },
  clients_day: { one: '1 client read today', many: '{n} different clients read today' },
  rows_hour: { one: '1 row of a list read within an hour', many: '{n} rows of lists read within an hour' },
  night_reads: { one: '1 thing read at night', many: '{n} things read at night' },
  deletions: { one: '1 deletion within an hour', many: '{n} deletions within an hour' },
  failed_sign_ins: { one: '1 failed sign-in within an hour', many: '{n} failed sign-ins within an hour' },
  refusals: { one: '1 refused call within an hour', many: '{n} refused calls within an hour' },
};

/** 'Blake Rivers: 24 secrets revealed within an hour (limit 20)'. */
export function alarmText({ rule, count, most }: Alarm, name: string | null): string {
  const { one, many } = LABELS[rule];
  const counted = count === 1 ? one : many.replace('{n}', count.toLocaleString('en-US'));
  const limit = rule === 'exports' && most === 1 ? '' : ` (limit ${most.toLocaleString('en-US')})`;
  return `${name === null ? '' : `${name}: `}${counted}${limit}`;
}

const GROUP_OF: Record<WatchRule, ActionGroup> = {
  reveals: 'revealed',
  exports: 'exported',
  clients_hour: 'read',
  clients_day: 'read',
  rows_hour: 'read',
  night_reads: 'read',
  deletions: 'changed',
  failed_sign_ins: 'signed_in',
  refusals: 'refused',
};

/** Where it is seen: the screen of the trail with its filter set. */
export function alarmPath(rule: WatchRule, agentId: number | null, day: string): string {
  const agent = agentId === null ? '' : `agent=${agentId}&`;
  return `/crm/audit?${agent}act=${GROUP_OF[rule]}&from=${day}&to=${day}`;
}
