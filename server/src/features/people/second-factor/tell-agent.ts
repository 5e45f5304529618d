import { type FactorNews, factorMail } from '#features/notices/factor-mail.ts';
import { findAgentById } from '#features/people/agents/manage-agents.ts';
import type { Context } from '#platform/context.ts';
import { queueMail } from '#platform/mail/queue.ts';

/** Whoever changes how an agent signs in does not do so unseen: the agent is told by mail, in the same transaction. */
export async function tellAgent(ctx: Context, agentId: number, news: FactorNews): Promise<void> {
  const agent = await findAgentById(ctx.db, agentId);
  if (!agent) return;
  const mail = factorMail({ brokerage: ctx.deps.config.BRAND, username: agent.username, news });
  await queueMail(ctx, { ...mail, kind: 'second_factor', to: agent.email, language: 'en' });
}
