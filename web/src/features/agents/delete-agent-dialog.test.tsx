import { deleteAgent, listAgentNames } from '@ledgerline/contract/agents/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import { NO_COUNTS } from '@ledgerline/contract/clients/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { grace, openAgent } from './testing/open-agent.ts';

describe('deleting an agent', () => {
  it('confirms by agent name, then returns to the agents', async () => {
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

  it('asks for the clients’ new owner and submits it', async () => {
    const { server } = await openAgent(grace);
    const colleague = { id: 9, username: 'bo', first_name: 'Bo', last_name: 'Sand' };
    server.reply(listClients, { success: true, data: [], total: 3, counts: { ...NO_COUNTS, all: 3 } });
    server.reply(listAgentNames, { success: true, data: [grace, colleague] });
    server.reply(deleteAgent, { success: true });
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    const choice = await dialog.findByRole('combobox', {
      name: /Assign the 3 clients of Grace Hopper to/,
    });
    expect(server.calls(listClients)[0]?.query.get('owner')).toBe('2');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true);
    await userEvent.click(choice);
    expect(screen.queryByRole('option', { name: 'Grace Hopper' })).toBeNull();
    await userEvent.click(await screen.findByRole('option', { name: 'Bo Sand' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.calls(deleteAgent)[0]?.query.get('clients_to')).toBe('9'));
  });

  it('asks for a new owner when a client was assigned after the dialog opened', async () => {
    const { server } = await openAgent(grace);
    server.replyError(deleteAgent, 'has_related_data', 'This agent owns 1 client. Choose who takes over.', {
      clients: 1,
      fields: [{ path: 'clients_to', message: `must be an agent’s ID or 'nobody'` }],
    });
    server.reply(listAgentNames, { success: true, data: [grace] });
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(server.calls(listClients)).toHaveLength(1));
    server.reply(listClients, { success: true, data: [], total: 1, counts: { ...NO_COUNTS, all: 1 } });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('This agent owns 1 client. Choose who takes over.')).toBeDefined();
    const choice = await dialog.findByRole('combobox', { name: /Assign the 1 client of/ });
    await waitFor(() => expect(document.activeElement).toBe(choice));
    server.replyError(deleteAgent, 'validation_failed', 'The successor is gone.', {
      fields: [{ path: 'clients_to', message: 'this agent does not exist anymore' }],
    });
    await userEvent.click(choice);
    await userEvent.click(await screen.findByRole('option', { name: 'Unassigned' }));
    expect(dialog.queryByText(/Choose who takes over/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('this agent does not exist anymore')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(choice));
  });

  it('shows "Failed to delete admin" with the reason and can be retried', async () => {
    const { server, router } = await openAgent(grace);
    server.replyError(deleteAgent, 'not_allowed', 'This agent cannot be deleted.');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('Failed to delete admin. This agent cannot be deleted.')).toBeDefined();
    server.reply(deleteAgent, { success: true });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/agents'));
  });

  it('refetches clients, whose owner has changed', async () => {
    const { server, queryClient, router } = await openAgent(grace);
    queryClient.setQueryData(['client', 5], {});
    queryClient.setQueryData(['clients', 'list'], {});
    server.reply(deleteAgent, { success: true });
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/agents'));
    for (const key of [
      ['client', 5],
      ['clients', 'list'],
    ])
      expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  });

  it.each([
    ['agent 1', { ...grace, id: 1 }, { id: 3, is_owner: true }],
    ['oneself', { ...grace, id: 7 }, { id: 7, is_owner: true }],
    [
      'an owner, for an agent who is not an owner',
      { ...grace, is_owner: true },
      { id: 3, is_developer: true },
    ],
  ])('is not offered for %s', async (_who, agent, claims) => {
    await openAgent(agent, claims);
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});
