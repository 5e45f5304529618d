import type { AlertRule } from '@ledgerline/contract/audit/alerts';
import type { Database } from '#platform/database/database.ts';
import type { Alert } from './rules.ts';

/** Locks the scan until the end of the transaction and returns the time of the last one, null before the first. */
export async function lockLastScan(db: Database, now: Date): Promise<Date | null> {
  const created = await db.query(
    'insert into audit_watch (only_row, looked_at) values (true, $1) on conflict do nothing returning looked_at',
    [now],
  );
  const [row] = await db.query<{ looked_at: Date }>('select looked_at from audit_watch for update');
  return created.length > 0 ? null : (row?.looked_at ?? null);
}

export async function recordScan(db: Database, now: Date): Promise<void> {
  await db.query('update audit_watch set looked_at = $1', [now]);
}

/** When owners were last notified about a rule and an agent. */
export async function lastNotifiedAt(
  db: Database,
  rule: AlertRule,
  agentId: number | null,
): Promise<Date | null> {
  const [row] = await db.query<{ told_at: Date | null }>(
    'select max(told_at) as told_at from audit_alarms where rule = $1 and agent_id is not distinct from $2',
    [rule, agentId],
  );
  return row?.told_at ?? null;
}

/** Stores the alert and returns its id. */
export async function recordAlert(
  db: Database,
  { rule, count, most }: Alert,
  agentId: number | null,
  now: Date,
): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `insert into audit_alarms (rule, agent_id, count, most, told_at) values ($1, $2, $3, $4, $5) returning id`,
    [rule, agentId, count, most, now],
  );
  return row?.id ?? 0;
}
