import type { AgentFlags, NeedToKnow } from '@ledgerline/contract/rules';
import type { AccessScope } from '#platform/database/access-scope.ts';
import type { Database } from '#platform/database/database.ts';
import { withAccessScope } from '#platform/database/work.ts';
import { canViewAll } from './policy.ts';
import * as queries from './queries.ts';

type Viewer = { id: number } & Pick<AgentFlags, 'is_owner'>;

/** The agents whose clients an agent sees under the owners' setting; undefined for all clients. */
export async function accessScopeOf(
  db: Database,
  agent: Viewer,
  needToKnow: NeedToKnow,
): Promise<AccessScope | undefined> {
  if (canViewAll(agent, needToKnow)) return undefined;
  return needToKnow === 'own' ? [agent.id] : queries.listTeam(db, agent.id);
}

/**
 * The same by ID, for work on behalf of an agent who is not making a request. A deleted agent sees no one
 * else's clients.
 */
export async function findAccessScope(db: Database, agentId: number): Promise<AccessScope | undefined> {
  const agent = await queries.findViewer(db, agentId);
  return agent ? accessScopeOf(db, agent, agent.sees) : [agentId];
}

/** Runs work on behalf of an agent with that agent's access scope. */
export async function withAccessScopeOf<Result>(
  db: Database,
  agentId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return withAccessScope(await findAccessScope(db, agentId), work);
}
