import type { CommissionBasis, CommissionedPolicy } from '@ledgerline/contract/rules/commissions';
import type { Database } from '#platform/database/database.ts';

/** A policy with its own rate, if it has one. */
export interface RatedPolicy extends CommissionedPolicy {
  id: number;
  carrier_key: string;
  basis: CommissionBasis | null;
  amount: number | null;
}

/** Of one client; `agent` is null for all agents of record. */
export function listOfClient(db: Database, clientId: number, agent: number | null): Promise<RatedPolicy[]> {
  return db.query(
    `select p.id, fold_text(p.carrier) as carrier_key, p.line, p.status, p.effective_date::text, p.end_date::text,
            p.premium_cents, p.covered, o.basis, o.amount
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
