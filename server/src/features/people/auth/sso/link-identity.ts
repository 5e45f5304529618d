import { z } from 'zod';
import { lockAgentByEmail } from '#features/people/agents/find-agents.ts';
import { notifyAgent } from '#features/people/two-factor/notify-agent.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context, VisitorActor } from '#platform/context.ts';
import { removeLinks } from '../password-links/repository.ts';
import * as repository from './repository.ts';

/**
 * The account the provider vouched for and how the agent was found; stored in the ticket while two-factor
 * authentication is pending.
 */
export const verifiedIdentitySchema = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  /** The row that links the agent to the account; null if the agent was found by address. */
  connection: z.number().nullable(),
  /** The agent's last single sign-on at that time; 0 if there was none. */
  last_sign_in: z.number(),
});
export type VerifiedIdentity = z.output<typeof verifiedIdentitySchema>;

/**
 * Completes the identity in the transaction that opens the sign-in: records the use of the link, or creates
 * it and emails the agent. False if the agent and the account no longer match.
 */
export function completeIdentity(
  ctx: Context<VisitorActor>,
  agentId: number,
  verifiedIdentity: VerifiedIdentity,
): Promise<boolean> {
  const now = ctx.deps.clock.now();
  const { connection } = verifiedIdentity;
  if (connection === null) return connect(ctx, agentId, verifiedIdentity, now);
  return repository.recordIdentityUse(ctx.db, { id: connection, agent_id: agentId }, now);
}

async function connect(
  ctx: Context<VisitorActor>,
  agentId: number,
  { issuer, subject, email, last_sign_in }: VerifiedIdentity,
  now: Date,
): Promise<boolean> {
  const named = { issuer, subject };
  const isConnected = async () => (await repository.findIdentity(ctx.db, named))?.agent_id === agentId;
  // Read in this order: linking also signs in, in one transaction that may commit between the two reads.
  const isFirst = (await repository.lastSsoSignIn(ctx.db, agentId)) === last_sign_in;
  // Linked in the meantime by another tab: treated as found.
  if (await isConnected()) return true;
  // Linked and then unlinked by an owner, which applies to this flow too.
  if (!isFirst) return false;
  const agent = email === null ? undefined : await lockAgentByEmail(ctx.db, email);
  if (email === null || agent?.id !== agentId || agent.email_confirmed_at === null) return false;
  const row = { agent_id: agentId, ...named, email, connected_at: now, last_used_at: now };
  if (!(await repository.connectIdentity(ctx.db, row))) return isConnected();
  // An invited agent no longer needs a password, so using single sign-on ends the invitation link.
  await removeLinks(ctx.db, agentId);
  await auditAction(ctx, 'sso_connected', 'agent', agentId, { new_value: email });
  await notifyAgent(ctx, agentId, { what: 'sso_connected', name: ctx.deps.config.SSO_NAME, email });
  return true;
}
