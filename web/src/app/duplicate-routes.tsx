import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { portalRoute } from './portal-route.tsx';
import { duplicatesSearch, mergeSearch } from './search.ts';

export const mergeRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/clients/merge',
  validateSearch: mergeSearch,
  component: lazyRouteComponent(() => import('../features/clients/merging/merge-page.tsx'), 'MergePage'),
});

export const duplicatesRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/clients/duplicates',
  validateSearch: duplicatesSearch,
  component: lazyRouteComponent(
    () => import('../features/clients/duplicates/duplicates-page.tsx'),
    'DuplicatesPage',
  ),
});
