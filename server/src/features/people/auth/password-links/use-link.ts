import type * as endpoints from '@ledgerline/contract/auth/password-links/endpoints';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { recordEmailConfirmed } from '#features/people/agents/emails/confirm-email.ts';
import { lockAgentRow } from '#features/people/agents/find-agents.ts';
import { savePassword } from '#features/people/agents/save-password.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context, VisitorActor } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { endSignIns } from '../sign-in.ts';
import { assertPasswordsEnabled } from '../sso/sso-only.ts';
import { fingerprintOf } from './create-link.ts';
import * as repository from './repository.ts';
import { linkState } from './rules.ts';

type Ctx = Context<VisitorActor>;

/** One message for every invalid link: used, replaced, withdrawn, expired, forged, or of a deleted agent. */
const LINK_NOT_VALID = 'This link is no longer valid: it was used, replaced by a newer one, or has expired.';

/** What the page shows before anything happens. Mail scanners may load it too, so it changes nothing. */
export async function checkPasswordLink(
  ctx: Ctx,
  { token }: BodyOf<typeof endpoints.checkPasswordLink>,
): Promise<ReplyOf<typeof endpoints.checkPasswordLink>> {
  const { link, agent } = await openLink(ctx, token);
  const { username, first_name } = agent;
  return {
    success: true,
    kind: link.kind,
    username,
    first_name,
    expires_at: link.expires_at.toISOString(),
  };
}

/** Does not sign the agent in: someone with access to the mailbox still lacks two-factor authentication. */
export async function setPasswordByLink(
  ctx: Ctx,
  { token, password }: BodyOf<typeof endpoints.setPasswordByLink>,
): Promise<ReplyOf<typeof endpoints.setPasswordByLink>> {
  const { link, agent } = await openLink(ctx, token);
  await savePassword(ctx, agent, password);
  await endSignIns(ctx.db, agent.id, null, ctx.deps.clock.now());
  if (link.kind === 'invitation') await recordEmailConfirmed(ctx, agent.id);
  await auditAction(
    ctx,
    link.kind === 'reset' ? 'password_set_by_link' : 'invitation_accepted',
    'agent',
    agent.id,
  );
  await publishLiveEvent(ctx, { kind: 'agents', action: 'updated', ids: [agent.id] });
  return { success: true, message: 'Password saved.' };
}

/** Locks the agent before reading the link, so that the second of two concurrent requests finds it used. */
async function openLink(ctx: Ctx, token: string) {
  assertPasswordsEnabled(ctx);
  const fingerprint = fingerprintOf(ctx.deps, token);
  const found = await repository.findByFingerprint(ctx.db, fingerprint);
  const agent = found && (await lockAgentRow(ctx.db, found.agent_id));
  const link = agent && (await repository.findByFingerprint(ctx.db, fingerprint));
  if (!link || linkState(link, ctx.deps.clock.now()) !== 'open') {
    throw new AppError('invalid_link', { message: LINK_NOT_VALID });
  }
  return { link, agent };
}
