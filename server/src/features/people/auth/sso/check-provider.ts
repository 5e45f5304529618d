import type { Deps } from '#platform/context.ts';

/**
 * Asks the identity provider how it is used, so that what is wrong with it stands in the log and on the status page before
 * somebody wants to sign in. Never fails: the portal runs without it.
 */
export async function checkIdentityProvider({
  identity,
  log,
}: Pick<Deps, 'identity' | 'log'>): Promise<void> {
  try {
    await identity?.verify();
  } catch (error) {
    log.warn({ err: error }, 'single sign-on does not work; it is tried again');
  }
}
