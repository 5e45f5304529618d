import { exportClient } from '@ledgerline/contract/client-export/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { signInAs } from '../../../testing/sign-in.ts';
import { answer, callsOf, failWith, resetApi } from '../testing/client-server.ts';
import { openDetail } from '../testing/open-detail.tsx';

beforeEach(() => {
  resetApi();
  URL.createObjectURL = vi.fn(() => 'blob:export');
  URL.revokeObjectURL = vi.fn();
});

async function openExport() {
  signInAs({ has_all_staff_access: true });
  const view = await openDetail();
  await view.user.click(await screen.findByRole('button', { name: 'More actions for this client' }));
  await view.user.click(await screen.findByRole('menuitem', { name: 'Export All Data' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export All Data' }));
  const send = () => view.user.click(dialog.getByRole('button', { name: 'Export' }));
  return { ...view, dialog, send };
}

describe('exporting all data of a client', () => {
  test('downloads with masked secrets by default', async () => {
    answer(exportClient).with(() => 'PK');
    const { dialog, send } = await openExport();
    expect(dialog.getByText('Maria Alvarez')).toBeTruthy();
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(callsOf(exportClient)[0]?.body).toEqual({ secrets: 'masked' });
    expect(URL.createObjectURL).toHaveBeenCalledOnce();
  });

  test('includes secrets in plain text only when chosen', async () => {
    answer(exportClient).with(() => 'PK');
    const { user, dialog, send } = await openExport();
    await user.click(dialog.getByRole('radio', { name: /^In plain text/ }));
    await send();
    await waitFor(() => expect(callsOf(exportClient)[0]?.body).toEqual({ secrets: 'clear' }));
  });

  test('shows why it was rejected, and can be retried', async () => {
    failWith(exportClient, 429, { message: 'You have reached the limit of 200 reveals for today.' });
    const { dialog, send } = await openExport();
    await send();
    expect((await dialog.findByRole('alert')).textContent).toContain('limit of 200 reveals');
    expect(screen.getByRole('dialog', { name: 'Export All Data' })).toBeTruthy();
    answer(exportClient).with(() => 'PK');
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is not offered to unprivileged agents', async () => {
    signInAs();
    const { user } = await openDetail();
    await user.click(await screen.findByRole('button', { name: 'More actions for this client' }));
    await screen.findByRole('menuitem', { name: 'Merge with Another Client' });
    expect(screen.queryByRole('menuitem', { name: 'Export All Data' })).toBeNull();
  });
});
