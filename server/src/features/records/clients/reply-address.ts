import { addressProblem } from '#features/email-templates/address-problems.ts';
import { findTrustedEmail } from '#features/people/agents/find-agents.ts';
import { agentIdOf, type Context } from '#platform/context.ts';
import { findOwner } from './owners/queries.ts';

/**
 * Where answers to an email to a client go: to the agent who sends it, otherwise to the client's owner. Null without either, or
 * if the address is not confirmed or the placeholder of a new installation: answers contain personal data.
 */
export async function replyAddress(ctx: Context, clientId: number): Promise<string | null> {
  const agentId = agentIdOf(ctx) ?? (await findOwner(ctx.db, clientId))?.owner ?? null;
  return agentId === null ? null : usable(await findTrustedEmail(ctx.db, agentId));
}

const usable = (email: string | null) =>
  email !== null && addressProblem(email) === null && !email.endsWith('.localdomain') ? email : null;
