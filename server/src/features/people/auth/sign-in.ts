import type { signIn as signInEndpoint } from '@ledgerline/contract/auth/endpoints';
import type { BodyOf } from '@ledgerline/contract/endpoint';
import { requiresTwoFactor } from '@ledgerline/contract/rules';
import { cancelEmailLinks, deleteFormerEmails } from '#features/people/agents/emails/confirm-email.ts';
import { lockAgentByUsername } from '#features/people/agents/manage-agents.ts';
import {
  deleteDevicesOf,
  deleteExpiredDevices,
} from '#features/people/two-factor/remembered-devices/store-devices.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { isPassword, spendPasswordCheck } from '#platform/auth/passwords.ts';
import type { AgentActor, Context, Deps, VisitorActor } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { asOwnWork } from '#platform/database/work.ts';
import { AppError } from '#platform/errors.ts';
import type { LiveSignIn } from '#platform/http/authenticate.ts';
import type { Http } from '#platform/http/cookies.ts';
import { accessScopeOf } from '../teams/access-scope.ts';
import { isLockedNow, locksAt } from './idle/rules.ts';
import { publishSignInEvent } from './list-sign-ins.ts';
import { isDeviceOf, openSignIn, type SignedIn, storeCookies } from './open-sign-in.ts';
import { removeExpiredResets, removeLinks } from './password-links/repository.ts';
import * as repository from './repository.ts';
import { canSignInWithPassword, passwordsOffMessage } from './sso/rules.ts';
import {
  clearFailedAttempts,
  clearSignInDelay,
  countAttempt,
  readAttempt,
  recordFailure,
} from './throttling/limit-attempts.ts';
import { neededStep } from './verify-two-factor.ts';

const HOUR_MS = 3_600_000;
type SignInInput = BodyOf<typeof signInEndpoint>;

/**
 * Checks the password and opens a sign-in, or asks for two-factor authentication. Unknown usernames and wrong
 * passwords get the same response.
 */
export async function signIn(ctx: Context<VisitorActor>, input: SignInInput, http: Http): Promise<SignedIn> {
  const attempt = await readAttempt(ctx, input.username, (id) => isDeviceOf(ctx.deps, http, id));
  await countAttempt(ctx, attempt);
  const opened = await ctx.deps.database.transaction(async (db) => {
    const agent = await agentByPassword({ ...ctx, db }, input);
    if (!agent) return null;
    await clearFailedAttempts({ ...ctx, db }, attempt);
    const next = await neededStep({ ...ctx, db }, agent, http);
    if ('step' in next) return next;
    return { ...next, signedIn: await openSignIn({ ...ctx, db }, agent, http, next) };
  });
  if (!opened) {
    await recordFailure(ctx, attempt);
    throw new AppError('wrong_credentials', ctx.deps.config.SSO_ONLY ? { message: passwordsOff(ctx) } : {});
  }
  if ('step' in opened) throw new AppError('second_factor_needed', { details: { ...opened.step } });
  storeCookies(ctx.deps, http, opened.signedIn.admin.id, opened.device);
  return opened.signedIn;
}

/**
 * The agent, locked, if the password is correct. An unknown username takes as much time, so timing reveals
 * nothing.
 */
async function agentByPassword(ctx: Context<VisitorActor>, input: SignInInput) {
  const agent = await lockAgentByUsername(ctx.db, input.username);
  const isRight = agent
    ? await isPassword(agent.password_hash, input.password)
    : await spendPasswordCheck(input.password);
  return agent && isRight && canSignInWithPasswordNow(ctx, agent) ? agent : null;
}

/**
 * With passwords off, a correct password gets the same response as a wrong one, so that nothing reveals that
 * it is correct.
 */
function canSignInWithPasswordNow({ deps }: Context, agent: { password_until: Date | null }): boolean {
  return canSignInWithPassword(agent, { isOnlySso: deps.config.SSO_ONLY, now: deps.clock.now() });
}

const passwordsOff = ({ deps }: Context) => passwordsOffMessage(deps.config.SSO_NAME);

export async function signOut(ctx: Context<AgentActor>): Promise<{ success: true; message: string }> {
  const { id, signInId } = ctx.actor;
  await repository.revokeSignIn(ctx.db, signInId, ctx.deps.clock.now());
  await auditAction(ctx, 'signed_out', 'agent', id);
  await publishSignInEvent(ctx, id);
  return { success: true, message: 'Signed out.' };
}

