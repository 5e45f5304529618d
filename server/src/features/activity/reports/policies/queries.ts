import type { PolicyLine, RenewalStatus } from '@ledgerline/contract/rules/policies';
import { shownPolicyStatus } from '#features/records/clients/service.ts';
import { IS_RENEWABLE, NET_PREMIUM } from '#features/records/policies/service.ts';
import type { Database } from '#platform/database/database.ts';

export interface PremiumGroup {
  line: PolicyLine;
  /** The carrier. */
  text: string;
  policies: number;
  premium_cents: number;
  /** What clients pay. */
  net_cents: number;
}

/** Policies that are active on a day 'YYYY-MM-DD', by line and carrier. */
export function groupPremiums(db: Database, day: string): Promise<PremiumGroup[]> {
  return db.query(
    `select line, carrier as text, count(*)::int as policies, coalesce(sum(premium_cents), 0)::bigint as premium_cents,
            coalesce(sum(${NET_PREMIUM}), 0)::bigint as net_cents
       from policies p where ${shownPolicyStatus('$1::date')} = 'active' group by 1, 2`,
    [day],
  );
}

export interface RenewalGroup {
  /** The first day of the month in which the policies end. */
  month: string;
  renewal_status: RenewalStatus;
  /** The reason why it was lost. */
  text: string;
  policies: number;
}

/** The renewals of policies that end in a period; open ones only where the policy still has to be renewed. */
export function groupRenewals(db: Database, from: string, to: string): Promise<RenewalGroup[]> {
  return db.query(
    `select date_trunc('month', end_date)::date::text as month, renewal_status, lost_reason as text,
            count(*)::int as policies
       from policies
      where end_date between $1::date and $2::date
        and (renewal_status in ('renewed', 'lost') or ${IS_RENEWABLE})
      group by 1, 2, 3`,
    [from, to],
  );
}
