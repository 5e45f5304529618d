import { addMonths, dayNumber, dayOfNumber, isoText, requireIsoDay } from './calendar.ts';

// Policies of clients and their renewals (decision 127).

/** Lines of business with their labels. */
export const POLICY_LINE_LABELS = {
  health: 'Health',
  dental: 'Dental',
  vision: 'Vision',
  life: 'Life',
  medicare_advantage: 'Medicare Advantage',
  medigap: 'Medigap',
  part_d: 'Part D',
  annuity: 'Annuity',
  other: 'Other',
} as const satisfies Record<string, string>;
export type PolicyLine = keyof typeof POLICY_LINE_LABELS;
export const POLICY_LINES = [
  'health',
  'dental',
  'vision',
  'life',
  'medicare_advantage',
  'medigap',
  'part_d',
  'annuity',
  'other',
] as const satisfies readonly PolicyLine[];

export const POLICY_STATUS_LABELS = {
  quoted: 'Quoted',
  submitted: 'Submitted',
  active: 'Active',
  lapsed: 'Lapsed',
  cancelled: 'Cancelled',
} as const satisfies Record<string, string>;
export type PolicyStatus = keyof typeof POLICY_STATUS_LABELS;
export const POLICY_STATUSES = [
  'quoted',
  'submitted',
  'active',
  'lapsed',
  'cancelled',
] as const satisfies readonly PolicyStatus[];

/** The most characters of each text, and the highest amount. */
export const POLICY_LIMITS = {
  carrier: 120,
  plan_name: 200,
  plan_type: 60,
  policy_number: 60,
  notes: 2000,
  cents: 1_000_000_000,
} as const;

/** The dates of a policy lie between these days: carriers write 12/31/9999 for a policy without an end. */
const [FIRST_DAY, LAST_DAY] = ['1900-01-01', '2199-12-31'];
export const isPolicyDay = (day: string): boolean => day >= FIRST_DAY && day <= LAST_DAY;
export const POLICY_DAY_PROBLEM = 'must be from 1900 to 2199. Check the year';

/** A premium tax credit pays at most the premium. */
export const isAbovePremium = (policy: {
  premium_cents?: number | null | undefined;
  subsidy_cents?: number | null | undefined;
}): boolean => (policy.subsidy_cents ?? 0) > Math.max(policy.premium_cents ?? Number.POSITIVE_INFINITY, 0);
export const SUBSIDY_PROBLEM =
  'The subsidy is higher than the premium. The premium is the amount before the subsidy';

/** Statuses in which a policy is or will be in force, so that its end is a renewal. */
export const RENEWABLE_STATUSES = ['submitted', 'active'] as const satisfies readonly PolicyStatus[];

export const RENEWAL_STATUS_LABELS = {
  to_contact: 'To contact',
  in_progress: 'In progress',
  renewed: 'Renewed',
  lost: 'Lost',
} as const satisfies Record<string, string>;
export type RenewalStatus = keyof typeof RENEWAL_STATUS_LABELS;
export const RENEWAL_STATUSES = [
  'to_contact',
  'in_progress',
  'renewed',
  'lost',
] as const satisfies readonly RenewalStatus[];

/** Renewals that are not finished. */
export const OPEN_RENEWAL_STATUSES = [
  'to_contact',
  'in_progress',
] as const satisfies readonly RenewalStatus[];

/** The renewal queue shows policies that end within this many days. */
export const RENEWAL_DAYS = 90;
/** An open renewal stays in the queue for this many days after the policy has ended. */
export const RENEWAL_PAST_DAYS = 60;

/** The people on a client's record whom a policy can cover. */
export const COVERED_PEOPLE = [
  'client',
  'spouse',
  'dependent_1',
  'dependent_2',
  'dependent_3',
  'dependent_4',
] as const;
export type CoveredPerson = (typeof COVERED_PEOPLE)[number];

/** The statuses as a person reads them: an active policy may be upcoming or ended. */
export const SHOWN_STATUS_LABELS = {
  ...POLICY_STATUS_LABELS,
  upcoming: 'Upcoming',
  ended: 'Ended',
} as const;
export type ShownStatus = keyof typeof SHOWN_STATUS_LABELS;
export const SHOWN_STATUSES = [
  'quoted',
  'submitted',
  'upcoming',
  'active',
  'ended',
  'lapsed',
  'cancelled',
] as const satisfies readonly ShownStatus[];

/**
 * The status as a person reads it: an active policy is upcoming before its effective date and has ended after its end
 * date. The dates are days 'YYYY-MM-DD', `today` that of the brokerage.
 */
export function policyStatusLabel(policy: {
  status: PolicyStatus;
  effective_date: string | null;
  end_date: string | null;
  today: string;
}): string {
  const { status, effective_date, end_date, today } = policy;
  if (status !== 'active') return SHOWN_STATUS_LABELS[status];
  if (effective_date !== null && effective_date > today) return SHOWN_STATUS_LABELS.upcoming;
  return SHOWN_STATUS_LABELS[end_date !== null && end_date < today ? 'ended' : 'active'];
}

/**
 * A policy number without what people and spreadsheets write differently: case, separators and leading zeros. Numbers
 * with the same key are the same; '' if nothing is left.
 */
export const policyNumberKey = (number: string): string =>
  number
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
    .replace(/^0+/, '');

/** Lines whose policies follow the calendar year (45 CFR 155.410, 42 CFR 422.62). */
const CALENDAR_YEAR_LINES: readonly PolicyLine[] = [
  'health',
  'dental',
  'vision',
  'medicare_advantage',
  'part_d',
];

export const followsCalendarYear = (line: PolicyLine): boolean => CALENDAR_YEAR_LINES.includes(line);

/** The usual last day of a policy: December 31 of the plan year; null for lines without one. `effective_date` is 'YYYY-MM-DD'. */
export function usualEndDate({
  line,
  effective_date,
}: {
  line: PolicyLine;
  effective_date: string;
}): string | null {
  return followsCalendarYear(line) ? `${effective_date.slice(0, 4)}-12-31` : null;
}

/**
 * The dates of the term after the one that ends on `end_date`, 'YYYY-MM-DD': it starts the next day and ends a year
 * later. If one term ends on the last day of a month, so does the next.
 */
export function nextTerm(end_date: string): { effective_date: string; end_date: string } {
  const end = requireIsoDay(end_date);
  const start = dayOfNumber(dayNumber(end) + 1);
  const isEndOfMonth = start.day === 1;
  const next = isEndOfMonth ? dayOfNumber(dayNumber(addMonths(start, 12)) - 1) : addMonths(end, 12);
  return { effective_date: isoText(start), end_date: isoText(next) };
}
