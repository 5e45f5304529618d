import { searchClients } from '@ledgerline/contract/clients/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aClientRow } from '../../testing/client-row.ts';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';

const PURPOSE = 'Jump to a client, screen or action';

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
});
