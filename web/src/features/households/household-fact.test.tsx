import { searchClients } from '@ledgerline/contract/clients/endpoints';
import { linkClient, listHousehold, unlinkClient } from '@ledgerline/contract/households/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aClientRow } from '../../testing/client-row.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { renderRouted } from '../../testing/render-routed.tsx';
import { HouseholdFact } from './household-fact.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const LEO = { client_id: 8, name: 'Leo Ruiz', relation: 'child' } as const;

function aServer(members: (typeof LEO)[] = [LEO]) {
  return new FakeServer()
    .reply(listHousehold, { success: true, members })
    .reply(linkClient, { success: true, members })
    .reply(unlinkClient, { success: true, message: 'Link removed.' })
    .start();
}

const open = () =>
  renderRouted(
    <dl>
      <HouseholdFact clientId={7} />
    </dl>,
  );

describe('the household of a client', () => {
  it('names linked clients, and a removed link can be undone', async () => {
    const server = aServer();
    open();
    const link = await screen.findByRole('link', { name: 'Leo Ruiz' });
    expect(link.getAttribute('href')).toBe('/crm/clients/8');
    screen.getByText('Child');
    await userEvent.click(screen.getByRole('button', { name: 'Remove the link to Leo Ruiz' }));
    await screen.findByText('The link to Leo Ruiz was removed.');
    expect(screen.getByRole('button', { name: 'Link Client' })).toBe(document.activeElement);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Leo Ruiz is linked again.');
    expect(server.calls(linkClient)[0]?.body).toEqual({ client_id: 8, relation: 'child' });
  });

  it('asks for a client, and shows why a client cannot be linked', async () => {
    const server = aServer([]);
    server.reply(searchClients, {
      success: true,
      data: [aClientRow(9, { client_first_name: 'Eva', client_last_name: 'Ruiz' })],
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Link Client' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Link Client' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Link Client' }));
    dialog.getByText('Please choose a client');
    await waitFor(() =>
      expect(dialog.getByRole('searchbox', { name: 'Client' })).toBe(document.activeElement),
    );
    await userEvent.type(dialog.getByRole('searchbox', { name: 'Client' }), 'Eva');
    await userEvent.click(await dialog.findByRole('button', { name: /Eva Ruiz/ }));
    const fields = [{ path: 'client_id', message: 'This client is already linked.' }];
    server.replyError(linkClient, 'validation_failed', 'Please check the fields.', { fields });
    await userEvent.click(dialog.getByRole('button', { name: 'Link Client' }));
    await dialog.findByText('This client is already linked.');
    server.reply(linkClient, { success: true, members: [] });
    await userEvent.click(dialog.getByRole('button', { name: 'Link Client' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(linkClient).at(-1)?.body).toEqual({ client_id: 9, relation: 'spouse' });
  });
});
