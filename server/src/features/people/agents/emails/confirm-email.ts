import type * as endpoints from '@ledgerline/contract/agents/emails/endpoints';
import { FORMER_EMAIL_DAYS } from '@ledgerline/contract/agents/emails/endpoints';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { addressProblem } from '#features/email-templates/address-problems.ts';
import {
  emailChangedEmail,
  unconfirmedReplacedEmail,
} from '#features/email-templates/email-change-emails.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context, Deps, VisitorActor } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { assertAvailable } from '../lock-agents.ts';
import { type AgentRow, changeAgent, lockAgentRows } from '../repository.ts';
import * as repository from './repository.ts';
import { emailKey, formerEmailsFrom, isEmailLinkOpen, isTrustedEmail } from './rules.ts';
import { emailTokenFingerprint } from './send-email-link.ts';
import { changeOf, warnAgent } from './warn-agent.ts';

type Ctx = Context<VisitorActor>;

/** One message for every invalid link: used, replaced, cancelled, expired, forged, or of a deleted agent. */
const LINK_NOT_VALID =
  'This link is no longer valid: it was used, replaced by a newer one, cancelled, or has expired. Request a new one on your account page.';

/** What the page shows before confirmation. Mail scanners may load it too, so it changes nothing. */
export async function checkEmailLink(
  ctx: Ctx,
  { token }: BodyOf<typeof endpoints.checkEmailLink>,
): Promise<ReplyOf<typeof endpoints.checkEmailLink>> {
  const { link, agent } = await openLink(ctx, token);
  return {
    success: true,
    username: agent.username,
    email: link.email,
    is_change: link.email !== agent.email,
  };
}

/** Does not sign the agent in: the link proves access to the mailbox, not the agent's identity. */
export async function confirmEmailByLink(
  ctx: Ctx,
  { token }: BodyOf<typeof endpoints.confirmEmailByLink>,
): Promise<ReplyOf<typeof endpoints.confirmEmailByLink>> {
  const { link, agent } = await openLink(ctx, token);
  await confirmEmail(ctx, agent, link.email);
  return { success: true, message: `${link.email} is confirmed.` };
}

/**
 * Locks the agent before reading the link, so that the second of two concurrent requests finds the link used.
 */
async function openLink(ctx: Ctx, token: string) {
  const fingerprint = emailTokenFingerprint(ctx.deps, token);
  const found = await repository.findEmailLinkByFingerprint(ctx.db, fingerprint);
  const [agent] = found ? await lockAgentRows(ctx.db, [found.agent_id]) : [];
  const link = agent && (await repository.findEmailLinkByFingerprint(ctx.db, fingerprint));
  if (!link || !isEmailLinkOpen(link, ctx.deps.clock.now())) {
    throw new AppError('invalid_link', { message: LINK_NOT_VALID });
  }
  return { link, agent };
}

/**
 * Confirms an address of a locked agent. If it replaces another one, it takes effect and the former address
 * is notified.
 */
export async function confirmEmail(ctx: Context, agent: AgentRow, email: string): Promise<void> {
  const now = ctx.deps.clock.now();
  const change = { old_value: agent.email, new_value: email };
  await repository.deleteEmailLink(ctx.db, agent.id);
  if (email === agent.email) {
    await changeAgent(ctx.db, agent.id, { email_confirmed_at: now });
    await auditAction(ctx, 'email_confirmed', 'agent', agent.id, { new_value: email });
  } else {
    await assertAvailable(ctx.db, { email }, agent.id);
    await replaceFormer(ctx, agent, email, now);
    await changeAgent(ctx.db, agent.id, { email, email_confirmed_at: now });
    await auditAction(ctx, 'email_changed', 'agent', agent.id, change);
    await notifyFormer(ctx, agent, email);
  }
  await publishLiveEvent(ctx, { kind: 'agents', action: 'updated', ids: [agent.id] });
}

/**
 * An agent who returns to a former address undoes a change that may have been made by an intruder, so the
 * address that replaced it no longer receives password emails.
 */
async function replaceFormer(ctx: Context, agent: AgentRow, email: string, now: Date): Promise<void> {
  const former = await repository.formerEmails(ctx.db, agent.id);
  const undone = former.findIndex((one) => emailKey(one.email) === emailKey(email));
  if (undone === -1) {
    const was_trusted = isTrustedEmail(agent);
    const row = { agent_id: agent.id, email: agent.email, replaced_at: now, was_trusted };
    return repository.insertFormerEmail(ctx.db, row);
  }
  await repository.deleteFormerEmails(
    ctx.db,
    former.slice(undone).map(({ id }) => id),
  );
}

async function notifyFormer(ctx: Context, agent: AgentRow, to: string): Promise<void> {
  const { username, email: from } = agent;
  const change = {
    ...changeOf(ctx, { username, by: '', path: '/crm/login' }),
    from,
    to,
    days: FORMER_EMAIL_DAYS,
  };
  const email = isTrustedEmail(agent) ? emailChangedEmail(change) : unconfirmedReplacedEmail(change);
  await warnAgent(ctx, { ...email, kind: 'email_changed', to: from });
}

/** Where password emails go: the current address and, for a week, the agent's addresses that it replaced. */
export async function passwordEmailsOf(
  { db, deps }: Pick<Context, 'db' | 'deps'>,
  agent: Pick<AgentRow, 'id' | 'email'>,
): Promise<string[]> {
  const since = formerEmailsFrom(deps.clock.now());
  const former = (await repository.formerEmails(db, agent.id)).filter(
    ({ replaced_at, was_trusted }) => was_trusted && replaced_at > since,
  );
  return [...new Set([agent.email, ...former.map(({ email }) => email)])].filter(
    (email) => addressProblem(email) === null,
  );
}

/** An agent who accepts an invitation has confirmed the address that it was sent to. */
export async function recordEmailConfirmed(ctx: Context, agentId: number): Promise<void> {
  await changeAgent(ctx.db, agentId, { email_confirmed_at: ctx.deps.clock.now() });
}

/** Called with a new password: a change that an intruder requested before can no longer be confirmed. */
export async function cancelEmailLinks(db: Database, agentId: number): Promise<void> {
  await repository.deleteEmailLink(db, agentId);
}

export function deleteFormerEmails({ database, clock }: Deps): Promise<void> {
  return repository.deleteFormerEmailsBefore(database, formerEmailsFrom(clock.now()));
}
