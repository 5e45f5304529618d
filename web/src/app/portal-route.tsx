import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isTemplateEditor, signedInAgent } from '../lib/sign-in.ts';
import { rootRoute } from './open-routes.tsx';

/**
 * Every screen behind the sign-in; without a live token the address becomes the origin (0§6). The forms area is for
 * owners and developers: everybody else lands on the clients, which ask for a sign-in if need be (decisions B2).
 */
export const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'portal',
  beforeLoad: ({ location }) => {
    const agent = signedInAgent();
    if (/^\/crm\/forms(\/|$)/.test(location.pathname) && !isTemplateEditor(agent))
      throw redirect({ to: '/crm/clients' });
    if (!agent) throw redirect({ to: '/crm/login', search: { origin: location.href } });
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});
