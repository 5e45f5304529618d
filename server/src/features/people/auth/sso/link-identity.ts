import { z } from 'zod';
import { lockAgentByEmail } from '#features/people/agents/find-agents.ts';
import { notifyAgent } from '#features/people/two-factor/notify-agent.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context, VisitorActor } from '#platform/context.ts';
import { removeLinks } from '../password-links/repository.ts';
import * as repository from './repository.ts';

/** For whom the provider vouched and how he was found: kept in the ticket while a second step is still to come. */
export const vouchedSchema = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  /** The row that connects the agent with the account there; null where he was found by his address. */
  connection: z.number().nullable(),
  /** The agent's last sign-in of this kind by then; 0 where there was none. */
  last_sign_in: z.number(),
});
export type Vouched = z.output<typeof vouchedSchema>;

/**
 * Done when nothing is missing from a sign-in any more, in the transaction that opens it: notes the use of the connection, or
 * connects the two for good, which is mailed. False where the agent and the account there do not go together any more.
 */
export function settleIdentity(
  ctx: Context<VisitorActor>,
  agentId: number,
  vouched: Vouched,
): Promise<boolean> {
  const now = ctx.deps.clock.now();
  const { connection } = vouched;
  if (connection === null) return connect(ctx, agentId, vouched, now);
  return repository.noteIdentityUse(ctx.db, { id: connection, agent_id: agentId }, now);
}

async function connect(
  ctx: Context<VisitorActor>,
  agentId: number,
  { issuer, subject, email, last_sign_in }: Vouched,
  now: Date,
): Promise<boolean> {
  const named = { issuer, subject };
  const isConnected = async () => (await repository.findIdentity(ctx.db, named))?.agent_id === agentId;
  // Read in this order: what connects also signs in, in one transaction that may end between the two.
  const isFirst = (await repository.lastSsoSignIn(ctx.db, agentId)) === last_sign_in;
  // Connected meanwhile, in another tab: it is as if it had been found.
  if (await isConnected()) return true;
  // Connected and disconnected since, by an owner who meant this one too.
  if (!isFirst) return false;
  const agent = email === null ? undefined : await lockAgentByEmail(ctx.db, email);
  if (email === null || agent?.id !== agentId || agent.email_confirmed_at === null) return false;
  const row = { agent_id: agentId, ...named, email, connected_at: now, last_used_at: now };
  if (!(await repository.connectIdentity(ctx.db, row))) return isConnected();
  // Whoever was invited needs no password any more; its link ends with the use of the other way.
  await removeLinks(ctx.db, agentId);
  await auditAction(ctx, 'sso_connected', 'agent', agentId, { new_value: email });
  await notifyAgent(ctx, agentId, { what: 'sso_connected', name: ctx.deps.config.SSO_NAME, email });
  return true;
}
