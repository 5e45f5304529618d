import {
  type Agent,
  checkAgentEmail,
  deleteAgent,
  getAgent,
  listAgentNames,
  listAgents,
} from '@ledgerline/contract/agents/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import { NO_COUNTS } from '@ledgerline/contract/clients/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';

const grace: Agent = {
  id: 2,
  email: 'grace@example.com',
  username: 'grace',
  first_name: 'Grace',
  last_name: 'Hopper',
  is_advisor: true,
  is_owner: false,
  is_developer: false,
  has_all_staff_access: false,
  client_count: 0,
};
const OWNER = { id: 1, is_owner: true, has_all_staff_access: true };

async function openAgent(agent: Agent, claims: Parameters<typeof signInAs>[0] = OWNER) {
  const server = fakeServer()
    .reply(getAgent, { success: true, data: agent })
    .reply(checkAgentEmail, { success: true, available: true })
    .reply(listClients, { success: true, data: [], total: 0, counts: NO_COUNTS })
    .reply(listAgents, { success: true, data: [agent] });
  signInAs(claims);
  const app = renderApp(`/crm/agents/${agent.id}`);
  await screen.findByLabelText(/First name/);
  return { server, ...app };
}

describe('deleting an agent', () => {
  it('asks first, naming the agent, then returns to the agents', async () => {
    const { server, router } = await openAgent(grace);
    server.reply(deleteAgent, { success: true });
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Grace Hopper \(grace\)/)).toBeDefined();
    expect(server.calls(deleteAgent)).toHaveLength(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/agents'));
    expect(server.calls(deleteAgent)[0]?.path).toBe('/agents/2');
  });

  it('asks to whom the clients go, and sends that along', async () => {
    const { server } = await openAgent(grace);
    const colleague = { id: 9, username: 'bo', first_name: 'Bo', last_name: 'Sand' };
    server.reply(listClients, { success: true, data: [], total: 3, counts: { ...NO_COUNTS, all: 3 } });
    server.reply(listAgentNames, { success: true, data: [grace, colleague] });
    server.reply(deleteAgent, { success: true });
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    const choice = await dialog.findByRole('combobox', {
      name: /Who takes over the 3 clients of Grace Hopper/,
    });
    expect(server.calls(listClients)[0]?.query.get('owner')).toBe('2');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
    await userEvent.click(choice);
    expect(screen.queryByRole('option', { name: 'Grace Hopper' })).toBeNull();
    await userEvent.click(await screen.findByRole('option', { name: 'Bo Sand' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.calls(deleteAgent)[0]?.query.get('clients_to')).toBe('9'));
  });

  it('asks when a client was given to the agent after the dialog opened', async () => {
    const { server } = await openAgent(grace);
    server.refuse(deleteAgent, 'has_related_data', 'This agent owns 1 client.', { clients: 1 });
    server.reply(listAgentNames, { success: true, data: [grace] });
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(server.calls(listClients)).toHaveLength(1));
    server.reply(listClients, { success: true, data: [], total: 1, counts: { ...NO_COUNTS, all: 1 } });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByRole('combobox', { name: /Who takes over the 1 client of/ })).toBeDefined();
  });

  it('says "Failed to delete admin" when it fails', async () => {
    const { server } = await openAgent(grace);
    server.refuse(deleteAgent, 'not_allowed', 'This agent cannot be deleted.');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete admin')).toBeDefined();
  });

  it.each([
    ['agent 1', { ...grace, id: 1 }, { id: 3, is_owner: true }],
    ['oneself', { ...grace, id: 7 }, { id: 7, is_owner: true }],
    ['an owner, for somebody who is none', { ...grace, is_owner: true }, { id: 3, is_developer: true }],
  ])('is not offered for %s', async (_who, agent, claims) => {
    await openAgent(agent, claims);
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});
