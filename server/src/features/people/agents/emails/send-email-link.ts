import { randomBytes } from 'node:crypto';
import { CONFIRM_EMAIL_PATH } from '@ledgerline/contract/agents/emails/endpoints';
import { addressProblem } from '#features/email-templates/address-problems.ts';
import { confirmationEmail } from '#features/email-templates/email-change-emails.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context, Deps } from '#platform/context.ts';
import { queueEmail } from '#platform/email/queue.ts';
import { isEmailConnected } from '#platform/email/transport.ts';
import { absoluteUrl, hasAddressForLinks } from '#platform/public-address.ts';
import { consumeRateLimit } from '#platform/rate-limit/rate-limit.ts';
import { type AgentRow, lockAgentRows } from '../repository.ts';
import * as repository from './repository.ts';
import { emailLinkEnd, linkSentText } from './rules.ts';

const TOKEN_BYTES = 24;
/** Limits confirmation emails for one agent, no matter who requests them. */
const PER_AGENT = { max: 5, seconds: 3600 };

export function deliveryOf({ deps, origin }: Pick<Context, 'deps' | 'origin'>) {
  return { isConnected: isEmailConnected(deps), hasAddress: hasAddressForLinks(deps.config, origin) };
}

/** The fingerprint by which a link is found; the database alone does not reveal the token. */
export function emailTokenFingerprint({ tokens }: Pick<Deps, 'tokens'>, token: string): string {
  return tokens.fingerprint(`email link ${token}`);
}

/**
 * Creates the link that confirms an address of an agent and replaces the previous one. The token exists only
 * in the URL.
 */
export async function createEmailLink(
  ctx: Context,
  agentId: number,
  email: string,
  until?: Date,
): Promise<{ url: string; expires_at: Date }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = ctx.deps.clock.now();
  const expires_at = until ?? emailLinkEnd(now);
  await repository.saveEmailLink(ctx.db, {
    agent_id: agentId,
    email,
    token_fingerprint: emailTokenFingerprint(ctx.deps, token),
    created_at: now,
    expires_at,
  });
  return { url: absoluteUrl(ctx, `${CONFIRM_EMAIL_PATH}#${token}`), expires_at };
}

/** Emails the confirmation link to the address and returns the message for the person who requested it. */
export async function emailConfirmationLink(
  ctx: Context,
  agent: Pick<AgentRow, 'id' | 'email' | 'username'>,
  email: string,
  by: string,
): Promise<string> {
  const { clock, config } = ctx.deps;
  await consumeRateLimit(ctx.db, `email_link:${agent.id}`, PER_AGENT, clock.now());
  const { url, expires_at } = await createEmailLink(ctx, agent.id, email);
  const delivery = deliveryOf(ctx);
  if (delivery.hasAddress && addressProblem(email) === null) {
    const message = confirmationEmail({
      brokerage: config.BRAND,
      username: agent.username,
      email,
      isChange: email !== agent.email,
      by,
      url,
      until: expires_at,
      timeZone: config.TIME_ZONE,
    });
    await queueEmail(ctx, {
      ...message,
      kind: 'email_confirmation',
      to: email,
      language: 'en',
      not_after: expires_at,
    });
  }
  return linkSentText(email, agent.email, delivery);
}

/**
 * Confirms the current address if it is unconfirmed and no change is pending: single sign-on requires a
 * confirmed address.
 */
export async function emailUnconfirmed(ctx: Context, agentId: number): Promise<void> {
  const [agent] = await lockAgentRows(ctx.db, [agentId]);
  const link = agent && (await repository.findEmailLink(ctx.db, agentId));
  if (!agent || agent.email_confirmed_at !== null || (link && link.email !== agent.email)) return;
  await emailConfirmationLink(ctx, agent, agent.email, '');
  await auditAction(ctx, 'email_link_sent', 'agent', agentId, { new_value: agent.email });
}
