import { redirect } from '@tanstack/react-router';
import { signedInAgent } from '../lib/sign-in.ts';

/** A link's target is prefetched with its code on hover; navigation does not wait for it. */
export function withPrefetch<Module>(module: Promise<Module>, prefetch: (module: Module) => void): void {
  module.then(prefetch).catch((error: unknown) => console.warn('prefetching failed', error));
}

/** A screen for some agents only: others are redirected to the clients. */
export const onlyFor = (isFor: (agent: ReturnType<typeof signedInAgent>) => boolean) => () => {
  if (!isFor(signedInAgent())) throw redirect({ to: '/crm/clients', replace: true });
};

/** A screen outside the shell for signed-in agents; its URL holds the return URL. */
export function needsSignIn({ search }: { search: { origin?: string | undefined } }): void {
  if (!signedInAgent()) throw redirect({ to: '/crm/login', search });
}
