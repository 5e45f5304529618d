import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { portalRoute } from './portal-route.tsx';
import { columnPlansSearch, policiesSearch, statementSearch } from './search.ts';

export const policiesRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/policies',
  validateSearch: policiesSearch,
  component: lazyRouteComponent(() => import('../features/policies/policies-page.tsx'), 'PoliciesPage'),
});

export const columnPlansRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/policies/client-columns',
  validateSearch: columnPlansSearch,
  component: lazyRouteComponent(
    () => import('../features/policies/client-columns/column-plans-page.tsx'),
    'ColumnPlansPage',
  ),
});

export const commissionsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/commissions',
  component: lazyRouteComponent(
    () => import('../features/commissions/commissions-page.tsx'),
    'CommissionsPage',
  ),
});

export const statementRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/commissions/$statementId',
  validateSearch: statementSearch,
  component: lazyRouteComponent(() => import('../features/commissions/statement-page.tsx'), 'StatementPage'),
});
