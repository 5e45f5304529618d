import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isTemplateEditor, signedInAgent } from '../lib/sign-in.ts';
import { rootRoute } from './open-routes.tsx';

/**
 * Every screen behind sign-in; without a valid token the URL becomes the return URL (0§6). The forms area is for
 * owners and developers: everyone else is redirected to the clients, which require sign-in if needed (decisions B2).
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
