import type { Policy } from '@ledgerline/contract/policies/endpoints';
import { addDays, dateShort, moneyDisplay } from '@ledgerline/contract/rules';
import {
  OPEN_RENEWAL_STATUSES,
  POLICY_LINE_LABELS,
  RENEWABLE_STATUSES,
  RENEWAL_DAYS,
  RENEWAL_PAST_DAYS,
} from '@ledgerline/contract/rules/policies';

/** 'Oscar Silver 1', or the carrier alone. */
export const policyName = ({ carrier, plan_name }: Pick<Policy, 'carrier' | 'plan_name'>): string =>
  plan_name === '' ? carrier : `${carrier} ${plan_name}`;

/** 'Health · Silver' */
export const lineText = ({ line, plan_type }: Pick<Policy, 'line' | 'plan_type'>): string =>
  [POLICY_LINE_LABELS[line], plan_type].filter(Boolean).join(' · ');

/** 'Jan 1, 2026 – Dec 31, 2026'; '' without dates. */
export function termText({ effective_date, end_date }: Pick<Policy, 'effective_date' | 'end_date'>): string {
  if (effective_date === null) return end_date === null ? '' : `Until ${dateShort(end_date)}`;
  return end_date === null
    ? `From ${dateShort(effective_date)}`
    : `${dateShort(effective_date)} – ${dateShort(end_date)}`;
}

/** What the client pays per month: the premium after the subsidy; null without a premium. */
export function premiumText({
  premium_cents,
  subsidy_cents,
}: Pick<Policy, 'premium_cents' | 'subsidy_cents'>): string | null {
  if (premium_cents === null) return null;
  return `${moneyDisplay(Math.max(0, premium_cents - (subsidy_cents ?? 0)))}/month`;
}

/** Whether the policy is in the queue of renewals: it ends soon or ended recently, and its renewal is open. */
export function needsRenewal(
  { status, renewal_status, end_date }: Pick<Policy, 'status' | 'renewal_status' | 'end_date'>,
  today: string,
): boolean {
  return (
    end_date !== null &&
    end_date >= addDays(today, -RENEWAL_PAST_DAYS) &&
    end_date <= addDays(today, RENEWAL_DAYS) &&
    RENEWABLE_STATUSES.some((each) => each === status) &&
    OPEN_RENEWAL_STATUSES.some((each) => each === renewal_status)
  );
}
