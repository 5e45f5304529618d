import { DEFAULT_NEED_TO_KNOW, type NeedToKnow } from '@ledgerline/contract/rules';
import type { Team } from '@ledgerline/contract/teams/endpoints';
import type { AccessScope } from '#platform/database/access-scope.ts';
import type { Database } from '#platform/database/database.ts';

export function listTeams(db: Database): Promise<Team[]> {
  return db.query<Team>(
    `select id, name, array(select a.id::int from agents a where a.team_id = t.id order by a.id) as agent_ids
       from teams t order by lower(name), id`,
  );
}

/** The setting for which clients agents see. */
export async function findNeedToKnow(db: Database): Promise<NeedToKnow> {
  const [row] = await db.query<{ sees: NeedToKnow }>('select sees from need_to_know');
  return row?.sees ?? DEFAULT_NEED_TO_KNOW;
}

/** The members of an agent's team, including the agent; only the agent if they have no team. */
export async function listTeam(db: Database, agentId: number): Promise<AccessScope> {
  const rows = await db.query<{ id: number }>(
    `select m.id from agents a join agents m on m.id = a.id or m.team_id = a.team_id where a.id = $1 order by m.id`,
    [agentId],
    'list_team',
  );
  return rows.map(({ id }) => id);
}

/** The fields of an agent that decide the access scope, with the owners' setting. */
export async function findViewer(
  db: Database,
  agentId: number,
): Promise<{ id: number; is_owner: boolean; sees: NeedToKnow } | undefined> {
  const [row] = await db.query<{ id: number; is_owner: boolean; sees: NeedToKnow }>(
    `select a.id, a.is_owner, coalesce(n.sees, '${DEFAULT_NEED_TO_KNOW}') as sees
       from agents a left join need_to_know n on true where a.id = $1`,
    [agentId],
    'find_seer',
  );
  return row;
}
