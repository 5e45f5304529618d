import { listClientSubmissions } from '@ledgerline/contract/submissions/endpoints';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { FormsCard } from './forms-card.tsx';
import { aSubmission } from './testing/submissions.ts';

function show() {
  const route = createRootRoute({
    component: () => <FormsCard clientId={7} action={<button type="button">Get Form Link</button>} />,
  });
  const router = createRouter({ routeTree: route, history: createMemoryHistory({ initialEntries: ['/'] }) });
  renderPart(<RouterProvider router={router as never} />);
}

describe('the Forms card', () => {
  it('lists forms with type, status and an unread marker', async () => {
    const read = aSubmission({
      id: 4,
      title: 'Second',
      read_at: '2026-11-20T15:00:00.000Z',
      display_status: 'Completed',
      category: 'complete',
    });
    fakeServer().reply(listClientSubmissions, { success: true, data: [aSubmission(), read] });
    show();
    const [first, second] = await screen.findAllByRole('link');
    expect(first?.textContent).toMatch(/^Personal InformationNewWeb FormReady/);
    expect(first?.getAttribute('href')).toBe('/crm/clients/7/forms/3');
    expect(second?.textContent).toMatch(/^SecondWeb FormCompleted/);
  });

  it('shows an empty state that explains it', async () => {
    fakeServer().reply(listClientSubmissions, { success: true, data: [] });
    show();
    await screen.findByText(/No forms found/);
    screen.getByRole('button', { name: 'Get Form Link' });
  });

  it('offers a retry when it cannot be loaded', async () => {
    const server = fakeServer().replyError(listClientSubmissions, 'not_allowed', 'No.');
    show();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    server.reply(listClientSubmissions, { success: true, data: [aSubmission()] });
    await userEvent.click(again);
    await screen.findByRole('link');
  });
});
