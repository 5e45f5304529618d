import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, vi } from 'vitest';
import { createQueryClient } from '../../../lib/query-client.ts';

afterEach(cleanup);

/** Renders a screen at a portal URL, with the routes it links to. */
export async function renderScreen(
  screen: () => ReactNode,
  address = '/crm/clients',
  { isPhone = false } = {},
) {
  stubBrowser(isPhone);
  const rootRoute = createRootRoute({ component: Outlet });
  const portal = createRoute({ getParentRoute: () => rootRoute, id: 'portal' });
  const at = (path: string) =>
    createRoute({
      getParentRoute: () => portal,
      path,
      component: address.split('?')[0] === path ? screen : () => null,
    });
  const paths = ['/crm/clients', '/crm/clients/new', '/crm/clients/merge', '/crm/clients/duplicates'].map(at);
  const detail = createRoute({
    getParentRoute: () => portal,
    path: '/crm/clients/$clientId',
    component: /\/\d+$/.test(address) ? screen : () => null,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([portal.addChildren([...paths, detail])]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await router.load();
  const view = render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, router };
}

/** Browser APIs that Mantine needs and jsdom lacks. */
function stubBrowser(isPhone: boolean): void {
  vi.stubGlobal(
    'matchMedia',
    (media: string) =>
      ({
        matches: isPhone && media.startsWith('(max-width'),
        media,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  vi.stubGlobal('ResizeObserver', NoObserver);
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
}

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
