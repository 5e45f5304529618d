import type { Database } from '#platform/database/database.ts';
import type { LinkRow } from './repository.ts';

export interface ListedLink extends LinkRow {
  type: string;
  form_link_id: string;
  agent_name: string | null;
}

const SELECT = `
  select l.*, coalesce(s.type, f.type, '') as type, coalesce(s.form_link_id, f.form_link_id, '') as form_link_id,
         a.first_name || ' ' || a.last_name as agent_name
    from secure_links l
    left join session_forms s on s.id = l.session_form_id
    left join global_forms f on f.id = l.form_id
    left join agents a on a.id = l.created_by`;

/** Living links of one client, newest first. */
export function listOfClient(db: Database, clientId: number): Promise<ListedLink[]> {
  return db.query(`${SELECT} where l.client_id = $1 and l.revoked_at is null order by l.id desc limit 1000`, [
    clientId,
  ]);
}

export async function findAgentName(db: Database, linkId: number): Promise<string | null> {
  const [row] = await db.query<ListedLink>(`${SELECT} where l.id = $1`, [linkId]);
  return row?.agent_name ?? null;
}
