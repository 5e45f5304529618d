import type { ReminderReason } from '@ledgerline/contract/rules';
import type { Database } from '#platform/database/database.ts';

/**
 * Locks every series of the client who owns this one until the transaction ends: of two servers, the second decides after the first and
 * sees its changes. False if the series no longer exists.
 */
export async function lockClientOf(db: Database, id: number): Promise<boolean> {
  const rows = await db.query<{ id: number }>(
    `select id from reminder_series where client_id = (select client_id from reminder_series where id = $1)
      order by id for update`,
    [id],
  );
  return rows.some((row) => row.id === id);
}

/** Claims a number for an email; a number whose email was too late is free again. */
export async function claimNumber(
  db: Database,
  claim: { series_id: number; number: number; mail_id: number; sent_at: Date; before: readonly number[] },
): Promise<void> {
  const { series_id, number, mail_id, sent_at, before } = claim;
  await db.query('delete from reminders_sent where series_id = $1 and number <> all($2::int[])', [
    series_id,
    before,
  ]);
  await db.query('insert into reminders_sent (series_id, number, mail_id, sent_at) values ($1, $2, $3, $4)', [
    series_id,
    number,
    mail_id,
    sent_at,
  ]);
}

/** Stores the result of a check: when the next one is sent. */
export async function recordChecked(
  db: Database,
  looked: readonly { id: number; due_at: Date | null }[],
  now: Date,
): Promise<void> {
  if (looked.length === 0) return;
  await db.query(
    `update reminder_series r set due_at = n.due_at, looked_at = $3
       from unnest($1::bigint[], $2::timestamptz[]) as n (id, due_at) where r.id = n.id`,
    [looked.map(({ id }) => id), looked.map(({ due_at }) => due_at), now],
  );
}

export async function changeState(
  db: Database,
  id: number,
  state: 'active' | 'paused' | 'stopped',
  reason: ReminderReason | null,
): Promise<void> {
  await db.query(
    'update reminder_series set state = $2, reason = $3, due_at = null, looked_at = null where id = $1',
    [id, state, reason],
  );
}
