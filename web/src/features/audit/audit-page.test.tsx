import { listAgentNames } from '@ledgerline/contract/agents/endpoints';
import { type AuditEvent, exportAuditEvents, listAuditEvents } from '@ledgerline/contract/audit/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';

const opened: AuditEvent = {
  id: 9,
  at: '2026-11-24T14:00:00.000000Z',
  who: 'Blake Rivers',
  agent_id: 7,
  address: '203.0.113.7',
  action: 'opened',
  sentence: 'opened Ana Marin',
  entity: 'client',
  entity_id: 3,
  thing: 'Ana Marin',
  client_id: 3,
  client_name: 'Ana Marin',
  field: null,
  from: null,
  to: null,
  operation: null,
  request_id: 'r-1',
};

const page = (events: AuditEvent[], next: string | null = null) => ({
  success: true as const,
  events,
  next,
  named: { agent: null, client: null },
});

function start() {
  signInAs({ is_owner: true });
  return fakeServer().reply(listAgentNames, { success: true, data: [] });
}

describe('the audit log', () => {
  it('describes events in sentences; a row opens its details with further links', async () => {
    const server = start().reply(listAuditEvents, page([opened]));
    const { router } = renderApp('/crm/audit');
    await userEvent.click(await screen.findByRole('button', { name: 'opened Ana Marin' }));
    const details = within(await screen.findByRole('dialog', { name: 'What happened' }));
    details.getByText('203.0.113.7');
    details.getByText('Nov 24, 2026, 9:00:00 AM EST');
    await userEvent.click(details.getByRole('button', { name: 'All Activity for Ana Marin' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ client: 3 }));
    await waitFor(() => expect(server.calls(listAuditEvents).at(-1)?.query.get('client')).toBe('3'));
  });

  it('loads the filter of the URL, and older entries on request', async () => {
    const server = start().reply(listAuditEvents, page([opened], '2026-11-24T14:00:00.000000Z.9'));
    renderApp('/crm/audit?agent=7&act=revealed&from=2026-11-24&to=2026-11-24');
    await userEvent.click(await screen.findByRole('button', { name: 'Load More' }));
    await waitFor(() => expect(server.calls(listAuditEvents)).toHaveLength(2));
    expect(server.calls(listAuditEvents).map(({ query }) => Object.fromEntries(query))).toEqual([
      { agent: '7', act: 'revealed', from: '2026-11-24', to: '2026-11-24' },
      expect.objectContaining({ agent: '7', after: '2026-11-24T14:00:00.000000Z.9' }),
    ]);
  });

  it('shows an empty state and clears the filters', async () => {
    start().reply(listAuditEvents, page([]));
    const { router } = renderApp('/crm/audit?act=exported');
    await screen.findByText('No matching entries');
    await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('shows load and export errors, and can be retried', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = start().replyError(listAuditEvents, 'wrong_state', 'Not now.');
    renderApp('/crm/audit');
    await screen.findByText('Couldn’t load the audit log');
    server.reply(listAuditEvents, page([opened])).replyError(exportAuditEvents, 'wrong_state', 'Not now.');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('opened Ana Marin');
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await screen.findByText('Couldn’t export the audit log');
  });
});
