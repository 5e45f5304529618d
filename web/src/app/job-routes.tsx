import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { portalRoute } from './portal-route.tsx';
import { importSearch, importsSearch } from './search.ts';

export const importsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/imports',
  validateSearch: importsSearch,
  component: lazyRouteComponent(() => import('../features/imports/list/imports-page.tsx'), 'ImportsPage'),
});

export const importRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/imports/$importId',
  validateSearch: importSearch,
  component: lazyRouteComponent(() => import('../features/imports/import-page.tsx'), 'ImportPage'),
});

export const bulkActionRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/bulk-actions/$operationId',
  component: lazyRouteComponent(() => import('../features/bulk-actions/operation-page.tsx'), 'OperationPage'),
});

export const operationsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/operations',
  component: lazyRouteComponent(
    () => import('../features/bulk-actions/recent-operations-page.tsx'),
    'RecentOperationsPage',
  ),
});
