import type { Agent } from '@ledgerline/contract/agents/endpoints';
import type { Database } from '#platform/database/database.ts';

const SELECT = `
  select a.id, a.email, a.username, a.first_name, a.last_name,
         a.is_advisor, a.is_owner, a.is_developer, a.has_all_staff_access, coalesce(c.n, 0)::int as client_count
    from agents a
    left join (select created_by, count(*) as n from clients where created_by is not null group by created_by) c
      on c.created_by = a.id`;

/** Agents with the number of clients each created (decisions B24). */
export function listAgents(db: Database): Promise<Agent[]> {
  return db.query<Agent>(`${SELECT} order by lower(a.last_name), lower(a.first_name), a.id`);
}

export async function findListedAgent(db: Database, id: number): Promise<Agent | undefined> {
  const [row] = await db.query<Agent>(`${SELECT} where a.id = $1`, [id]);
  return row;
}
