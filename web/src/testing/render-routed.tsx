import { Notifications } from '@mantine/notifications';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Announcer } from '../components/ui/announcer.tsx';
import { renderPart } from './render-app.tsx';

/** Renders a component that links and navigates on a page of its own. */
export function renderRouted(part: ReactNode) {
  const route = createRootRoute({ component: () => part, notFoundComponent: () => part });
  const router = createRouter({ routeTree: route, history: createMemoryHistory({ initialEntries: ['/'] }) });
  renderPart(
    <>
      <Notifications />
      <Announcer />
      <RouterProvider router={router as never} />
    </>,
  );
  return router;
}
