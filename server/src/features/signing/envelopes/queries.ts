import { CLIENT_WORK_LEFT } from '#features/forms/submissions/client-work.ts';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';

export interface SigningParties {
  agent_name: string | null;
  agent_email: string | null;
}

/** The agent responsible for a submission: the creator of its newest link, or of its session. */
export async function findParties(db: Database, submissionId: number): Promise<SigningParties> {
  const [row] = await db.query<SigningParties>(
    `select a.first_name || ' ' || a.last_name as agent_name, a.email as agent_email
       from session_forms s
       left join sessions n on n.id = s.session_id
       left join lateral (
         select created_by from secure_links where session_form_id = s.id and created_by is not null
          order by id desc limit 1) l on true
       left join agents a on a.id = coalesce(l.created_by, n.created_by)
      where s.id = $1`,
    [submissionId],
  );
  return row ?? { agent_name: null, agent_email: null };
}

/**
 * Submissions with an open envelope that was not checked for a long time. In random order where they exceed one run: those that
 * always fail must not block the others.
 */
export async function findStale(
  db: Database,
  provider: string,
  before: Date,
  limit: number,
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select id from session_forms
      where envelope_id is not null and not is_completed and not is_voided and status <> 'declined'
        and envelope_provider = $1 and (envelope_checked_at is null or envelope_checked_at < $2)
      order by random() limit $3`,
    [provider, before, limit],
  );
  return rows.map(({ id }) => id);
}

/** Finished submissions whose document is not stored yet, in random order for the same reason. */
export async function findUnfetched(db: Database, provider: string, limit: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select id from session_forms
      where envelope_id is not null and is_completed and signed_document_id is null and envelope_provider = $1
      order by random() limit $2`,
    [provider, limit],
  );
  return rows.map(({ id }) => id);
}

/** The submissions of these envelopes, by envelope. */
export async function findIdsByEnvelope(
  db: Database,
  provider: string,
  envelopeIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.arrays<[string, number]>(
    'select envelope_id, id from session_forms where envelope_provider = $1 and envelope_id = any($2::text[])',
    [provider, envelopeIds],
  );
  return new Map(rows);
}

export async function findIdByEnvelope(db: Database, envelopeId: string): Promise<number | undefined> {
  const text = 'select id from session_forms where envelope_id = $1';
  return (await first(db.query<{ id: number }>(text, [envelopeId])))?.id;
}

/** Those of these events whose envelope belongs to a submission here. */
export async function findKnownEnvelopes(
  db: Database,
  named: readonly { id: number; subject: string }[],
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select e.id from unnest($1::bigint[], $2::text[]) as e (id, subject)
      where exists (select from session_forms s where s.envelope_id = e.subject)`,
    [named.map(({ id }) => id), named.map(({ subject }) => subject)],
  );
  return rows.map(({ id }) => id);
}

/** Whether an agent paused or stopped the reminders of a submission; the database answers, because they belong to a higher module. */
export async function hasPausedReminders(db: Database, submissionId: number): Promise<boolean> {
  const [row] = await db.arrays<[boolean]>('select has_paused_reminders($1, null)', [submissionId]);
  return row?.[0] ?? false;
}

/** Whether the client of an email that announced their turn still has to sign, and its link still leads there. */
export async function isStillClientsTurn(db: Database, emailId: number): Promise<boolean> {
  const [row] = await db.arrays<[boolean]>(
    `select ${CLIENT_WORK_LEFT} and f.next_signer_role = 'client' and not has_paused_reminders(f.id, null)
            and c.status is distinct from 'inactive' and l.revoked_at is null
       from mail_messages m
       join session_forms f on f.id = m.session_form_id
       join clients c on c.id = m.client_id and c.id = f.client_id
       join secure_links l on l.id = m.link_id
      where m.id = $1`,
    [emailId],
  );
  return row?.[0] ?? false;
}
