import { deleteClient, getRelatedData, updateClient } from '@ledgerline/contract/clients/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { answer, callsOf, failWith, resetApi } from '../testing/client-server.ts';
import { echoUpdate, openDetail } from '../testing/open-detail.tsx';

beforeEach(resetApi);

describe('deleting a client', () => {
  const NOTHING = { sessions: 0, documents: 0, forms: 0, invoices: 0, policies: 0, hasRelated: false };

  async function press(data: typeof NOTHING) {
    answer(getRelatedData).with(() => ({ success: true, data }));
    const view = await openDetail();
    await view.user.click(screen.getByRole('button', { name: 'Delete Client' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Client' }));
    await waitFor(() => expect(callsOf(getRelatedData)).toHaveLength(1));
    return { ...view, dialog };
  }

  test('confirms by client name, deletes and returns to the list', async () => {
    answer(deleteClient).with(() => ({ success: true }));
    const { user, dialog, router } = await press(NOTHING);
    expect(await dialog.findByText('Maria Alvarez')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Delete Client' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients'));
    expect(callsOf(deleteClient)).toHaveLength(1);
  });

  test('a failed deletion shows an error', async () => {
    failWith(deleteClient, 409);
    const { user, dialog } = await press(NOTHING);
    await dialog.findByText('Maria Alvarez');
    await user.click(dialog.getByRole('button', { name: 'Delete Client' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to delete client. Please try again.');
  });

  test('related data offers Make Inactive Instead, which keeps the client', async () => {
    echoUpdate();
    const { user, dialog } = await press({ ...NOTHING, sessions: 1, forms: 3, hasRelated: true });
    expect(await dialog.findByText(/because of 1 session and 3 forms/)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Delete Client' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Make Inactive Instead' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(callsOf(updateClient)[0]?.body).toEqual({ status: 'inactive' });
  });

  test('a failed Make Inactive Instead shows an error', async () => {
    failWith(updateClient, 409);
    const { user, dialog } = await press({ ...NOTHING, sessions: 1, hasRelated: true });
    await user.click(await dialog.findByRole('button', { name: 'Make Inactive Instead' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'Failed to make client inactive. Please try again.',
    );
  });
});
