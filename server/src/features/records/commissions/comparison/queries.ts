import type { StatedPolicy } from '@ledgerline/contract/commissions/endpoints';
import { clientName } from '#features/records/clients/service.ts';
import { numberMask } from '#features/records/policies/service.ts';
import type { Database } from '#platform/database/database.ts';
import { RATED, type RatedPolicy } from '../queries.ts';
import type { LineRow, StatementRow } from '../statements/repository.ts';

export type ComparedPolicy = RatedPolicy & { is_of_carrier: boolean };

/** Lines of a statement; those of policies of one agent of record if `agent` is not null. */
const VISIBLE = `($1::bigint is null or exists (select from policies p where p.id = l.policy_id and p.agent_of_record_id = $1))`;

export type ListedStatement = StatementRow & { line_count: number; total_cents: number };

/** The latest statements, or the one with this id; for one agent of record those of carriers of their policies. */
export function listStatements(
  db: Database,
  agent: number | null,
  id: number | null,
): Promise<ListedStatement[]> {
  return db.query(
    `with latest as (
        select s.* from commission_statements s
         where ($2::bigint is null or s.id = $2)
           and ($1::bigint is null or exists (
                 select from policies p where p.agent_of_record_id = $1
                    and (fold_text(p.carrier) = s.carrier_key
                         or p.id in (select o.policy_id from commission_lines o where o.statement_id = s.id))))
         order by s.month desc, s.id desc limit 500)
     select s.*, f.line_count, f.total_cents
       from latest s cross join lateral (
              select count(*)::int as line_count, coalesce(sum(l.amount_cents), 0)::bigint as total_cents
                from commission_lines l where l.statement_id = s.id and ${VISIBLE}) f
      order by s.month desc, s.id desc`,
    [agent, id],
  );
}

/**
 * The month that most lines of a statement pay for, of all agents and without chargebacks. Lines without a month count for the
 * month of the statement.
 */
export async function findUsualMonth(db: Database, { id, month }: StatementRow): Promise<string> {
  const [row] = await db.query<{ period: string }>(
    `select coalesce(period, $2) as period from commission_lines
      where statement_id = $1 and amount_cents >= 0 group by 1 order by count(*) desc, 1 desc limit 1`,
    [id, month],
  );
  return row?.period ?? month;
}

export function listLines(db: Database, statementId: number, agent: number | null): Promise<LineRow[]> {
  return db.query(
    `select l.id, l.statement_id, l.row_number, l.amount_cents, l.period, l.paid_on::text, l.is_duplicate, l.policy_id,
            l.is_ambiguous, l.content
       from commission_lines l where ${VISIBLE} and l.statement_id = $2 order by l.row_number, l.id`,
    [agent, statementId],
  );
}

/** Policies of the carrier that may be in force, and those that lines of the statement are matched to. */
export function listPolicies(
  db: Database,
  { id, carrier_key }: StatementRow,
  agent: number | null,
): Promise<ComparedPolicy[]> {
  return db.query(
    `select ${RATED}, fold_text(p.carrier) = $2 as is_of_carrier
       from policies p left join policy_commissions o on o.policy_id = p.id
      where ($1::bigint is null or p.agent_of_record_id = $1)
        and ((fold_text(p.carrier) = $2 and p.status not in ('quoted', 'submitted'))
             or p.id in (select policy_id from commission_lines where statement_id = $3))
      order by p.id`,
    [agent, carrier_key, id],
  );
}

/** The fields of policies that are shown. */
export async function findStated(db: Database, ids: readonly number[]): Promise<Map<number, StatedPolicy>> {
  const rows = await db.query<Omit<StatedPolicy, 'policy_number'> & { shown_number: string }>(
    `select p.id, p.client_id, p.carrier, p.plan_name, p.shown_number,
            ${clientName('c')} as client_name
       from policies p join clients c on c.id = p.client_id where p.id = any($1::bigint[])`,
    [ids],
  );
  return new Map(
    rows.map(({ shown_number, ...policy }): [number, StatedPolicy] => [
      policy.id,
      { ...policy, policy_number: numberMask(shown_number) },
    ]),
  );
}
