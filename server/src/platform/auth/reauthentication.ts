import { REAUTHENTICATION_MINUTES } from '@ledgerline/contract/rules';
import type { AgentActor, Deps } from '../context.ts';
import { AppError } from '../errors.ts';

/**
 * How far the clocks of several servers may differ. A re-authentication further in the future was recorded before a clock was set back.
 */
const CLOCKS_MAY_DIFFER_MS = 60_000;

/** Whether a sign-in that was last re-authenticated at an instant is still recent enough. */
export function isRecentlyReauthenticated(authenticatedAt: Date, now: Date): boolean {
  const age = now.getTime() - authenticatedAt.getTime();
  return age >= -CLOCKS_MAY_DIFFER_MS && age < REAUTHENTICATION_MINUTES * 60_000;
}

/** How long re-authentication is valid for actions that could take over an account. */
const REAUTHENTICATION_MS = 5 * 60_000;

/**
 * For actions with which someone at an unlocked screen could take over an account: signing in does not count, the agent has to
 * re-authenticate with `reauthenticate` immediately before (decision 097). The browser prompts for it as for any `proof_needed`.
 */
export function assertReauthenticated(
  { clock }: Pick<Deps, 'clock'>,
  { reauthenticatedAt }: AgentActor,
): void {
  const age = reauthenticatedAt ? clock.now().getTime() - reauthenticatedAt.getTime() : Number.NaN;
  if (!(age >= -CLOCKS_MAY_DIFFER_MS && age < REAUTHENTICATION_MS)) throw new AppError('proof_needed');
}

/** Rejects an action that requires recent re-authentication; the browser prompts for it and repeats the call (decision 058). */
export function assertRecentlyReauthenticated(
  { clock }: Pick<Deps, 'clock'>,
  { authenticatedAt }: AgentActor,
): void {
  if (!authenticatedAt || !isRecentlyReauthenticated(authenticatedAt, clock.now()))
    throw new AppError('proof_needed');
}
