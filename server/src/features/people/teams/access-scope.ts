import type { AgentFlags, NeedToKnow } from '@ledgerline/contract/rules';
import type { AccessScope } from '#platform/database/access-scope.ts';
import type { Database } from '#platform/database/database.ts';
import { withAccessScope } from '#platform/database/work.ts';
import { canViewAll } from './policy.ts';
import * as queries from './queries.ts';

type Viewer = { id: number } & Pick<AgentFlags, 'is_owner'>;

/** Whose clients an agent sees, with what owners have said; undefined where everybody's. */
export async function accessScopeOf(
  db: Database,
  agent: Viewer,
  needToKnow: NeedToKnow,
): Promise<AccessScope | undefined> {
  if (canViewAll(agent, needToKnow)) return undefined;
  return needToKnow === 'own' ? [agent.id] : queries.listTeam(db, agent.id);
}

/** The same by number, for what is done in somebody's name while he does not ask. One who is no more sees nobody's. */
export async function findAccessScope(db: Database, agentId: number): Promise<AccessScope | undefined> {
  const agent = await queries.findViewer(db, agentId);
  return agent ? accessScopeOf(db, agent, agent.sees) : [agentId];
}

/** Does something in an agent's name, who sees what he would see if he asked. */
export async function withAccessScopeOf<Result>(
  db: Database,
  agentId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return withAccessScope(await findAccessScope(db, agentId), work);
}
