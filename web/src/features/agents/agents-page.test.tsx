import { type Agent, listAgents } from '@ledgerline/contract/agents/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { setWidth } from '../../testing/setup.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { grace as hopper } from './testing/open-agent.ts';

const grace: Agent = { ...hopper, is_advisor: true, is_developer: true, client_count: 1234 };

function open(width = 1280) {
  setWidth(width);
  signInAs({ is_owner: true });
  return renderApp('/crm/agents');
}

it('shows email, username, flags, name and number of clients', async () => {
  fakeServer().reply(listAgents, { success: true, data: [grace] });
  open();
  const table = await screen.findByRole('table');
  const headers = within(table)
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent);
  expect(headers).toEqual(['Email', 'Username', 'Flags', 'Name', 'Clients']);
  const cells = within(table)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual(['grace@example.com', 'grace', 'AdvisorDeveloper', 'Grace Hopper', '1,234']);
});

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
