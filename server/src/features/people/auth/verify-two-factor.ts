import type * as endpoints from '@ledgerline/contract/auth/two-factor/endpoints';
import type { TwoFactorChallenge } from '@ledgerline/contract/auth/two-factor/endpoints';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { z } from 'zod';
import { lockAgent } from '#features/people/agents/manage-agents.ts';
import { isRightCode } from '#features/people/two-factor/authenticator-app.ts';
import { agentOfPasskey, createPasskeyChallenge } from '#features/people/two-factor/check-passkey.ts';
import {
  findSignInPolicy,
  hasTwoFactor,
  twoFactorMethodsOf,
  usablePasskeys,
} from '#features/people/two-factor/find-methods.ts';
import { clearFailedCodes, countGuess } from '#features/people/two-factor/limit-attempts.ts';
import { writeBounded } from '#platform/audit/bounded.ts';
import type { Context, VisitorActor } from '#platform/context.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import type { Http } from '#platform/http/cookies.ts';
import { consumeRateLimit, networkOf, releaseRateLimit } from '#platform/rate-limit/rate-limit.ts';
import { claimRememberedDevice, type RememberedUse, rememberDevice } from './devices/remember-devices.ts';
import { openSignIn, type SignedIn, storeCookies } from './open-sign-in.ts';
import { completeIdentity, type VerifiedIdentity, verifiedIdentitySchema } from './sso/link-identity.ts';
import { passkeysOffMessage } from './sso/rules.ts';

type Ctx = Context<VisitorActor>;
type TwoFactorInput = BodyOf<typeof endpoints.verifyTwoFactor>;
type Agent = NonNullable<Awaited<ReturnType<typeof lockAgent>>>;

const TICKET_MINUTES = 5;
const ticketSchema = z.object({
  agent: z.number(),
  /** The fingerprint of the password hash: a new password invalidates the ticket. */
  password: z.string(),
  /** Set if the identity provider vouched for the agent; false after a password. */
  sso: z.union([z.literal(false), verifiedIdentitySchema]),
});
type Ticket = z.output<typeof ticketSchema>;
export const WRONG_CODE = 'This code is incorrect or was already used.';
export const WRONG_PASSKEY = 'This passkey was not accepted.';

/** The two-factor authentication that is still required; if none is, the remembered device that replaced it, or null. */
type NextStep = { step: TwoFactorChallenge } | { device: RememberedUse | null };

/** After a correct password or a response from the identity provider. */
export async function neededStep(
  ctx: Ctx,
  agent: Agent,
  http: Http,
  verifiedIdentity: VerifiedIdentity | null = null,
): Promise<NextStep> {
  const methods = await twoFactorMethodsOf(ctx.db, agent.id);
  if (!hasTwoFactor(methods)) return { device: null };
  const { can_remember_devices } = await findSignInPolicy(ctx.db);
  // A remembered device must not connect another account at the provider: the connection would outlast the device.
  const isConnecting = verifiedIdentity?.connection === null;
  const mayClaim = can_remember_devices && !isConnecting;
  const device = mayClaim ? await claimRememberedDevice(ctx, agent.id, http) : null;
  if (device) return { device };
  const { clock, tokens } = ctx.deps;
  const until = new Date(clock.now().getTime() + TICKET_MINUTES * 60_000);
  const password = tokens.fingerprint(agent.password_hash);
  const claims: Ticket = { agent: agent.id, password, sso: verifiedIdentity ?? false };
  return {
    step: {
      ticket: tokens.signTicket('second_step', claims, until),
      has_app: methods.app !== null,
      has_passkey: usablePasskeys(ctx, methods).length > 0,
      can_remember: can_remember_devices,
    },
  };
}

