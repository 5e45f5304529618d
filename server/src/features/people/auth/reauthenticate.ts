import { CURRENT_PASSWORD_MISSING, CURRENT_PASSWORD_WRONG } from '@ledgerline/contract/agents/endpoints';
import type * as endpoints from '@ledgerline/contract/auth/reauthentication/endpoints';
import type { Reauthentication } from '@ledgerline/contract/auth/reauthentication/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { findAgentById, lockAgent } from '#features/people/agents/manage-agents.ts';
import { isRightCode } from '#features/people/two-factor/authenticator-app.ts';
import { agentOfPasskey, createPasskeyChallenge } from '#features/people/two-factor/check-passkey.ts';
import { isFirstUse } from '#features/people/two-factor/claim-code.ts';
import {
  hasTwoFactor,
  twoFactorMethodsOf,
  usablePasskeys,
} from '#features/people/two-factor/find-methods.ts';
import { clearFailedCodes, countGuess } from '#features/people/two-factor/limit-attempts.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { writeBounded } from '#platform/audit/bounded.ts';
import { isPassword } from '#platform/auth/passwords.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import * as repository from './repository.ts';
import { identityOfAgent } from './sso/repository.ts';
import { canSignInWithPassword } from './sso/rules.ts';
import { WRONG_CODE, WRONG_PASSKEY } from './verify-two-factor.ts';

type Ctx = Context<AgentActor>;

const CODE_MISSING = 'Please enter a code.';
const SSO_EXPIRED = 'This confirmation has expired or was already used. Please start again.';

export async function getReauthenticationMethods(
  ctx: Ctx,
): Promise<ReplyOf<typeof endpoints.getReauthenticationMethods>> {
  const { id } = ctx.actor;
  const methods = await twoFactorMethodsOf(ctx.db, id);
  const ways = await methodsBesidePasskey(ctx);
  const data = {
    needs_code: hasTwoFactor(methods),
    has_passkey: usablePasskeys(ctx, methods).length > 0,
    has_password: ways.hasPassword,
    has_code: ways.isSso && hasTwoFactor(methods),
    has_sso: ways.hasSso,
  };
  return { success: true, data };
}

/**
 * The methods besides a passkey. A password counts only if it also signs in, or did for this sign-in:
 * otherwise a password sign-in would have no method left when passwords are turned off. An agent who came by
 * single sign-on may lack a password and re-authenticates at the provider or with a code (decision 070).
 */
async function methodsBesidePasskey(
  ctx: Ctx,
): Promise<{ hasPassword: boolean; hasSso: boolean; isSso: boolean }> {
  const { clock, config, identity } = ctx.deps;
  const isSso = await repository.isBySso(ctx.db, ctx.actor.signInId);
  const agent = await findAgentById(ctx.db, ctx.actor.id);
  const signsIn = agent && canSignInWithPassword(agent, { isOnlySso: config.SSO_ONLY, now: clock.now() });
  const known = config.SSO_ISSUER && (await identityOfAgent(ctx.db, ctx.actor.id, config.SSO_ISSUER));
  return { hasPassword: !isSso || signsIn === true, hasSso: identity !== null && Boolean(known), isSso };
}

export async function startPasskeyReauthentication(
  ctx: Ctx,
): Promise<ReplyOf<typeof endpoints.startPasskeyReauthentication>> {
  const passkeys = usablePasskeys(ctx, await twoFactorMethodsOf(ctx.db, ctx.actor.id));
  return createPasskeyChallenge(ctx, 'prove', { agent: ctx.actor.id, passkeys });
}

/**
 * The only way for a signed-in agent to re-authenticate: renews the sign-in's re-authentication, or throws an
 * error on the wrong field. Opens its own transactions, so that a failed guess stays counted (decision 058).
 */
export async function reauthenticate(
  ctx: Ctx,
  input: Reauthentication,
): Promise<ReplyOf<typeof endpoints.reauthenticate>> {
  const { id } = ctx.actor;
  await assertProvided(ctx, input);
  await countGuess(ctx, id);
  try {
    await ctx.deps.database.transaction((db) => renewReauthentication({ ...ctx, db }, input));
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed')
      await writeBounded(ctx, { action: 'proof_failed', entity: 'agent', entity_id: id });
    throw error;
  }
  await clearFailedCodes(ctx.db, id);
  return { success: true, message: 'Confirmed.' };
}

/** A missing value does not count as a guess. */
async function assertProvided(ctx: Ctx, { passkey, sso, password, code }: Reauthentication): Promise<void> {
  if (passkey || sso !== undefined || password !== undefined) return;
  if (code !== undefined && (await methodsBesidePasskey(ctx)).isSso) return;
  throw wrongField('password', CURRENT_PASSWORD_MISSING);
}

async function renewReauthentication(ctx: Ctx, input: Reauthentication): Promise<void> {
  const { id, signInId } = ctx.actor;
  if (input.passkey) await assertPasskey(ctx, input.passkey);
  else if (input.sso !== undefined) await assertTicket(ctx, input.sso, input.code);
  else if (input.password === undefined) await assertCode(ctx, input.code);
  else await assertPassword(ctx, input);
  await repository.recordReauthentication(ctx.db, signInId, ctx.deps.clock.now());
  await auditAction(ctx, 'proved', 'agent', id);
}

async function assertPasskey(ctx: Ctx, passkey: NonNullable<Reauthentication['passkey']>): Promise<void> {
  const { id } = ctx.actor;
  if ((await agentOfPasskey(ctx, 'prove', id, passkey)) !== id) throw wrongField('passkey', WRONG_PASSKEY);
}

/** A sign-in at the provider since the re-authentication was requested, by the same agent; used once. */
async function assertTicket(ctx: Ctx, ticket: string, code: string | undefined): Promise<void> {
  const { id, signInId } = ctx.actor;
  const claims = ctx.deps.tokens.readTicket('sso_proof', ticket, ctx.deps.clock.now());
  const isOwn = claims?.agent === id && claims.sign_in === signInId;
  if (!isOwn || !(await isFirstUse(ctx, `sso_proof:${String(claims.id)}`)))
    throw wrongField('sso', SSO_EXPIRED);
  if (claims.has_step !== true && hasTwoFactor(await twoFactorMethodsOf(ctx.db, id)))
    await assertCode(ctx, code);
}

async function assertCode(ctx: Ctx, code: string | undefined): Promise<void> {
  if (!code) throw wrongField('code', CODE_MISSING);
  if (!(await isRightCode(ctx, ctx.actor.id, code))) throw wrongField('code', WRONG_CODE);
}

/**
 * An agent with two-factor authentication needs it here too: the password alone grants no more
 * than at sign-in.
 */
async function assertPassword(ctx: Ctx, { password = '', code }: Reauthentication): Promise<void> {
  const { id } = ctx.actor;
  const agent = await lockAgent(ctx.db, id);
  if (!agent) throw new AppError('not_signed_in');
  const counts = (await methodsBesidePasskey(ctx)).hasPassword;
  if (!(await isPassword(agent.password_hash, password)) || !counts)
    throw wrongField('password', CURRENT_PASSWORD_WRONG);
  if (hasTwoFactor(await twoFactorMethodsOf(ctx.db, id))) await assertCode(ctx, code);
}
