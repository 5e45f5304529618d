import type * as endpoints from '@ledgerline/contract/agents/emails/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import {
  emailChangeRequestedEmail,
  unconfirmedChangeRequestedEmail,
  usernameChangedEmail,
} from '#features/email-templates/email-change-emails.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { assertReauthenticated } from '#platform/auth/reauthentication.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { emailStatusOf } from '#platform/email/queue.ts';
import { AppError } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { findVisibleAgent, type MoveInvitation } from '../find-agents.ts';
import { lockToChange } from '../lock-agents.ts';
import { type AgentRow, changeAgent, findAgent } from '../repository.ts';
import { confirmEmail } from './confirm-email.ts';
import { canConfirmEmail } from './policy.ts';
import * as repository from './repository.ts';
import { canEmailLinks, emailKey, isEmailLinkOpen, isTrustedEmail } from './rules.ts';
import { deliveryOf, emailConfirmationLink } from './send-email-link.ts';
import { changeOf, warnAgent } from './warn-agent.ts';

type Ctx = Context<AgentActor>;

/**
 * Changes the email address of a locked agent. A new address takes effect when it is confirmed, and the
 * current address is notified. A different spelling of the same address, and the address of an agent who has
 * not accepted the invitation, change immediately. Returns the message for the caller.
 */
export async function changeEmail(
  ctx: Ctx,
  agent: AgentRow,
  email: string,
  moveInvitation: MoveInvitation,
): Promise<string | null> {
  const isSame = emailKey(email) !== null && emailKey(email) === emailKey(agent.email);
  // Before the invitation, which creates a link to confirm the address while passwords are off.
  await repository.deleteEmailLink(ctx.db, agent.id);
  if ((await moveInvitation(ctx, { ...agent, email })) || isSame) {
    await replaceEmail(ctx, agent, email, isSame);
    return null;
  }
  const message = await emailConfirmationLink(ctx, agent, email, ctx.actor.name);
  await auditAction(ctx, 'email_change_requested', 'agent', agent.id, {
    old_value: agent.email,
    new_value: email,
  });
  const change = { ...changeOfActor(ctx, agent.username), to: email };
  const warning = isTrustedEmail(agent)
    ? emailChangeRequestedEmail(change)
    : unconfirmedChangeRequestedEmail(change);
  await warnAgent(ctx, { ...warning, kind: 'email_changed', to: agent.email });
  return message;
}

export async function notifyUsernameChanged(ctx: Ctx, agent: AgentRow, username: string): Promise<void> {
  const warning = usernameChangedEmail({ ...changeOfActor(ctx, username), from: agent.username });
  await warnAgent(ctx, { ...warning, kind: 'email_changed', to: agent.email });
}

export async function getEmailState(ctx: Ctx, id: number): Promise<ReplyOf<typeof endpoints.getEmailState>> {
  const listed = await findVisibleAgent(ctx, id);
  const agent = await findAgent(ctx.db, id);
  const link = await repository.findEmailLink(ctx.db, id);
  const can_email_links = canEmailLinks(deliveryOf(ctx));
  const data = {
    confirmed_at: agent?.email_confirmed_at?.toISOString() ?? null,
    link: link
      ? {
          email: link.email,
          is_change: link.email !== listed.email,
          state: isEmailLinkOpen(link, ctx.deps.clock.now()) ? ('open' as const) : ('expired' as const),
          email_status: await emailStatusOf(ctx, {
            kind: 'email_confirmation',
            to: link.email,
            since: link.created_at,
          }),
          sent_at: link.created_at.toISOString(),
          expires_at: link.expires_at.toISOString(),
        }
      : null,
    can_email_links,
    can_confirm: canConfirmEmail(ctx.actor, listed, can_email_links),
  };
  return { success: true, data };
}

/** Sends the confirmation link again, or for the first time to a current address that was never confirmed. */
export async function sendEmailLink(ctx: Ctx, id: number): Promise<ReplyOf<typeof endpoints.sendEmailLink>> {
  const { target } = await lockToChange(ctx, id);
  const email = await addressToConfirm(ctx, target);
  const message = await emailConfirmationLink(ctx, target, email, ctx.actor.name);
  await auditAction(ctx, 'email_link_sent', 'agent', id, { new_value: email });
  await publishLiveEvent(ctx, { kind: 'agents', action: 'updated', ids: [id] });
  return { success: true, message };
}

export async function cancelEmailChange(
  ctx: Ctx,
  id: number,
): Promise<ReplyOf<typeof endpoints.cancelEmailChange>> {
  await lockToChange(ctx, id);
  const link = await repository.deleteEmailLink(ctx.db, id);
  if (!link) throw new AppError('not_found', { message: 'No email address is awaiting confirmation.' });
  await auditAction(ctx, 'email_change_canceled', 'agent', id, { old_value: link.email });
  await publishLiveEvent(ctx, { kind: 'agents', action: 'updated', ids: [id] });
  return { success: true, message: 'The change was cancelled. Its link no longer works.' };
}

/**
 * For a portal without a mail server, and for an agent who cannot open the link: an owner vouches for the
 * address.
 */
export async function confirmEmailAsOwner(
  ctx: Ctx,
  id: number,
): Promise<ReplyOf<typeof endpoints.confirmEmailAsOwner>> {
  const { actor, target } = await lockToChange(ctx, id);
  if (!canConfirmEmail(actor, target, canEmailLinks(deliveryOf(ctx)))) {
    throw new AppError('not_allowed', {
      message: 'Confirm your own email address with the link that was sent to it.',
    });
  }
  assertReauthenticated(ctx.deps, ctx.actor);
  const email = await addressToConfirm(ctx, target);
  await confirmEmail(ctx, target, email);
  return { success: true, message: `${email} is confirmed.` };
}

async function addressToConfirm(ctx: Ctx, agent: AgentRow): Promise<string> {
  const link = await repository.findEmailLink(ctx.db, agent.id);
  if (link) return link.email;
  if (agent.email_confirmed_at === null) return agent.email;
  throw new AppError('not_found', { message: 'No email address is awaiting confirmation.' });
}

async function replaceEmail(ctx: Ctx, agent: AgentRow, email: string, isSame: boolean): Promise<void> {
  await changeAgent(ctx.db, agent.id, {
    email,
    ...(isSame ? {} : { email_confirmed_at: null, has_legacy_email: false }),
  });
  await auditAction(ctx, 'email_changed', 'agent', agent.id, { old_value: agent.email, new_value: email });
}

const changeOfActor = (ctx: Ctx, username: string) =>
  changeOf(ctx, { username, by: ctx.actor.name, path: '/crm/login' });
