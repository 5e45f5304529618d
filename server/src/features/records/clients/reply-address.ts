import { cleanEmail } from '@ledgerline/contract/rules';
import { findAgentEmail } from '#features/people/agents/find-agents.ts';
import { agentIdOf, type Context } from '#platform/context.ts';
import { findOwner } from './owners/queries.ts';

/**
 * Where answers to an email to a client go: to the agent who sends it, otherwise to the client's owner. Null without either, or
 * if the address is the placeholder of a new installation.
 */
export async function replyAddress(ctx: Context, clientId: number): Promise<string | null> {
  const agentId = agentIdOf(ctx) ?? (await findOwner(ctx.db, clientId))?.owner ?? null;
  return agentId === null ? null : usable(await findAgentEmail(ctx.db, agentId));
}

const usable = (email: string | null) =>
  email !== null && cleanEmail(email) === email && !email.endsWith('.localdomain') ? email : null;
