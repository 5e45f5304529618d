import type * as endpoints from '@ledgerline/contract/auth/sso/endpoints';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { emailUnconfirmed } from '#features/people/agents/emails/send-email-link.ts';
import { isFirstUse, revokeUse } from '#features/people/two-factor/claim-code.ts';
import { consumeRateLimitOrAudit, writeBounded } from '#platform/audit/bounded.ts';
import type { Context, VisitorActor } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Http } from '#platform/http/cookies.ts';
import { type Identity, IdentityError } from '#platform/ports/identity.ts';
import { networkOf, releaseRateLimit } from '#platform/rate-limit/rate-limit.ts';
import type { RememberedUse } from '../devices/remember-devices.ts';
import { openSignIn, type SignedIn, storeCookies } from '../open-sign-in.ts';
import { neededStep } from '../verify-two-factor.ts';
import { agentOfIdentity } from './find-agent.ts';
import { type ReadFlow, readFlow } from './flow.ts';
import { completeIdentity } from './link-identity.ts';
import { rejectSso, SsoError } from './reject-sso.ts';
import { findIdentity } from './repository.ts';
import { authenticatedAt, claimsTwoFactor, isIssuedInFuture, signedInSince } from './rules.ts';
import { identityProvider, unavailable } from './start-sso.ts';

type Ctx = Context<VisitorActor>;
type SsoInput = BodyOf<typeof endpoints.finishSso>;

/** Invalid responses from one address in 15 minutes. */
const PER_ADDRESS = { max: 100, seconds: 900 };
const LIMIT_EVENT = { action: 'limit_refused', entity: 'agent', entity_id: null, field: 'finishSso' };
const REAUTHENTICATION_TICKET_MINUTES = 5;

/**
 * The outcome of a sign-in at the provider: a sign-in like any other, two-factor authentication included, or
 * a ticket for re-authentication. A rejection is logged with its reason. The provider is called outside of
 * any transaction.
 */
export async function finishSso(
  ctx: Ctx,
  input: SsoInput,
  http: Http,
): Promise<ReplyOf<typeof endpoints.finishSso>> {
  const key = `sso:${networkOf(ctx.address)}`;
  await consumeRateLimitOrAudit(ctx, key, PER_ADDRESS, LIMIT_EVENT);
  try {
    const flow = await flowOf(ctx, input, http);
    const identity = await identityOf(ctx, input, flow);
    const answer =
      flow.use === 'prove'
        ? await reauthenticationOf(ctx, flow, identity)
        : await signInOf(ctx, identity, http);
    await releaseRateLimit(ctx.db, key);
    return answer;
  } catch (error) {
    if (!(error instanceof SsoError)) {
      // Pending two-factor authentication or an unreachable provider is not an invalid response.
      await releaseRateLimit(ctx.db, key);
      throw error;
    }
    const { entity_id, ...new_value } = error.details;
    if (error.details.why === 'unconfirmed' && entity_id !== null) await emailLinkOnce(ctx, entity_id);
    await writeBounded(ctx, { action: 'sso_refused', entity: 'agent', entity_id, new_value });
    throw error.shown;
  }
}

const REASON_OF = { refused: 'refused_there', untrusted: 'untrusted', clock: 'clock' } as const;

/**
 * The provider vouches for an address that the agent never confirmed here, so a confirmation link goes to
 * that address.
 */
async function emailLinkOnce(ctx: Ctx, agentId: number): Promise<void> {
  try {
    await ctx.deps.database.transaction((db) => emailUnconfirmed({ ...ctx, db }, agentId));
  } catch (error) {
    // The hourly limit is reached.
    if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error;
  }
}

/**
 * Marked as used before the provider is called, so that duplicate and concurrent responses are processed
 * once.
 */
async function flowOf(ctx: Ctx, { state }: SsoInput, http: Http): Promise<ReadFlow> {
  const flow = readFlow(ctx, http, state);
  if (!flow) throw rejectSso(ctx, 'flow');
  if (!(await isFirstUse(ctx, `sso:${flow.id}`))) throw rejectSso(ctx, 'repeated');
  return flow;
}

