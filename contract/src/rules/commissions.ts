import type { CoveredPerson, PolicyLine, PolicyStatus } from './policies.ts';

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
  covered: readonly CoveredPerson[];
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
 * proration. A percentage is rounded to the cent, halves up. Members are the covered people, with the client. Null where it is not
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
  if (rate.basis === 'per_member') return rate.amount * policy.covered.length;
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
