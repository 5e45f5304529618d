import type { ActionGroup } from '@ledgerline/contract/audit/actions';
import {
  ALERT_RULE_NAMES,
  ALERT_RULES,
  type AlertLimits,
  type AlertRule,
  type Night,
} from '@ledgerline/contract/audit/alerts';

/** The counts of one agent in the monitored windows; for failed sign-ins, of all anonymous callers. */
export type Counts = Partial<Record<AlertRule, number>>;

/** A limit that was reached. */
export interface Alert {
  rule: AlertRule;
  count: number;
  most: number;
}

/** The usual share of all clients that is read per hour or day; rows of lists are read repeatedly. */
const USUAL_SHARE: Partial<Record<AlertRule, number>> = { clients_hour: 0.1, clients_day: 0.4, rows_hour: 7 };

/** The limits in effect: default ones grow with the number of clients, those that owners chose are fixed. */
export function limitsFor(limits: AlertLimits, clients: number): AlertLimits {
  const inEffect = { ...limits };
  for (const rule of ALERT_RULE_NAMES) {
    const share = USUAL_SHARE[rule];
    if (share === undefined || limits[rule] !== ALERT_RULES[rule].limit) continue;
    inEffect[rule] = Math.max(ALERT_RULES[rule].limit, Math.ceil(share * clients));
  }
  return inEffect;
}

/** The limits that were reached. */
export function alertsOf(counts: Counts, limits: AlertLimits): Alert[] {
  return ALERT_RULE_NAMES.flatMap((rule) => {
    const [count, most] = [counts[rule] ?? 0, limits[rule]];
    return most !== null && count >= most ? [{ rule, count, most }] : [];
  });
}

/** Whether a local hour of the brokerage, 0 to 23, is at night; there is no night if start and end are equal. */
export function isNight(hour: number, { night_from, night_to }: Night): boolean {
  if (night_from <= night_to) return hour >= night_from && hour < night_to;
  return hour >= night_from || hour < night_to;
}

/** Full hours since the night started. */
export function hoursOfNight(hour: number, { night_from }: Night): number {
  return (hour - night_from + 24) % 24;
}

/** The start of each rule's window; null: not at this hour. */
export type Windows = Record<'hour' | 'day', Date> & { night: Date | null };

const WINDOW_OF: Record<AlertRule, keyof Windows> = {
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

/** An alert is not repeated within the window of its rule. */
export function isNotified(rule: AlertRule, notifiedAt: Date | null, windows: Windows): boolean {
  const since = windows[WINDOW_OF[rule]];
  return notifiedAt !== null && since !== null && notifiedAt >= since;
}

const LABELS: Record<AlertRule, { one: string; many: string }> = {
  reveals: { one: '1 secret revealed within an hour', many: '{n} secrets revealed within an hour' },
  exports: { one: 'An export', many: '{n} exports within an hour' },
  clients_hour: { one: '1 client read within an hour', many: '{n} different clients read within an hour' },
  clients_day: { one: '1 client read today', many: '{n} different clients read today' },
  rows_hour: { one: '1 row of a list read within an hour', many: '{n} rows of lists read within an hour' },
  night_reads: { one: '1 record read after hours', many: '{n} records read after hours' },
  deletions: { one: '1 deletion within an hour', many: '{n} deletions within an hour' },
  failed_sign_ins: { one: '1 failed sign-in within an hour', many: '{n} failed sign-ins within an hour' },
  refusals: { one: '1 denied request within an hour', many: '{n} denied requests within an hour' },
};

/** 'Blake Rivers: 24 secrets revealed within an hour (limit 20)'. */
export function alertText({ rule, count, most }: Alert, name: string | null): string {
  const { one, many } = LABELS[rule];
  const counted = count === 1 ? one : many.replace('{n}', count.toLocaleString('en-US'));
  const limit = rule === 'exports' && most === 1 ? '' : ` (limit ${most.toLocaleString('en-US')})`;
  return `${name === null ? '' : `${name}: `}${counted}${limit}`;
}

const GROUP_OF: Record<AlertRule, ActionGroup> = {
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

/** The link of the alert: the audit log screen with its filter set. */
export function alertPath(rule: AlertRule, agentId: number | null, day: string): string {
  const agent = agentId === null ? '' : `agent=${agentId}&`;
  return `/crm/audit?${agent}act=${GROUP_OF[rule]}&from=${day}&to=${day}`;
}
