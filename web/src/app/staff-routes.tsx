import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { canWatchStatus, isAgentManager, isOwner, signedInAgent } from '../lib/sign-in.ts';
import { portalRoute } from './portal-route.tsx';
import { onlyFor } from './route-guards.ts';
import { agentsSearch, auditSearch, helpSearch } from './search.ts';

export const agentsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/agents',
  validateSearch: agentsSearch,
  beforeLoad: onlyFor(isAgentManager),
  component: lazyRouteComponent(() => import('./pages/agents-page.tsx'), 'ManageAgentsPage'),
});

export const createAgentRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/agents/new',
  beforeLoad: onlyFor(isAgentManager),
  component: lazyRouteComponent(() => import('../features/agents/create-agent-page.tsx'), 'CreateAgentPage'),
});

export const agentRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/agents/$agentId',
  beforeLoad: ({ params }) => {
    const agent = signedInAgent();
    if (String(agent?.id) !== params.agentId && !isAgentManager(agent))
      throw redirect({ to: '/crm/clients' });
  },
  component: lazyRouteComponent(() => import('./pages/agent-page.tsx'), 'AgentPage'),
});

export const statusRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/status',
  beforeLoad: onlyFor(canWatchStatus),
  component: lazyRouteComponent(() => import('../features/status/status-page.tsx'), 'StatusPage'),
});

export const auditRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/audit',
  validateSearch: auditSearch,
  beforeLoad: onlyFor(isOwner),
  component: lazyRouteComponent(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
});

export const settingsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/settings',
  beforeLoad: onlyFor(isOwner),
  component: lazyRouteComponent(() => import('./pages/settings-page.tsx'), 'SettingsPage'),
});

export const settingsSectionRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/settings/$section',
  beforeLoad: onlyFor(isOwner),
  component: lazyRouteComponent(() => import('./pages/settings-page.tsx'), 'SettingsPage'),
});

export const helpRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/help',
  validateSearch: helpSearch,
  component: lazyRouteComponent(() => import('../features/help/help-page.tsx'), 'HelpPage'),
});

export const helpChapterRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/help/$chapter',
  validateSearch: helpSearch,
  component: lazyRouteComponent(() => import('../features/help/help-page.tsx'), 'HelpPage'),
});
