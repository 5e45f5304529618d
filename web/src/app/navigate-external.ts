import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { onSignedOut, onTwoFactorMissing } from '../lib/api.ts';

/** Redirects required by server responses: to the sign-in page or to two-factor setup, with a return URL. */
export function registerRedirects(router: AnyRouter, queryClient: QueryClient): void {
  onSignedOut(() => {
    if (router.state.location.pathname === '/crm/login') return;
    const origin = router.state.location.href;
    // Cached data of one agent must not be shown to the next.
    void router
      .navigate({ to: '/crm/login', search: { origin }, ignoreBlocker: true })
      .then(() => queryClient.clear());
  });
  onTwoFactorMissing(() => {
    const { pathname, href } = router.state.location;
    if (pathname === '/crm/second-step') return;
    void router.navigate({ to: '/crm/second-step', search: { origin: href }, ignoreBlocker: true });
  });
}
