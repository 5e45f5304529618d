import type * as endpoints from '@ledgerline/contract/auth/sso/endpoints';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { AgentActor, Context, VisitorActor } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Http } from '#platform/http/cookies.ts';
import { IdentityError, type IdentityPort } from '#platform/ports/identity.ts';
import { startFlow } from './flow.ts';

const HOUR_SECONDS = 3600;

export async function startSso(
  ctx: Context<VisitorActor>,
  { is_fresh = false }: BodyOf<typeof endpoints.startSso>,
  http: Http,
): Promise<ReplyOf<typeof endpoints.startSso>> {
  return { success: true, url: await start(ctx, http, { agent: null, sign_in: null, isFresh: is_fresh }) };
}

/**
 * Only for the agent whose sign-in is re-authenticating; another agent's sign-in at the provider is rejected.
 */
export async function startSsoReauthentication(
  ctx: Context<AgentActor>,
  http: Http,
): Promise<ReplyOf<typeof endpoints.startSsoReauthentication>> {
  const { id, signInId } = ctx.actor;
  return { success: true, url: await start(ctx, http, { agent: id, sign_in: signInId, isFresh: true }) };
}

async function start(
  ctx: Context,
  http: Http,
  { agent, sign_in, isFresh }: { agent: number | null; sign_in: number | null; isFresh: boolean },
): Promise<string> {
  const identity = identityProvider(ctx);
  const flow = startFlow(ctx, http, { use: agent === null ? 'sign_in' : 'prove', agent, sign_in });
  const maxAgeSeconds = Math.floor(ctx.deps.config.SIGN_IN_HOURS * HOUR_SECONDS);
  try {
    return await identity.start({ ...flow, isFresh, maxAgeSeconds });
  } catch (error) {
    throw unavailable(ctx, error);
  }
}

export function identityProvider({ deps }: Context): IdentityPort {
  if (!deps.identity)
    throw new AppError('wrong_state', { message: 'Single sign-on is not set up for this portal.' });
  return deps.identity;
}

/**
 * Reports an unusable provider in a sentence; the cause is in the log and on the status page. Other errors
 * pass through.
 */
export function unavailable({ deps }: Context, error: unknown): unknown {
  if (!(error instanceof IdentityError) || error.kind !== 'unavailable') return error;
  deps.log.warn({ err: error }, 'single sign-on: the identity provider cannot be used');
  return new AppError('provider_unavailable', {
    message: `${capital(deps.config.SSO_NAME)} cannot be reached at the moment, so you cannot sign in with it. Please try again in a minute.`,
    cause: error,
  });
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
