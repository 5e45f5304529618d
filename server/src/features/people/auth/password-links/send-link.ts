import type * as endpoints from '@ledgerline/contract/auth/password-links/endpoints';
import {
  PASSWORD_LINK_NOT_CONNECTED,
  PASSWORD_LINK_SENT,
  PASSWORD_LINK_WITHOUT_ADDRESS,
} from '@ledgerline/contract/auth/password-links/endpoints';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { z } from 'zod';
import { resetEmail } from '#features/email-templates/password-emails.ts';
import { passwordEmailsOf } from '#features/people/agents/emails/confirm-email.ts';
import { findAgentByName, lockAgentRow } from '#features/people/agents/find-agents.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { consumeRateLimitOrAudit } from '#platform/audit/bounded.ts';
import { type Context, type Deps, systemContext, type VisitorActor } from '#platform/context.ts';
import { queueEmail } from '#platform/email/queue.ts';
import { isEmailConnected } from '#platform/email/transport.ts';
import { AppError } from '#platform/errors.ts';
import { hasAddressForLinks } from '#platform/public-address.ts';
import { assertPasswordsEnabled } from '../sso/sso-only.ts';
import { createLink } from './create-link.ts';

export const LINK_QUEUE = 'forgotten-password';
/** Limits emails to one agent, whatever the source of the requests. */
const PER_AGENT = { max: 3, seconds: 3600 };

export const passwordLinkPayload = z.object({
  agent_id: z.number().nullable(),
  address: z.string(),
  origin: z.string().optional(),
});
type PasswordLinkJob = z.output<typeof passwordLinkPayload>;

/**
 * Every request gets the same response after the same work: one lookup of the name and one job, which finds
 * out whether there is anything to do. So the response does not reveal whether an account exists.
 */
export async function sendPasswordLink(
  ctx: Context<VisitorActor>,
  { name }: BodyOf<typeof endpoints.sendPasswordLink>,
): Promise<ReplyOf<typeof endpoints.sendPasswordLink>> {
  assertPasswordsEnabled(ctx);
  const agent = await findAgentByName(ctx.db, name);
  const job: PasswordLinkJob = {
    agent_id: agent?.id ?? null,
    address: ctx.address,
    ...(ctx.origin ? { origin: ctx.origin } : {}),
  };
  await ctx.deps.jobs.send(ctx.db, LINK_QUEUE, job);
  return { success: true, message: messageFor(ctx) };
}

/** The same for every username. */
function messageFor({ deps, origin }: Context): string {
  if (!isEmailConnected(deps)) return PASSWORD_LINK_NOT_CONNECTED;
  return hasAddressForLinks(deps.config, origin) ? PASSWORD_LINK_SENT : PASSWORD_LINK_WITHOUT_ADDRESS;
}

/** The job behind it. If it runs twice it sends two emails, and the later link works. */
export async function emailPasswordLink(
  deps: Deps,
  { agent_id, address, origin }: PasswordLinkJob,
): Promise<void> {
  if (agent_id === null) return;
  const ctx = { ...systemContext(deps, deps.database, LINK_QUEUE), address, ...(origin ? { origin } : {}) };
  if (!hasAddressForLinks(deps.config, origin)) {
    return deps.log.warn({ agent: agent_id }, 'password reset email not sent: PUBLIC_URL is not set');
  }
  const event = { action: 'password_link_refused', entity: 'agent', entity_id: agent_id };
  try {
    await consumeRateLimitOrAudit(ctx, `password_link:${agent_id}`, PER_AGENT, event);
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return;
    throw error;
  }
  await deps.database.transaction((db) => emailLink({ ...ctx, db }, agent_id));
}

async function emailLink(ctx: Context, agentId: number): Promise<void> {
  const agent = await lockAgentRow(ctx.db, agentId);
  const addresses = agent ? await passwordEmailsOf(ctx, agent) : [];
  if (!agent || addresses.length === 0) return;
  const { row, url } = await createLink(ctx, agentId, 'reset');
  const { BRAND, TIME_ZONE } = ctx.deps.config;
  const { username } = agent;
  const input = { brokerage: BRAND, username, address: ctx.address, url };
  const email = resetEmail({ ...input, until: row.expires_at, timeZone: TIME_ZONE });
  for (const to of addresses)
    await queueEmail(ctx, { ...email, kind: 'password_link', to, language: 'en', not_after: row.expires_at });
  await auditAction(ctx, 'password_link_sent', 'agent', agentId);
}
