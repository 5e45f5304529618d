import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { onSignedOut, onTwoFactorMissing } from '../lib/api.ts';

/** Where the answers of the server lead: to the sign-in page, or to where a second step is set up; with the way back. */
export function leadAway(router: AnyRouter, queryClient: QueryClient): void {
  onSignedOut(() => {
    if (router.state.location.pathname === '/crm/login') return;
    const origin = router.state.location.href;
    // What one agent loaded is not the next one's to see.
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
