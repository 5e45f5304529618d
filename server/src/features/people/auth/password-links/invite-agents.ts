import type * as endpoints from '@ledgerline/contract/auth/password-links/endpoints';
import type { Invitation } from '@ledgerline/contract/auth/password-links/invitation';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { addressProblem } from '#features/email-templates/address-problems.ts';
import { invitationEmail, ssoInvitationEmail } from '#features/email-templates/password-emails.ts';
import { createEmailLink } from '#features/people/agents/emails/send-email-link.ts';
import { findVisibleAgent } from '#features/people/agents/find-agents.ts';
import { lockToChange } from '#features/people/agents/lock-agents.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { emailStatusOf, queueEmail, shownEmailStatus } from '#platform/email/queue.ts';
import { AppError } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { hasAddressForLinks, LINKS_NEED_ADDRESS } from '#platform/public-address.ts';
import { createLink } from './create-link.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';
import { linkState } from './rules.ts';

type Ctx = Context<AgentActor>;

const HAS_PASSWORD = 'This agent already has a password.';

/** Emails an agent the link to set their password, in the transaction that creates or re-invites them. */
export async function inviteAgent(
  ctx: Ctx,
  agent: { id: number; email: string; username: string; first_name: string },
): Promise<repository.LinkRow> {
  const { config } = ctx.deps;
  if (!hasAddressForLinks(config, ctx.origin)) {
    throw new AppError('wrong_state', { message: LINKS_NEED_ADDRESS });
  }
  const problem = addressProblem(agent.email);
  if (problem) throw new AppError('wrong_state', { message: problem });
  const { row, url } = await createLink(ctx, agent.id, 'invitation');
  const { username, first_name, email } = agent;
  const input = { brokerage: config.BRAND, first_name, by: ctx.actor.name };
  const message = config.SSO_ONLY
    ? ssoInvitationEmail({
        ...input,
        email,
        provider: config.SSO_NAME,
        url: await confirmationOf(ctx, agent, row),
      })
    : invitationEmail({ ...input, username, url, until: row.expires_at, timeZone: config.TIME_ZONE });
  await queueEmail(ctx, {
    ...message,
    kind: 'invitation',
    to: agent.email,
    language: 'en',
    not_after: row.expires_at,
  });
  await auditAction(ctx, 'invited', 'agent', agent.id);
  return row;
}

/** With passwords off, the invitation confirms the address, by which single sign-on finds the agent. */
async function confirmationOf(
  ctx: Ctx,
  { id, email }: { id: number; email: string },
  row: repository.LinkRow,
) {
  return (await createEmailLink(ctx, id, email, row.expires_at)).url;
}

/** Called by the agents feature when the address of an invited agent was corrected. */
export async function moveInvitation(ctx: Ctx, agent: Parameters<typeof inviteAgent>[1]): Promise<boolean> {
  const row = await repository.findLink(ctx.db, agent.id, 'invitation');
  if (row && linkState(row, ctx.deps.clock.now()) === 'open') await inviteAgent(ctx, agent);
  return row !== undefined;
}

export async function getInvitation(
  ctx: Ctx,
  agentId: number,
): Promise<ReplyOf<typeof endpoints.getInvitation>> {
  const row = await repository.findLink(ctx.db, agentId, 'invitation');
  if (!row) return { success: true, invitation: null };
  const { email } = await findVisibleAgent(ctx, agentId);
  return { success: true, invitation: await toInvitation(ctx, row, email) };
}

/** Sends the invitation again to an agent who has not set a password yet. */
export async function sendInvitation(
  ctx: Ctx,
  agentId: number,
): Promise<ReplyOf<typeof endpoints.sendInvitation>> {
  const { target } = await lockToChange(ctx, agentId);
  if (!(await repository.findLink(ctx.db, agentId, 'invitation'))) {
    throw new AppError('wrong_state', { message: HAS_PASSWORD });
  }
  const row = await inviteAgent(ctx, target);
  await publishLiveEvent(ctx, { kind: 'agents', action: 'updated', ids: [agentId] });
  return { success: true, invitation: await toInvitation(ctx, row, target.email) };
}

export async function withdrawInvitation(
  ctx: Ctx,
  agentId: number,
): Promise<ReplyOf<typeof endpoints.withdrawInvitation>> {
  await lockToChange(ctx, agentId);
  if (!(await repository.withdrawLink(ctx.db, agentId, 'invitation', ctx.deps.clock.now()))) {
    throw new AppError('not_found', { message: 'There is no invitation to withdraw.' });
  }
  await auditAction(ctx, 'invitation_withdrawn', 'agent', agentId);
  await publishLiveEvent(ctx, { kind: 'agents', action: 'updated', ids: [agentId] });
  return { success: true, message: 'Invitation withdrawn.' };
}

/** The invitations of all agents who have not chosen a password yet, by agent; composed in app.ts. */
export async function listInvitations(ctx: Ctx): Promise<ReadonlyMap<number, Invitation>> {
  const rows = await queries.listInvitations(ctx.db);
  return new Map(
    rows.map((row) => [
      row.agent_id,
      toPublic(ctx, row, shownEmailStatus(ctx.deps, row.email_status ?? undefined)),
    ]),
  );
}

async function toInvitation(ctx: Ctx, row: repository.LinkRow, to: string): Promise<Invitation> {
  return toPublic(ctx, row, await emailStatusOf(ctx, { kind: 'invitation', to, since: row.created_at }));
}

function toPublic(
  ctx: Ctx,
  row: Omit<repository.LinkRow, 'kind' | 'token_fingerprint'>,
  email_status: Invitation['email_status'],
): Invitation {
  return {
    state: linkState(row, ctx.deps.clock.now()),
    email_status,
    sent_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
