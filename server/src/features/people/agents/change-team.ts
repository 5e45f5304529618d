import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import * as repository from './repository.ts';

/**
 * Puts an agent into a team, or into none, and returns the agent's previous team. The caller has checked that
 * the team exists.
 */
export async function changeTeam(
  { db }: Pick<Context, 'db'>,
  id: number,
  team_id: number | null,
): Promise<number | null> {
  const [agent] = await repository.lockAgentRows(db, [id]);
  if (!agent) throw new AppError('not_found', { message: 'Agent not found.' });
  if (agent.team_id !== team_id) await repository.changeAgent(db, id, { team_id });
  return agent.team_id;
}
