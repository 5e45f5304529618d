import { recordActivity } from '@ledgerline/contract/auth/sign-ins/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { openLive } from '@ledgerline/contract/live/endpoints';
import { countNotifications } from '@ledgerline/contract/notifications/endpoints';
import { listSavedViews } from '@ledgerline/contract/saved-views/endpoints';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { getNeedToKnow, listTeams } from '@ledgerline/contract/teams/endpoints';
import { countToday } from '@ledgerline/contract/today/endpoints';
import { MantineProvider } from '@mantine/core';
import { cleanNotifications, cleanNotificationsQueue } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach } from 'vitest';
import { createAppRouter } from '../app/router.tsx';
import { theme } from '../app/theme.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { FakeServer } from './fake-server.ts';
import { serveNoReminders } from './reminders.ts';
import { somePublicSettings } from './settings.ts';

// Toasts outlive the screen that showed them.
afterEach(() => {
  cleanNotificationsQueue();
  cleanNotifications();
});

/** The response of an empty Today. */
export const NOTHING_DUE: ReplyOf<typeof countToday> = {
  success: true,
  counts: { overdue: 0, today: 0, next_7_days: 0 },
  ...{ kinds: [], overdue_cents: 0, done_today: 0 },
};

/** A server that answers the requests of every screen. */
export function fakeServer(): FakeServer {
  const settings = somePublicSettings();
  return serveNoReminders(new FakeServer())
    .reply(getPublicSettings, { success: true, data: settings })
    .reply(recordActivity, { success: true, idle_minutes: 30 })
    .reply(countNotifications, { success: true, unread: 0 })
    .reply(countToday, NOTHING_DUE)
    .reply(getNeedToKnow, { success: true, data: { sees: 'all', i_see: 'all' } })
    .reply(listSavedViews, { success: true, data: [], pinned: [], default_id: null, can_share: true })
    .reply(listTeams, { success: true, data: [] })
    .respond(openLive, () => new Response(new ReadableStream(), { status: 200 }))
    .start();
}

/** Renders the entire portal at a URL. */
export function renderApp(address: string) {
  window.history.replaceState(null, '', address);
  const queryClient = createQueryClient();
  const router = createAppRouter(queryClient);
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { router, queryClient };
}

/** One component with theme and queries, without a router. */
export function renderPart(part: ReactNode) {
  const queryClient = createQueryClient();
  return render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
    </MantineProvider>,
  );
}
