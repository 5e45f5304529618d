import { redirect } from '@tanstack/react-router';
import { signedInAgent } from '../lib/sign-in.ts';

/**
 * What a link leads to is asked for with the code that shows it, as soon as somebody points at the link; nobody waits
 * for it.
 */
export function early<Module>(module: Promise<Module>, prefetch: (module: Module) => void): void {
  module
    .then(prefetch)
    .catch((error: unknown) => console.warn('nothing could be asked for beforehand', error));
}

/** A screen for some agents: others land on the clients, which is where the portal begins. */
export const onlyFor = (isFor: (agent: ReturnType<typeof signedInAgent>) => boolean) => () => {
  if (!isFor(signedInAgent())) throw redirect({ to: '/crm/clients', replace: true });
};

/** A screen outside the shell for whoever is signed in; its address keeps where to go on. */
export function needsSignIn({ search }: { search: { origin?: string | undefined } }): void {
  if (!signedInAgent()) throw redirect({ to: '/crm/login', search });
}
