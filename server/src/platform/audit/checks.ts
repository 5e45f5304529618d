import type { AuditCheck } from '@ledgerline/contract/audit-checks/endpoints';
import { reasonOf } from '@ledgerline/host/startup-error';
import type { Deps } from '../context.ts';
import type { Database } from '../database/database.ts';
import { isOutage } from '../errors.ts';
import { type AuditReport, verifyAuditLog } from './verify.ts';

export const CHECK_QUEUE = 'audit-check';
/** A check without progress for this long has lost its server. */
const LOST_MS = 120_000;
const REPORT_EVERY_MS = 500;
const STOPPED = 'The server stopped during the check. Please start it again.';

interface CheckRow extends Omit<AuditCheck, 'findings' | 'heads' | 'notes' | 'started_at' | 'finished_at'> {
  started_at: Date;
  seen_at: Date;
  finished_at: Date | null;
  result: Pick<AuditReport, 'findings' | 'heads' | 'notes'> | null;
}

/** The latest check; it has failed if its server is gone. */
export async function findLatestCheck(db: Database, now: Date): Promise<AuditCheck | null> {
  const [row] = await db.query<CheckRow>('select * from audit_checks order by id desc limit 1');
  return row ? toCheck(row, now) : null;
}

/** Starts a check in the caller's transaction unless one is running; returns the running one. */
export async function startCheck(
  db: Database,
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  agentName: string,
): Promise<AuditCheck> {
  await db.query('lock table audit_checks in share row exclusive mode');
  const now = clock.now();
  const latest = await findLatestCheck(db, now);
  if (latest?.state === 'running') return latest;
  const [row] = await db.query<CheckRow>(
    `insert into audit_checks (state, agent_name, started_at, seen_at, total)
     values ('running', $1, $2, $2, (select position from audit_chain)) returning *`,
    [agentName, now],
  );
  if (!row) throw new Error('the check was not stored');
  await db.query('delete from audit_checks where id < $1', [row.id]);
  await jobs.send(db, CHECK_QUEUE, { id: row.id });
  return toCheck(row, now);
}

/** Runs a check and stores what it found; stops if a newer check replaced it. */
export async function runCheck(deps: Deps, id: number): Promise<void> {
  const { database, clock, log } = deps;
  let reportedAt = 0;
  const onProgress = async (done: number, total: number) => {
    const now = clock.now();
    if (now.getTime() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = now.getTime();
    await database.query('update audit_checks set done = $2, total = $3, seen_at = $4 where id = $1', [
      id,
      ...[done, total, now],
    ]);
  };
  try {
    const { findings, heads, notes, total, unsealed } = await verifyAuditLog({ ...deps, onProgress });
    if (findings.length > 0) log.error({ findings }, 'the audit log has been altered');
    await database.query(
      `update audit_checks set state = 'done', done = $2, total = $2, unsealed = $3, result = $4, finished_at = $5, seen_at = $5
        where id = $1`,
      [id, total, unsealed, JSON.stringify({ findings, heads, notes }), clock.now()],
    );
  } catch (error) {
    // The queue retries when the database is reachable again.
    if (isOutage(error)) throw error;
    log.error({ err: error }, 'the audit log could not be verified');
    await database.query(
      `update audit_checks set state = 'failed', error = $2, finished_at = $3, seen_at = $3 where id = $1`,
      [id, `The check failed: ${reasonOf(error)}.`, clock.now()],
    );
  }
}

function toCheck({ result, seen_at, ...row }: CheckRow, now: Date): AuditCheck {
  const isLost = row.state === 'running' && now.getTime() - seen_at.getTime() > LOST_MS;
  const { findings = [], heads = [], notes = [] } = result ?? {};
  return {
    ...row,
    ...(isLost ? { state: 'failed' as const, error: STOPPED } : {}),
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    ...{ findings, heads, notes },
  };
}
