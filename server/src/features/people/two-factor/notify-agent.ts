import { type FactorNews, factorMail } from '#features/email-templates/two-factor-email.ts';
import { findAgentById } from '#features/people/agents/manage-agents.ts';
import type { Context } from '#platform/context.ts';
import { queueMail } from '#platform/email/queue.ts';

/** Whoever changes how an agent signs in does not do so unseen: the agent is told by mail, in the same transaction. */
export async function tellAgent(ctx: Context, agentId: number, news: FactorNews): Promise<void> {
  const agent = await findAgentById(ctx.db, agentId);
  if (!agent) return;
  const { BRAND, SSO_NAME, SSO_ONLY } = ctx.deps.config;
  const onlyWith = SSO_ONLY ? SSO_NAME : null;
  const mail = factorMail({ brokerage: BRAND, username: agent.username, news, onlyWith });
  await queueMail(ctx, { ...mail, kind: 'second_factor', to: agent.email, language: 'en' });
}
