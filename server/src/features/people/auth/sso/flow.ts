import { randomBytes } from 'node:crypto';
import { SSO_MINUTES, SSO_RETURN_PATH } from '@ledgerline/contract/auth/sso/endpoints';
import { z } from 'zod';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { readHost } from '#platform/hosts.ts';
import { type Http, readCookie, setCookie } from '#platform/http/cookies.ts';
import type { IdentityFlow } from '#platform/ports/identity.ts';
import { absoluteUrl } from '#platform/public-address.ts';

const COOKIE = 'sso';
const SECRET = /^[\w-]{43}$/;

const claimsSchema = z.object({
  id: z.string(),
  browser: z.string(),
  use: z.enum(['sign_in', 'prove']),
  /** The agent and the sign-in that are re-authenticating. */
  agent: z.number().nullable(),
  sign_in: z.number().nullable(),
  /** When it started, in milliseconds. */
  at: z.number(),
});
type FlowClaims = z.output<typeof claimsSchema>;

/** A sign-in in progress at the provider, as returned by the browser that started it. */
export interface ReadFlow extends FlowClaims {
  sent: IdentityFlow;
}

/**
 * Starts a flow without storing anything: the state is a signed ticket, a cookie binds it to the browser, and
 * nonce and verifier are derived from both. Each tab has its own state under the same cookie.
 */
export function startFlow(
  ctx: Context,
  http: Http,
  about: Pick<FlowClaims, 'use' | 'agent' | 'sign_in'>,
): IdentityFlow {
  assertPublicUrl(ctx);
  const { tokens, clock, config } = ctx.deps;
  const now = clock.now();
  const stored = readCookie(http.request, config, COOKIE) ?? '';
  const secret = SECRET.test(stored) ? stored : randomBytes(32).toString('base64url');
  setCookie(http, config, { name: COOKIE, value: secret, seconds: SSO_MINUTES * 60 });
  const id = randomBytes(16).toString('base64url');
  const claims: FlowClaims = { ...about, id, browser: browserOf(ctx, secret), at: now.getTime() };
  const state = tokens.signTicket('sso', claims, new Date(now.getTime() + SSO_MINUTES * 60_000));
  return sentOf(ctx, { state, id, secret });
}

/**
 * Reads a state in the browser that started the flow; null in any other browser, after it expired, and if it
 * is forged.
 */
export function readFlow(ctx: Context, http: Http, state: string): ReadFlow | null {
  const { tokens, clock, config } = ctx.deps;
  const read = claimsSchema.safeParse(tokens.readTicket('sso', state, clock.now()));
  const secret = readCookie(http.request, config, COOKIE);
  if (!read.success || !secret || read.data.browser !== browserOf(ctx, secret)) return null;
  return { ...read.data, sent: sentOf(ctx, { state, id: read.data.id, secret }) };
}

const browserOf = ({ deps }: Context, secret: string) => deps.tokens.fingerprint(`sso browser ${secret}`);

function sentOf(
  ctx: Context,
  { state, id, secret }: { state: string; id: string; secret: string },
): IdentityFlow {
  const { tokens } = ctx.deps;
  return {
    redirectUri: absoluteUrl(ctx, SSO_RETURN_PATH),
    state,
    nonce: tokens.fingerprint(`sso nonce ${id} ${secret}`),
    verifier: tokens.fingerprint(`sso verifier ${id} ${secret}`),
  };
}

/**
 * The provider redirects to PUBLIC_URL; a flow started under another host would not have its cookie there.
 */
function assertPublicUrl({ deps, origin }: Context): void {
  const { PUBLIC_URL } = deps.config;
  if (!PUBLIC_URL || !origin) return;
  const [known, requested] = [PUBLIC_URL, origin].map((url) => readHost(new URL(url).hostname)?.name);
  if (known === requested) return;
  throw new AppError('wrong_state', {
    message: `Single sign-on works at ${new URL(PUBLIC_URL).origin} only. Please open the portal there.`,
  });
}
