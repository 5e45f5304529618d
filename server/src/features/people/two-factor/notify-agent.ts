import { type TwoFactorChange, twoFactorEmail } from '#features/email-templates/two-factor-email.ts';
import { findAgentById } from '#features/people/agents/manage-agents.ts';
import type { Context } from '#platform/context.ts';
import { queueEmail } from '#platform/email/queue.ts';

/**
 * Emails the agent about every change of how they sign in, in the same transaction, so that no change goes
 * unnoticed.
 */
export async function notifyAgent(ctx: Context, agentId: number, change: TwoFactorChange): Promise<void> {
  const agent = await findAgentById(ctx.db, agentId);
  if (!agent) return;
  const { BRAND, SSO_NAME, SSO_ONLY } = ctx.deps.config;
  const onlyWith = SSO_ONLY ? SSO_NAME : null;
  const email = twoFactorEmail({ brokerage: BRAND, username: agent.username, change, onlyWith });
  await queueEmail(ctx, { ...email, kind: 'second_factor', to: agent.email, language: 'en' });
}
