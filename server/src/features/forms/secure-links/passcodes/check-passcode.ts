import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { consumeRateLimitOrAudit } from '#platform/audit/bounded.ts';
import { isPassword } from '#platform/auth/passwords.ts';
import type { Context, Deps } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { type Http, readCookie, setCookie } from '#platform/http/cookies.ts';
import { clearLimit, networkOf, releaseRateLimit } from '#platform/rate-limit/rate-limit.ts';

/** A session that may require a passcode, described by a link or by the session itself. */
export interface Locked {
  session_id: number | null;
  passcode_hash: string | null;
}

interface WithPasscode {
  session_id: number;
  passcode_hash: string;
}

/**
 * Limits of wrong attempts from one address, and in total: at a hundred a day, 10,000 guesses take more than three months.
 */
const ATTEMPTS_PER_ADDRESS = { max: 10, seconds: 900 };
const ATTEMPTS_PER_SESSION = { max: 100, seconds: 86_400 };
/** How long a browser remembers that the passcode was entered in it. */
const UNLOCKED_SECONDS = 30 * 86_400;

const cookieName = (sessionId: number) => `passcode_${sessionId}`;
/** Identifies the passcode without revealing it: a new passcode invalidates the cookies and counters of the old one. */
const markOf = (passcodeHash: string) => createHash('sha256').update(passcodeHash).digest('base64url');
const sessionKey = ({ session_id, passcode_hash }: WithPasscode) =>
  `passcode:${session_id}:${markOf(passcode_hash).slice(0, 12)}`;
const addressKey = (locked: WithPasscode, address: string) => `${sessionKey(locked)}:${networkOf(address)}`;

function withPasscode({ session_id, passcode_hash }: Locked): WithPasscode | null {
  return session_id === null || passcode_hash === null ? null : { session_id, passcode_hash };
}

/** Whether the session requires no passcode, or this browser has entered the current one. */
export function isUnlocked(deps: Deps, request: FastifyRequest | undefined, link: Locked): boolean {
  const locked = withPasscode(link);
  if (!locked) return true;
  const cookie = request ? readCookie(request, deps.config, cookieName(locked.session_id)) : null;
  const claims = cookie === null ? null : deps.tokens.readTicket('passcode', cookie, deps.clock.now());
  return claims?.session === locked.session_id && claims.mark === markOf(locked.passcode_hash);
}

/** The error for a visitor who has not entered the passcode in this browser. */
export function passcodeMissing(): AppError {
  return new AppError('not_allowed', {
    message: 'Please enter the passcode.',
    details: { state: 'passcode' },
  });
}

/** Counts an attempt before the transaction, so that wrong ones stay counted, including concurrent ones. */
export async function countAttempt(ctx: Context, link: Locked): Promise<void> {
  const locked = withPasscode(link);
  if (!locked) return;
  const event = { action: 'passcode_refused', entity: 'session', entity_id: locked.session_id };
  await consumeRateLimitOrAudit(ctx, addressKey(locked, ctx.address), ATTEMPTS_PER_ADDRESS, event);
  await consumeRateLimitOrAudit(ctx, sessionKey(locked), ATTEMPTS_PER_SESSION, event);
}

/**
 * Checks a passcode whose attempt was counted, and remembers this browser. A correct passcode does not count as an attempt.
 */
export async function checkPasscode(
  ctx: Context,
  http: Http | undefined,
  link: Locked,
  passcode: string,
): Promise<void> {
  const locked = withPasscode(link);
  if (!locked) return;
  if (!(await isPassword(locked.passcode_hash, passcode.trim()))) {
    throw new AppError('not_allowed', {
      message: 'The passcode is incorrect.',
      details: { state: 'passcode' },
    });
  }
  await clearLimit(ctx.db, addressKey(locked, ctx.address));
  await releaseRateLimit(ctx.db, sessionKey(locked));
  if (http) setUnlockCookie(ctx.deps, http, locked);
}

function setUnlockCookie({ tokens, clock, config }: Deps, http: Http, locked: WithPasscode): void {
  const claims = { session: locked.session_id, mark: markOf(locked.passcode_hash) };
  setCookie(http, config, {
    name: cookieName(locked.session_id),
    value: tokens.signTicket('passcode', claims, new Date(clock.now().getTime() + UNLOCKED_SECONDS * 1000)),
    seconds: UNLOCKED_SECONDS,
  });
}