/** Counts the attempt before checking the code or passkey; a wrong one leaves the ticket valid. */
export async function verifyTwoFactor(ctx: Ctx, input: TwoFactorInput, http: Http): Promise<SignedIn> {
  const ticket = readTicket(ctx, input.ticket);
  const { agent: id } = ticket;
  await countGuess(ctx, id);
  const opened = await ctx.deps.database.transaction(async (db) => {
    const inside = { ...ctx, db };
    const agent = await lockAgentOf(inside, ticket);
    if (!(await isRightStep(inside, id, input))) return null;
    if (ticket.sso && !(await completeIdentity(inside, id, ticket.sso)))
      throw new AppError('second_step_expired');
    await clearFailedCodes(db, id);
    const device = input.remember_device ? await rememberDevice(inside, id, http) : null;
    const method = { ...signInMethodOf(inside, ticket), device };
    return { device, signedIn: await openSignIn(inside, agent, http, method) };
  });
  if (!opened) {
    await writeBounded(ctx, { action: 'second_step_failed', entity: 'agent', entity_id: id });
    throw input.passkey ? wrongField('passkey', WRONG_PASSKEY) : wrongField('code', WRONG_CODE);
  }
  storeCookies(ctx.deps, http, id, opened.device);
  return opened.signedIn;
}

async function isRightStep(ctx: Ctx, agentId: number, { code, passkey }: TwoFactorInput): Promise<boolean> {
  if (passkey) return (await agentOfPasskey(ctx, 'sign_in', agentId, passkey)) === agentId;
  return code !== undefined && isRightCode(ctx, agentId, code);
}

function readTicket({ deps }: Ctx, ticket: string): Ticket {
  const read = ticketSchema.safeParse(deps.tokens.readTicket('second_step', ticket, deps.clock.now()));
  if (!read.success) throw new AppError('second_step_expired');
  return read.data;
}

/** The code or passkey authenticates now, even if the sign-in at the provider was hours ago. */
function signInMethodOf({ deps }: Ctx, { sso }: Ticket) {
  return sso ? { by_sso: true as const, has_provider_step: false, proved_at: deps.clock.now() } : undefined;
}

/**
 * Locks the agent and compares the password and methods with the ticket: a new password or their removal
 * invalidates it.
 */
async function lockAgentOf(ctx: Ctx, { agent: id, password }: Ticket): Promise<Agent> {
  const agent = await lockAgent(ctx.db, id);
  if (!agent || password !== ctx.deps.tokens.fingerprint(agent.password_hash))
    throw new AppError('second_step_expired');
  if (!hasTwoFactor(await twoFactorMethodsOf(ctx.db, agent.id))) throw new AppError('second_step_expired');
  return agent;
}

export async function startPasskeySignIn(
  ctx: Ctx,
  { ticket }: BodyOf<typeof endpoints.startPasskeySignIn>,
): Promise<ReplyOf<typeof endpoints.startPasskeySignIn>> {
  if (ticket === undefined) {
    assertPasskeysEnabled(ctx);
    return createPasskeyChallenge(ctx, 'sign_in', null);
  }
  const { agent } = readTicket(ctx, ticket);
  const passkeys = usablePasskeys(ctx, await twoFactorMethodsOf(ctx.db, agent));
  return createPasskeyChallenge(ctx, 'sign_in', { agent, passkeys });
}

/**
 * With passwords off, every sign-in starts at the identity provider, so an agent blocked there cannot sign in
 * here.
 */
function assertPasskeysEnabled({ deps }: Ctx): void {
  const { SSO_ONLY, SSO_NAME } = deps.config;
  if (SSO_ONLY) throw new AppError('wrong_state', { message: passkeysOffMessage(SSO_NAME) });
}

/** Invalid answers from one address in 15 minutes; they cannot be guessed, but they cost time. */
const PER_ADDRESS = { max: 100, seconds: 900 };

/** A passkey with user verification is two factors: possession, and knowledge or biometrics. */
export async function signInWithPasskey(
  ctx: Ctx,
  { passkey }: BodyOf<typeof endpoints.signInWithPasskey>,
  http: Http,
): Promise<SignedIn> {
  assertPasskeysEnabled(ctx);
  const key = `passkey_sign_in:${networkOf(ctx.address)}`;
  await consumeRateLimit(ctx.db, key, PER_ADDRESS, ctx.deps.clock.now());
  const opened = await ctx.deps.database.transaction(async (db) => {
    const inside = { ...ctx, db };
    const id = await agentOfPasskey(inside, 'sign_in', null, passkey);
    const agent = id === null ? undefined : await lockAgent(db, id);
    return agent && openSignIn(inside, agent, http);
  });
  if (!opened) throw wrongField('passkey', WRONG_PASSKEY);
  await releaseRateLimit(ctx.db, key);
  storeCookies(ctx.deps, http, opened.admin.id, null);
  return opened;
}
