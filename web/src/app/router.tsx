import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { onSignedOut } from '../lib/api.ts';
import { isAgentManager, isTemplateEditor, signedInAgent } from '../lib/sign-in.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { RouteError } from './route-error.tsx';
import { clientListSearch, loginSearch } from './search.ts';

interface RouterContext {
  queryClient: QueryClient;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: RouteError,
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/crm/login',
  validateSearch: loginSearch,
  beforeLoad: ({ search }) => {
    if (signedInAgent()) throw redirect({ href: search.origin ?? '/crm/' });
  },
  component: lazyRouteComponent(() => import('../features/auth/sign-in-page.tsx'), 'SignInPage'),
});

/** Every screen behind the sign-in; without a live token the address becomes the origin (0§6). */
const portalRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'portal',
  beforeLoad: ({ location }) => {
    if (!signedInAgent()) throw redirect({ to: '/crm/login', search: { origin: location.href } });
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/crm',
  beforeLoad: () => {
    throw redirect({ to: '/crm/clients', replace: true });
  },
});

const clientsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/clients',
  validateSearch: clientListSearch,
  component: lazyRouteComponent(() => import('../features/clients/clients-page.tsx'), 'ClientsPage'),
});

const createClientRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/clients/new',
  component: lazyRouteComponent(
    () => import('../features/clients/create-client-page.tsx'),
    'CreateClientPage',
  ),
});

const clientRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/clients/$clientId',
  component: lazyRouteComponent(() => import('../features/clients/client-page.tsx'), 'ClientPage'),
});

const ledgerRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/ledger',
  component: lazyRouteComponent(() => import('../features/ledger/ledger-page.tsx'), 'LedgerPage'),
});

const dashboardRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/dashboard',
  component: lazyRouteComponent(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const agentsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/agents',
  beforeLoad: () => {
    if (!isAgentManager(signedInAgent())) throw redirect({ to: '/crm/clients' });
  },
  component: lazyRouteComponent(() => import('../features/agents/agents-page.tsx'), 'AgentsPage'),
});

const createAgentRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/agents/new',
  beforeLoad: () => {
    if (!isAgentManager(signedInAgent())) throw redirect({ to: '/crm/clients' });
  },
  component: lazyRouteComponent(() => import('../features/agents/agent-page.tsx'), 'CreateAgentPage'),
});

const agentRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/agents/$agentId',
  beforeLoad: ({ params }) => {
    const agent = signedInAgent();
    if (String(agent?.id) !== params.agentId && !isAgentManager(agent))
      throw redirect({ to: '/crm/clients' });
  },
  component: lazyRouteComponent(() => import('../features/agents/agent-page.tsx'), 'EditAgentPage'),
});

const statusRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/status',
  component: lazyRouteComponent(() => import('../features/status/status-page.tsx'), 'StatusPage'),
});

/** Owners and developers only; everybody else lands on the clients, which ask for a sign-in if need be (decisions B2). */
const formsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/crm/forms',
  beforeLoad: () => {
    if (!isTemplateEditor(signedInAgent())) throw redirect({ to: '/crm/clients' });
  },
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  homeRoute,
  formsRoute,
  portalRoute.addChildren([
    clientsRoute,
    createClientRoute,
    clientRoute,
    ledgerRoute,
    dashboardRoute,
    agentsRoute,
    createAgentRoute,
    agentRoute,
    statusRoute,
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    scrollRestoration: true,
    trailingSlash: 'preserve',
  });
  onSignedOut(() => {
    if (router.state.location.pathname === '/crm/login') return;
    void router.navigate({ to: '/crm/login', search: { origin: router.state.location.href } });
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
