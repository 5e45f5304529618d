import type { PolicyLine, PolicyStatus } from './policies.ts';

// What a carrier should pay for a policy (decision 132). Months are 'YYYY-MM', days 'YYYY-MM-DD'.

export const COMMISSION_BASIS_LABELS = {
  percent: 'Percent of premium',
  flat: 'Flat amount per month',
  per_member: 'Amount per member per month',
} as const satisfies Record<string, string>;
export type CommissionBasis = keyof typeof COMMISSION_BASIS_LABELS;
export const COMMISSION_BASES = [
  'percent',
  'flat',
  'per_member',
] as const satisfies readonly CommissionBasis[];

/** The amount is in basis points of the premium for `percent`, in cents per month otherwise. */
export interface CommissionRate {
  basis: CommissionBasis;
  amount: number;
}

/** What the expected commission of a policy is computed from. */
export interface CommissionedPolicy {
  line: PolicyLine;
  status: PolicyStatus;
  effective_date: string | null;
  end_date: string | null;
  /** Per month, before the subsidy. */
  premium_cents: number | null;
  /** Covered people, including the client. */
  members: number;
}

/**
 * Whether a policy is in force on at least one day of the month. A lapsed or cancelled policy was in force until its end date, if
 * it has one.
 */
export function isInForce(
  { status, effective_date, end_date }: Pick<CommissionedPolicy, 'status' | 'effective_date' | 'end_date'>,
  month: string,
): boolean {
  if (status === 'quoted' || status === 'submitted') return false;
  if (status !== 'active' && end_date === null) return false;
  const hasStarted = effective_date === null || effective_date.slice(0, 7) <= month;
  return hasStarted && (end_date === null || end_date.slice(0, 7) >= month);
}

/**
 * Cents that a month should pay: nothing for a month in which the policy is not in force, the full amount otherwise, without
 * proration. A percentage is rounded to the cent, halves up. Members are the covered people, including the client. Null where it is not
 * known: without a rate, or for a percentage of an unknown premium.
 */
export function expectedCommission(
  policy: CommissionedPolicy,
  month: string,
  rate: CommissionRate | null,
): number | null {
  if (!isInForce(policy, month)) return 0;
  if (rate === null) return null;
  if (rate.basis === 'flat') return rate.amount;
  if (rate.basis === 'per_member') return rate.amount * policy.members;
  if (policy.premium_cents === null) return null;
  const units = policy.premium_cents * rate.amount;
  return Math.floor((units + 5_000) / 10_000);
}

/** The rate of a line that applies to a month: the latest one whose effective date is in that month or earlier. */
export function rateInMonth<Rate extends { line: PolicyLine; effective_date: string }>(
  rates: readonly Rate[],
  line: PolicyLine,
  month: string,
): Rate | null {
  let latest: Rate | null = null;
  for (const rate of rates) {
    if (rate.line !== line || rate.effective_date.slice(0, 7) > month) continue;
    if (latest === null || rate.effective_date > latest.effective_date) latest = rate;
  }
  return latest;
}

/** The results of comparing a statement with what is expected, in the order of lists. Each line and policy has one of them. */
export const COMMISSION_RESULT_LABELS = {
  missing: 'Missing',
  under: 'Under',
  over: 'Over',
  unknown: 'Unknown policy',
  ambiguous: 'Several policies',
  duplicate: 'Duplicate line',
  chargeback: 'Chargeback',
  no_rate: 'Not known',
  as_expected: 'As expected',
} as const satisfies Record<string, string>;
export type CommissionResult = keyof typeof COMMISSION_RESULT_LABELS;
export const COMMISSION_RESULTS = [
  ...(['missing', 'under', 'over', 'unknown', 'ambiguous'] as const),
  ...(['duplicate', 'chargeback', 'no_rate', 'as_expected'] as const),
] satisfies readonly CommissionResult[];

/** The columns of a statement. */
export const STATEMENT_COLUMN_LABELS = {
  number: 'Policy number',
  name: 'Client or member',
  amount: 'Amount',
  period: 'Month paid for',
  paid_on: 'Payment date',
} as const satisfies Record<string, string>;
export type StatementColumn = keyof typeof STATEMENT_COLUMN_LABELS;
export const STATEMENT_COLUMNS = [
  'number',
  'name',
  'amount',
  'period',
  'paid_on',
] as const satisfies readonly StatementColumn[];
/** The position of each column in the file; null where it has none. */
export type StatementColumns = Record<StatementColumn, number | null>;