/** The agent behind a token whose sign-in is active, with current flags (decisions B12). */
export async function agentOfToken(deps: Deps, token: string, isScreen: boolean): Promise<LiveSignIn | null> {
  const now = deps.clock.now();
  const claims = deps.tokens.readAgent(token, now);
  const found =
    claims && (await repository.findLiveSignIn(deps.database, { id: claims.sid, agent_id: claims.id, now }));
  if (!found) return null;
  const accessScope = await accessScopeOf(deps.database, found.actor, found.sees);
  const actor: AgentActor = accessScope ? { ...found.actor, accessScope } : found.actor;
  const isLocked = isLockedNow(found, now);
  if (!isLocked) recordUse(deps, actor.signInId, found, isScreen);
  else if (!found.locked_at) await repository.lockSignIn(deps.database, actor.signInId, now);
  return { actor, isLocked, lacksTwoFactor: lacksTwoFactor(found) };
}

/**
 * Checked on every request: privileges, two-factor methods and the sign-in policy may change while an agent is
 * signed in (decision 057).
 */
function lacksTwoFactor({ actor, rule, has_factor }: repository.FoundSignIn): boolean {
  return !has_factor && requiresTwoFactor(rule ?? 'nobody', actor);
}

/**
 * Until when a long-lived request may send data to the sign-in that started it; null if it has ended, is
 * locked or lacks two-factor authentication.
 */
export async function openUntil({ actor, deps }: Context<AgentActor>): Promise<Date | null> {
  const now = deps.clock.now();
  const signIn = { id: actor.signInId, agent_id: actor.id, now };
  const found = await repository.findLiveSignIn(deps.database, signIn);
  if (!found || isLockedNow(found, now) || lacksTwoFactor(found)) return null;
  return locksAt(found) ?? NEVER;
}

/** The current agent of a sign-in; null if it has ended, is locked or lacks two-factor authentication. */
export async function agentOfOpenSignIn(
  deps: Deps,
  signIn: { id: number; agent_id: number },
): Promise<AgentActor | null> {
  const now = deps.clock.now();
  const found = await repository.findLiveSignIn(deps.database, { ...signIn, now });
  if (!found || isLockedNow(found, now) || lacksTwoFactor(found)) return null;
  const accessScope = await accessScopeOf(deps.database, found.actor, found.sees);
  return accessScope ? { ...found.actor, accessScope } : found.actor;
}

const NEVER = new Date(8.64e15);

/**
 * For a new password: ends the agent's sign-ins, all or all but one, forgets remembered devices, resets
 * sign-in delays, and removes links to set a password or change the address.
 */
export async function endSignIns(
  db: Database,
  agentId: number,
  except: number | null,
  now: Date,
): Promise<void> {
  await repository.revokeSignInsOf(db, agentId, except, now);
  await deleteDevicesOf(db, agentId);
  await clearSignInDelay(db, agentId);
  await removeLinks(db, agentId);
  await cancelEmailLinks(db, agentId);
}

const RETENTION_DAYS = 30;

export async function deleteEndedSignIns(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await repository.deleteEndedBefore(deps.database, new Date(now.getTime() - RETENTION_DAYS * 24 * HOUR_MS));
  await deleteExpiredDevices(deps.database, now);
  await removeExpiredResets(deps.database, now);
  await deleteFormerEmails(deps);
}

const MINUTE_MS = 60_000;

/** Sign-ins being written now, so that only one of many concurrent requests writes. */
const pendingWrites = new WeakMap<Deps, Set<number>>();

/**
 * Records when a sign-in was last used, to the minute. Background requests of a page do not count as
 * activity; a request of a program does (decision 060). Runs in the background: no request waits for it or
 * fails with it. A screen that sends ten requests at once causes one write, and none for the next minute.
 * Also handles a clock that was set back.
 */
function recordUse(
  deps: Deps,
  signInId: number,
  { last_used_at, last_active_at }: { last_used_at: Date | null; last_active_at: Date | null },
  isScreen: boolean,
): void {
  const now = deps.clock.now();
  const isFirstOfScreen = isScreen && last_active_at === null;
  const isFresh = last_used_at && Math.abs(now.getTime() - last_used_at.getTime()) < MINUTE_MS;
  if (isFresh && !isFirstOfScreen) return;
  const writing = pendingWrites.get(deps) ?? new Set();
  pendingWrites.set(deps, writing);
  if (writing.has(signInId)) return;
  writing.add(signInId);
  void asOwnWork(() => repository.recordUse(deps.database, signInId, { now, isScreen }))
    .catch((error: unknown) => deps.log.warn({ err: error }, 'could not record the last use of a sign-in'))
    .finally(() => writing.delete(signInId));
}
