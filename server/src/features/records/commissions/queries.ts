import type { CommissionBasis, CommissionedPolicy } from '@ledgerline/contract/rules/commissions';
import type { Database } from '#platform/database/database.ts';

/** A policy with its own rate, if it has one. */
export interface RatedPolicy extends CommissionedPolicy {
  id: number;
  carrier_key: string;
  basis: CommissionBasis | null;
  amount: number | null;
}

/**
 * The columns of a RatedPolicy `p` with its own rate `o`. A linked client counts once, even if a merge left them twice, and not the
 * policy's own client.
 */
export const RATED = `p.id, fold_text(p.carrier) as carrier_key, p.line, p.status, p.effective_date::text, p.end_date::text,
            p.premium_cents, o.basis, o.amount,
            cardinality(p.covered) + (select count(distinct x.client_id) from policy_people x
                                       where x.policy_id = p.id and x.client_id <> p.client_id)::int as members`;

/** Of one client; `agent` is null for all agents of record. */
export function listOfClient(db: Database, clientId: number, agent: number | null): Promise<RatedPolicy[]> {
  return db.query(
    `select ${RATED}
       from policies p left join policy_commissions o on o.policy_id = p.id
      where p.client_id = $1 and ($2::bigint is null or p.agent_of_record_id = $2) order by p.id`,
    [clientId, agent],
  );
}

/** Every carrier of policies once, as it was entered last. */
export async function listCarriers(db: Database): Promise<string[]> {
  const rows = await db.arrays<[string]>(
    `select carrier from (select distinct on (fold_text(carrier)) carrier from policies order by fold_text(carrier), id desc) c
      order by carrier collate "ledger_order"`,
  );
  return rows.map(([carrier]) => carrier);
}
