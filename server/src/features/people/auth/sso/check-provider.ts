import type { Deps } from '#platform/context.ts';

/**
 * Checks the identity provider at startup, so that errors appear in the log and on the status page before an
 * agent tries to sign in. Never fails: the portal runs without it.
 */
export async function checkIdentityProvider({
  identity,
  log,
}: Pick<Deps, 'identity' | 'log'>): Promise<void> {
  try {
    await identity?.verify();
  } catch (error) {
    log.warn({ err: error }, 'single sign-on is unavailable; retrying');
  }
}
