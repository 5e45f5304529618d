import type { Database } from '#platform/database/database.ts';
import { commissionResolutions } from '../schema.ts';

export type ResolutionRow = typeof commissionResolutions.$inferSelect;

export function listResolutions(db: Database, statementId: number): Promise<ResolutionRow[]> {
  return db.query(
    `select id, statement_id, policy_id, line_id, expected_cents, paid_cents, note, agent_name, created_at
       from commission_resolutions where statement_id = $1`,
    [statementId],
  );
}

interface Resolved {
  statement_id: number;
  policy_id: number | null;
  line_id: number | null;
}

export async function removeResolution(db: Database, of: Resolved): Promise<void> {
  await db.query(
    'delete from commission_resolutions where statement_id = $1 and (policy_id = $2 or line_id = $3)',
    [of.statement_id, of.policy_id, of.line_id],
  );
}

/** Replaces the resolution of the same policy or line; another owner may have resolved it at the same time. */
export async function saveResolution(
  db: Database,
  row: typeof commissionResolutions.$inferInsert,
): Promise<void> {
  const { statement_id, policy_id, line_id } = commissionResolutions;
  const target = row.line_id ? line_id : [statement_id, policy_id];
  await db.orm.insert(commissionResolutions).values(row).onConflictDoUpdate({ target, set: row });
}
