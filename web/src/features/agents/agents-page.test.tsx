import { type ListedAgent, listAgents } from '@ledgerline/contract/agents/endpoints';
import { sendInvitation } from '@ledgerline/contract/auth/password-links/endpoints';
import type { Invitation } from '@ledgerline/contract/auth/password-links/invitation';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { somePublicSettings } from '../../testing/settings.ts';
import { setWidth } from '../../testing/setup.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { grace as hopper } from './testing/open-agent.ts';

const HOUR_AGO = () => new Date(Date.now() - 3_700_000).toISOString();
const grace: ListedAgent = {
  ...hopper,
  is_advisor: true,
  is_developer: true,
  client_count: 1234,
  invitation: null,
  security: { has_two_factor: true, last_seen_at: HOUR_AGO() },
};
const ada: ListedAgent = {
  ...grace,
  ...{ id: 3, username: 'ada', email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron' },
  ...{ is_advisor: false, is_developer: false, client_count: 2 },
  security: { has_two_factor: false, last_seen_at: null },
};
const INVITATION: Invitation = {
  state: 'open',
  email_status: 'sent',
  sent_at: '2026-11-20T15:00:00Z',
  expires_at: '2026-11-27T15:00:00Z',
};

function open(width = 1280, at = '/crm/agents') {
  setWidth(width);
  signInAs({ is_owner: true });
  return renderApp(at);
}

it('shows name, email, username, flags, two-factor authentication, last use and number of clients', async () => {
  fakeServer().reply(listAgents, { success: true, data: [grace] });
  open();
  const table = await screen.findByRole('table');
  const headers = within(table)
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent);
  expect(headers).toEqual(['Name', 'Email', 'Username', 'Flags', 'Two-factor', 'Last seen', 'Clients']);
  const cells = within(table)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual([
    'GHGrace Hopper',
    ...['grace@example.com', 'grace', 'AdvisorDeveloper', 'Set up', '1 hour ago', '1,234'],
  ]);
});

it('omits two-factor authentication and last use for callers who are not owners', async () => {
  fakeServer().reply(listAgents, { success: true, data: [{ ...grace, security: null }] });
  open();
  const headers = (await screen.findAllByRole('columnheader')).map((cell) => cell.textContent);
  expect(headers).toEqual(['Name', 'Email', 'Username', 'Flags', 'Clients']);
});

it('does not rule out two-factor authentication at the identity provider', async () => {
  const settings = somePublicSettings({ sso: { name: 'Acme', only: false } });
  fakeServer()
    .reply(listAgents, { success: true, data: [ada] })
    .reply(getPublicSettings, { success: true, data: settings });
  open();
  await screen.findByText('Not set up here');
});

it('sorts by a column in the URL, by last name at first, with absent agents first', async () => {
  fakeServer().reply(listAgents, { success: true, data: [grace, ada] });
  const { router } = open();
  const table = await screen.findByRole('table');
  const names = () =>
    within(table)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  expect(names()).toEqual(['Ada Byron', 'Grace Hopper']);
  within(table).getByText('Agent');
  within(table).getByText('Not set up');
  within(table).getByText('–');
  await userEvent.click(within(table).getByRole('button', { name: 'Clients' }));
  await userEvent.click(within(table).getByRole('button', { name: 'Clients' }));
  await waitFor(() => expect(names()).toEqual(['Grace Hopper', 'Ada Byron']));
  expect(router.state.location.search).toEqual({ sort: 'clients', direction: 'desc' });
  await userEvent.click(within(table).getByRole('button', { name: 'Last seen' }));
  await waitFor(() => expect(names()).toEqual(['Ada Byron', 'Grace Hopper']));
});

it.each<[Partial<Invitation>, string]>([
  [{}, 'Invited Nov 20, 2026'],
  [{ email_status: 'queued' }, 'Invitation of Nov 20, 2026 not sent yet'],
  [{ email_status: 'failed' }, 'Invitation of Nov 20, 2026 not sent'],
  [{ state: 'expired' }, 'Invited Nov 20, 2026, link expired'],
  [{ state: 'withdrawn' }, 'Invitation withdrawn'],
])('shows an invitation that is %j as “%s”', async (state, text) => {
  const invited = { ...ada, invitation: { ...INVITATION, ...state } };
  fakeServer().reply(listAgents, { success: true, data: [invited] });
  open();
  await screen.findByText(text);
});

it.each([1280, 390])(
  'resends an invitation at a width of %i, unless email is not connected',
  async (width) => {
    const invited = { ...ada, invitation: INVITATION };
    const server = fakeServer().reply(listAgents, { success: true, data: [invited] });
    server.reply(sendInvitation, { success: true, invitation: INVITATION });
    const { router } = open(width);
    await userEvent.click(await screen.findByRole('button', { name: 'Resend Invitation to Ada Byron' }));
    await screen.findByText('The invitation is being sent.');
    expect(server.calls(sendInvitation)[0]?.path).toBe('/agents/3/invitation');
    expect(router.state.location.pathname).toBe('/crm/agents');
    cleanup();
    const offline = fakeServer().reply(listAgents, { success: true, data: [invited] });
    offline.reply(getPublicSettings, {
      success: true,
      data: somePublicSettings({ is_email_connected: false }),
    });
    open(width);
    await screen.findByText('Invited Nov 20, 2026');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Resend/ })).toBeNull());
  },
);

it('opens the agent when a row is clicked', async () => {
  fakeServer().reply(listAgents, { success: true, data: [grace] });
  const { router } = open();
  await userEvent.click(await screen.findByText('Grace Hopper'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/crm/agents/2'));
});

it('links to the new agent page and the system status', async () => {
  fakeServer().reply(listAgents, { success: true, data: [grace] });
  open();
  const add = await screen.findByRole('link', { name: 'Add Agent' });
  expect(add.getAttribute('href')).toBe('/crm/agents/new');
  expect(screen.getByRole('link', { name: 'System Status' }).getAttribute('href')).toBe('/crm/status');
});

it('renders cards on small screens', async () => {
  fakeServer().reply(listAgents, { success: true, data: [grace] });
  open(390);
  expect(await screen.findByText('1,234 clients')).toBeDefined();
  expect(screen.getByText(/^Two-factor: set up · Last seen/).textContent).toBe(
    'Two-factor: set up · Last seen 1 hour ago',
  );
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('link', { name: 'System Status' })).toBeDefined();
});

it('shows "Failed to load admin list" with the reason and reloads on request', async () => {
  const server = fakeServer().replyError(listAgents, 'not_allowed', 'You may not see the agents.');
  open();
  expect(await screen.findByText('Failed to load admin list')).toBeDefined();
  expect(screen.getByText('You may not see the agents.')).toBeDefined();
  server.reply(listAgents, { success: true, data: [grace] });
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Grace Hopper')).toBeDefined();
});
