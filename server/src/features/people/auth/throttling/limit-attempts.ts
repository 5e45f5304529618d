import { findAgentByUsername } from '#features/people/agents/manage-agents.ts';
import { clearFailedCodes } from '#features/people/two-factor/limit-attempts.ts';
import { writeBounded } from '#platform/audit/bounded.ts';
import type { Context, VisitorActor } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { claimAttempt } from '#platform/rate-limit/growing-delay.ts';
import {
  clearLimit,
  consumeRateLimit,
  networkOf,
  releaseRateLimit,
} from '#platform/rate-limit/rate-limit.ts';
import * as repository from '../repository.ts';

type Ctx = Context<VisitorActor>;

/** The attempt: the agent, if the username is one, and whether this browser is known. */
interface Attempt {
  username: string;
  agent: { id: number; username: string } | undefined;
  isKnownDevice: boolean;
}

/** Failed attempts on one username from one address, and from one address on any username, in 15 minutes. */
const PER_USERNAME_AND_ADDRESS = { max: 10, seconds: 900 };
const PER_ADDRESS = { max: 100, seconds: 900 };
const nameOf = (username: string) => username.trim().toLowerCase();
const addressKey = (address: string) => `sign_in:${networkOf(address)}`;
const usernameKey = ({ username }: Attempt, address: string) =>
  `sign_in:${nameOf(username)}:${networkOf(address)}`;
const agentKey = (agentId: number) => `sign_in_agent:${agentId}`;
const everywhereKey = ({ agent, username }: Attempt) =>
  agent ? agentKey(agent.id) : `sign_in_name:${nameOf(username)}`;

/**
 * Who an attempt is for. `device` says whether the browser's cookie proves that this agent signed in with it
 * before.
 */
export async function readAttempt(
  ctx: Ctx,
  username: string,
  device: (agentId: number) => boolean,
): Promise<Attempt> {
  const agent = await findAgentByUsername(ctx.db, username);
  return { username, agent, isKnownDevice: agent !== undefined && device(agent.id) };
}

/**
 * Counts an attempt before the password is checked, outside any transaction, so that it stays counted and
 * needs no second connection. Delays grow for one username over all addresses. A stranger who causes them
 * does not lock out an agent who uses a browser or an address of an earlier sign-in.
 */
export async function countAttempt(ctx: Ctx, attempt: Attempt): Promise<void> {
  const { db, address } = ctx;
  const now = ctx.deps.clock.now();
  try {
    await consumeRateLimit(db, usernameKey(attempt, address), PER_USERNAME_AND_ADDRESS, now);
    await consumeRateLimit(db, addressKey(address), PER_ADDRESS, now);
    const wait = await claimAttempt(db, everywhereKey(attempt), now);
    if (wait > 0 && !(await isKnown(ctx, attempt))) {
      throw new AppError('too_many_requests', { details: { retryAfterSeconds: wait } });
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests')
      await note(ctx, attempt, 'sign_in_refused');
    throw error;
  }
}

export async function recordFailure(ctx: Ctx, attempt: Attempt): Promise<void> {
  await note(ctx, attempt, 'sign_in_failed');
}

/** A successful sign-in was not a guess: it is not counted, and earlier failures are forgotten. */
export async function clearFailedAttempts(ctx: Ctx, attempt: Attempt): Promise<void> {
  await clearLimit(ctx.db, usernameKey(attempt, ctx.address));
  await clearLimit(ctx.db, everywhereKey(attempt));
  await releaseRateLimit(ctx.db, addressKey(ctx.address));
}

/** An agent with a new password does not wait because of earlier attempts by strangers. */
export async function clearSignInDelay(db: Database, agentId: number): Promise<void> {
  await clearLimit(db, agentKey(agentId));
  await clearFailedCodes(db, agentId);
}

async function isKnown(ctx: Ctx, { agent, isKnownDevice }: Attempt): Promise<boolean> {
  if (!agent || isKnownDevice) return isKnownDevice;
  const addresses = await repository.addressesOf(ctx.db, agent.id);
  return addresses.some((known) => networkOf(known) === networkOf(ctx.address));
}

/** Logs the attempt. Text entered as an unknown username is not stored, because it may be a password. */
function note(ctx: Ctx, { agent }: Attempt, action: string): Promise<void> {
  const new_value = { username: agent?.username ?? null };
  return writeBounded(ctx, { action, entity: 'agent', entity_id: agent?.id ?? null, new_value });
}
