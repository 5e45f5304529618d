import type { Database, DatabasePool } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import type { docusignEnvelopes } from './schema.ts';

export type EnvelopeRow = typeof docusignEnvelopes.$inferSelect;

/** A row whose envelope exists at DocuSign. */
export type SentRow = EnvelopeRow & { envelope_id: string };

export async function insertEnvelope(
  db: Database,
  row: { idempotency_key: string; template_id: string; transaction_id: string; created_at: Date },
): Promise<void> {
  await db.query(
    `insert into docusign_envelopes (idempotency_key, template_id, transaction_id, created_at)
     values ($1, $2, $3, $4) on conflict (idempotency_key) do nothing`,
    [row.idempotency_key, row.template_id, row.transaction_id, row.created_at],
  );
}

export function findByKey(db: Database, key: string): Promise<EnvelopeRow | undefined> {
  return first(db.query('select * from docusign_envelopes where idempotency_key = $1', [key]));
}

export function findByEnvelope(db: Database, envelopeId: string): Promise<SentRow | undefined> {
  return first(listByEnvelopes(db, [envelopeId]));
}

export function listByEnvelopes(db: Database, envelopeIds: readonly string[]): Promise<SentRow[]> {
  return db.query('select * from docusign_envelopes where envelope_id = any($1)', [envelopeIds]);
}

export function findByTransaction(db: Database, transactionId: string): Promise<EnvelopeRow | undefined> {
  const text = 'select * from docusign_envelopes where transaction_id::text = $1';
  return first(db.query(text, [transactionId.toLowerCase()]));
}

export interface Lease {
  id: number;
  holder: string;
}

/**
 * A free lease: none, one that has expired ($3 its new end, $4 now), or one set by a clock that was ahead by more than the
 * duration of a lease and has been corrected since.
 */
const IS_FREE = `(lease_until is null or lease_until <= $4
                  or lease_until > $3::timestamptz + ($3::timestamptz - $4::timestamptz))`;

/** The current row, for the caller that may create its envelope; undefined while another caller may, or once it is created. */
export async function claimLease(
  db: Database,
  { id, holder }: Lease,
  { now, until }: { now: Date; until: Date },
): Promise<EnvelopeRow | undefined> {
  const [row] = await db.query<EnvelopeRow>(
    `update docusign_envelopes set lease_holder = $2, lease_until = $3
      where id = $1 and envelope_id is null and ${IS_FREE}
      returning *`,
    [id, holder, until, now],
  );
  return row;
}

/** Records that a request to DocuSign is about to be sent, and the template; false when another caller has the lease now. */
export async function recordAttempt(
  db: Database,
  { id, holder }: Lease,
  { now, until, template_id }: { now: Date; until: Date; template_id: string },
): Promise<boolean> {
  const rows = await db.query(
    `update docusign_envelopes set tried_at = $4, lease_until = $3, template_id = $5
      where id = $1 and lease_holder = $2 and envelope_id is null returning id`,
    [id, holder, until, now, template_id],
  );
  return rows.length > 0;
}

/** True for the one caller, across all servers, that may read the content of a finished envelope. */
export async function claimReading(
  db: Database,
  { id, holder }: Lease,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const rows = await db.query(
    `update docusign_envelopes set lease_holder = $2, lease_until = $3
      where id = $1 and envelope_id is not null and ${IS_FREE} returning id`,
    [id, holder, until, now],
  );
  return rows.length > 0;
}

export async function releaseLease(db: Database, { id, holder }: Lease): Promise<void> {
  await db.query(
    'update docusign_envelopes set lease_holder = null, lease_until = null where id = $1 and lease_holder = $2',
    [id, holder],
  );
}

/** False when the row already has another envelope. */
export async function saveEnvelopeId(db: Database, id: number, envelopeId: string): Promise<boolean> {
  const rows = await db.query(
    `update docusign_envelopes set envelope_id = $2, lease_holder = null, lease_until = null
      where id = $1 and (envelope_id is null or envelope_id = $2) returning id`,
    [id, envelopeId],
  );
  return rows.length > 0;
}

/** True for the one caller, across all servers, that may send a request now; the others use the stored state. */
export async function claimRequest(
  db: Database,
  id: number,
  { now, lastBefore }: { now: Date; lastBefore: Date },
): Promise<boolean> {
  const rows = await db.query(
    `update docusign_envelopes set asked_at = $2
      where id = $1 and (asked_at is null or asked_at <= $3
             or asked_at > $2::timestamptz + ($2::timestamptz - $3::timestamptz)) returning id`,
    [id, now, lastBefore],
  );
  return rows.length > 0;
}

/** Revokes a claim whose call failed. */
export async function releaseRequest(
  db: Database,
  id: number,
  { at, before }: { at: Date; before: Date | null },
): Promise<void> {
  await db.query('update docusign_envelopes set asked_at = $3 where id = $1 and asked_at = $2', [
    id,
    at,
    before,
  ]);
}

/** Updates the known state with the row locked: two concurrent responses are applied one after the other. */
export function changeState<State>(
  database: DatabasePool,
  id: number,
  change: (before: unknown) => State,
): Promise<State> {
  return database.transaction(async (db) => {
    const [row] = await db.query<{ state: unknown }>(
      'select state from docusign_envelopes where id = $1 for update',
      [id],
    );
    const after = change(row?.state ?? null);
    await db.query('update docusign_envelopes set state = $2 where id = $1', [id, JSON.stringify(after)]);
    return after;
  });
}

/** Newest first; the limit is far more than a brokerage has open at one time. */
export function listOpenOfSeveral(db: Database): Promise<SentRow[]> {
  return db.query<SentRow>(
    `select * from docusign_envelopes
      where envelope_id is not null and state->>'status' not in ('completed', 'declined', 'voided')
        and jsonb_array_length(state->'signers') > 1
      order by id desc limit 1000`,
  );
}