async function identityOf(ctx: Ctx, input: SsoInput, flow: ReadFlow): Promise<Identity> {
  try {
    const identity = await identityProvider(ctx).finish(input, flow.sent);
    if (!isIssuedInFuture(identity.issuedAt, ctx.deps.clock.now())) return identity;
    throw new IdentityError('clock', `The response was issued at ${identity.issuedAt.toISOString()}.`);
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    if (error.kind === 'unavailable') {
      // The browser retries automatically.
      await revokeUse(ctx, `sso:${flow.id}`);
      throw unavailable(ctx, error);
    }
    ctx.deps.log.warn({ err: error }, 'single sign-on: response rejected');
    throw rejectSso(ctx, REASON_OF[error.kind], { entity_id: flow.agent, code: error.code });
  }
}

async function signInOf(
  ctx: Ctx,
  identity: Identity,
  http: Http,
): Promise<ReplyOf<typeof endpoints.finishSso>> {
  const { config, clock } = ctx.deps;
  const { subject, email } = identity;
  assertRecent(ctx, identity);
  const has_provider_step = claimsTwoFactor(identity.methods, config.SSO_MFA_VALUES);
  const opened = await ctx.deps.database.transaction(async (db) => {
    const inside = { ...ctx, db };
    const { agent, verifiedIdentity } = await agentOfIdentity(inside, identity);
    const next = has_provider_step
      ? { device: null }
      : await neededStep(inside, agent, http, verifiedIdentity);
    if ('step' in next) return next;
    if (!(await completeIdentity(inside, agent.id, verifiedIdentity)))
      throw rejectSso(ctx, 'other_account', { entity_id: agent.id, subject, email });
    const how = {
      by_sso: true as const,
      has_provider_step,
      proved_at: authenticatedAt(identity.signedInAt, clock.now()),
      ...next,
    };
    return { ...next, signedIn: await openSignIn(inside, agent, http, how) };
  });
  if ('step' in opened) throw new AppError('second_factor_needed', { details: { ...opened.step } });
  return answerOf(ctx, http, opened);
}

function answerOf(
  ctx: Ctx,
  http: Http,
  { signedIn, device }: { signedIn: SignedIn; device: RememberedUse | null },
): ReplyOf<typeof endpoints.finishSso> {
  storeCookies(ctx.deps, http, signedIn.admin.id, device);
  return { success: true, signed_in: signedIn, proof: null };
}

/** The provider was asked for a recent sign-in and returned an older one. */
function assertRecent(ctx: Ctx, { signedInAt, subject }: Identity): void {
  const { clock, config } = ctx.deps;
  const oldest = new Date(clock.now().getTime() - config.SIGN_IN_HOURS * 3_600_000);
  if (signedInAt !== null && !signedInSince(signedInAt, oldest)) throw rejectSso(ctx, 'too_old', { subject });
}

/** For `reauthenticate`: the same agent, who signed in at the provider after the request. */
async function reauthenticationOf(
  ctx: Ctx,
  flow: ReadFlow,
  identity: Identity,
): Promise<ReplyOf<typeof endpoints.finishSso>> {
  const { tokens, clock, config } = ctx.deps;
  const { subject } = identity;
  const details = { entity_id: flow.agent, subject };
  const known = await findIdentity(ctx.db, identity);
  if (!known || known.agent_id !== flow.agent) throw rejectSso(ctx, 'somebody_else', details);
  if (identity.signedInAt === null) throw rejectSso(ctx, 'no_time', details);
  if (!signedInSince(identity.signedInAt, new Date(flow.at))) throw rejectSso(ctx, 'too_old', details);
  const until = new Date(clock.now().getTime() + REAUTHENTICATION_TICKET_MINUTES * 60_000);
  const { id, agent, sign_in } = flow;
  const has_step = claimsTwoFactor(identity.methods, config.SSO_MFA_VALUES);
  return {
    success: true,
    signed_in: null,
    proof: tokens.signTicket('sso_proof', { id, agent, sign_in, has_step }, until),
  };
}
