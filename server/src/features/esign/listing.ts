import type { Database } from '#platform/database/database.ts';

export interface SigningParties {
  agent_name: string | null;
  agent_email: string | null;
}

/** Who looks after a submission: who made its newest link, else who opened its session. */
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

/** Submissions whose envelope is still out, longest untouched first. */
export async function findOpenEnvelopes(db: Database, limit: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select id from session_forms
      where envelope_id is not null and not is_completed and not is_voided and status = 'sent'
      order by updated_at nulls last limit $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}
