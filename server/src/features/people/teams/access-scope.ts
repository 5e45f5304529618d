import type { AgentFlags, NeedToKnow } from '@ledgerline/contract/rules';
import type { Database } from '#platform/database/database.ts';
import type { Sight } from '#platform/database/access-scope.ts';
import { asSight } from '#platform/database/work.ts';
import * as listing from './queries.ts';
import { seesEverybody } from './policy.ts';

type Seer = { id: number } & Pick<AgentFlags, 'is_owner'>;

/** Whose clients an agent sees, with what owners have said; undefined where everybody's. */
export async function sightOf(db: Database, agent: Seer, sees: NeedToKnow): Promise<Sight | undefined> {
  if (seesEverybody(agent, sees)) return undefined;
  return sees === 'own' ? [agent.id] : listing.listTeam(db, agent.id);
}

/** The same by number, for what is done in somebody's name while he does not ask. One who is no more sees nobody's. */
export async function findSight(db: Database, agentId: number): Promise<Sight | undefined> {
  const agent = await listing.findSeer(db, agentId);
  return agent ? sightOf(db, agent, agent.sees) : [agentId];
}

/** Does something in an agent's name, who sees what he would see if he asked. */
export async function inSightOf<Result>(
  db: Database,
  agentId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return asSight(await findSight(db, agentId), work);
}
