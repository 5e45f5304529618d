import { type Agent, agentSchema } from '@ledgerline/contract/agents/endpoints';
import type { NamedAgent } from '@ledgerline/contract/rules';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { HAS_TWO_FACTOR } from './has-two-factor.ts';

export type ListedAgent = Omit<Agent, 'client_count'>;

const { client_count, ...STORED } = agentSchema.shape;
const SELECT = `select ${Object.keys(STORED).join(', ')} from agents`;

export function listAgents(db: Database): Promise<ListedAgent[]> {
  return db.query<ListedAgent>(`${SELECT} order by lower(last_name), lower(first_name), id`);
}

/** Two-factor authentication and last activity of every agent. Requests that a page makes by itself are not activity. */
export function listSecurity(
  db: Database,
): Promise<{ id: number; has_two_factor: boolean; last_seen_at: Date | null }[]> {
  return db.query(
    `select a.id,
            ${HAS_TWO_FACTOR} as has_two_factor,
            (select max(coalesce(s.last_active_at, s.last_used_at, s.created_at)) from sign_ins s where s.agent_id = a.id)
              as last_seen_at
       from agents a`,
  );
}

export function listNames(db: Database): Promise<NamedAgent[]> {
  return db.query<NamedAgent>(
    'select id, username, first_name, last_name from agents order by lower(last_name), lower(first_name), id',
  );
}

export function findListedAgent(db: Database, id: number): Promise<ListedAgent | undefined> {
  return first(db.query<ListedAgent>(`${SELECT} where id = $1`, [id]));
}

/** The email addresses of owners. */
export async function emailsOfOwners(db: Database): Promise<string[]> {
  const rows = await db.query<{ email: string }>('select email from agents where is_owner order by id');
  return rows.map(({ email }) => email);
}
