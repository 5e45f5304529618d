import { listAgentNames } from '@ledgerline/contract/agents/endpoints';
import { searchClients } from '@ledgerline/contract/clients/endpoints';
import { createTask } from '@ledgerline/contract/tasks/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aClientRow } from '../../testing/client-row.ts';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';

const PURPOSE = 'Jump to a client, screen or action';

const TASK = {
  ...{ id: 1, title: 'Call Ana', client_id: null, client_name: null, owner_agent_id: 7, repeat: null },
  ...{ due_day: '2026-11-24', due_time: '15:00', sets_follow_up: false, done_at: null, done_by: null },
};

async function openPalette(): Promise<void> {
  await screen.findByRole('heading', { name: 'Dashboard' });
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: PURPOSE });
}

describe('the palette', () => {
  it('goes to the first screen that fits what was typed, with Enter alone', async () => {
    fakeServer().reply(searchClients, { success: true, data: [] });
    signInAs();
    renderApp('/crm/dashboard');
    await openPalette();
    await userEvent.type(screen.getByRole('textbox', { name: PURPOSE }), 'recurr');
    await waitFor(() => expect(document.querySelector('[data-selected]')?.textContent).toBe('Recurring'));
    await userEvent.keyboard('[Enter]');
    expect(await screen.findByRole('heading', { name: 'Recurring Payments' })).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes with Esc and opens empty again', async () => {
    fakeServer().reply(searchClients, { success: true, data: [] });
    signInAs();
    renderApp('/crm/dashboard');
    await openPalette();
    await userEvent.type(screen.getByRole('textbox', { name: PURPOSE }), 'pay');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openPalette();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: PURPOSE }).value).toBe('');
  });

  it('selects the first client once the found ones are there', async () => {
    const data = [7, 8].map((id) =>
      aClientRow(id, { client_first_name: 'Rosa', client_last_name: `Marin ${id}` }),
    );
    fakeServer().reply(searchClients, { success: true, data });
    signInAs();
    renderApp('/crm/dashboard');
    await openPalette();
    await userEvent.type(screen.getByRole('textbox', { name: PURPOSE }), 'marin');
    await screen.findByText('Rosa Marin 8');
    await waitFor(() => expect(document.querySelector('[data-selected]')?.textContent).toBe('Rosa Marin 7'));
    await userEvent.keyboard('[ArrowDown]');
    expect(document.querySelector('[data-selected]')?.textContent).toBe('Rosa Marin 8');
  });

  it('offers a task for a line that names a day, and opens it with what was understood', async () => {
    const server = fakeServer()
      .reply(searchClients, { success: true, data: [] })
      .reply(listAgentNames, {
        success: true,
        data: [{ id: 7, username: 'ada', first_name: 'Ada', last_name: 'Byron' }],
      })
      .reply(createTask, { success: true, id: 1, task: TASK });
    signInAs();
    renderApp('/crm/dashboard');
    await openPalette();
    await userEvent.type(screen.getByRole('textbox', { name: PURPOSE }), 'Call Ana tomorrow 3pm');
    await screen.findByText('Add task: Call Ana – tomorrow, 3:00 PM');
    await waitFor(() =>
      expect(document.querySelector('[data-selected]')?.textContent).toMatch(/^Add task: Call Ana/),
    );
    await userEvent.keyboard('[Enter]');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Task' }));
    const title = dialog.getByRole<HTMLInputElement>('textbox', { name: /^What is to be done/ });
    expect(title.value).toBe('Call Ana');
    await userEvent.type(title, '{Enter}');
    await waitFor(() => expect(server.calls(createTask)).toHaveLength(1));
    expect(server.calls(createTask)[0]?.body).toMatchObject({
      ...{ title: 'Call Ana', due_time: '15:00', owner_agent_id: 7, client_id: null },
    });
  });

  it('opens an empty task from its command', async () => {
    fakeServer().reply(searchClients, { success: true, data: [] });
    signInAs();
    renderApp('/crm/dashboard');
    await openPalette();
    await userEvent.type(screen.getByRole('textbox', { name: PURPOSE }), 'add task');
    await waitFor(() => expect(document.querySelector('[data-selected]')?.textContent).toBe('Add Task…'));
    await userEvent.keyboard('[Enter]');
    await screen.findByRole('dialog', { name: 'Add Task' });
  });
});
