import { createAgent } from '@ledgerline/contract/agents/endpoints';
import { signOut } from '@ledgerline/contract/auth/endpoints';
import {
  getReauthenticationMethods,
  reauthenticate,
} from '@ledgerline/contract/auth/reauthentication/endpoints';
import { recordActivity } from '@ledgerline/contract/auth/sign-ins/endpoints';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { grace, OWNER } from '../../features/agents/testing/open-agent.ts';
import { isLocked, recordSigningActivity } from '../../lib/activity.ts';
import { lockUntilUnlocked, setLocked } from '../../lib/lock.ts';
import { storedToken } from '../../lib/sign-in.ts';
import { PASSWORD_ALONE } from '../../testing/reauthentication.ts';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

async function open() {
  const server = fakeServer()
    .reply(getReauthenticationMethods, { success: true, data: PASSWORD_ALONE })
    .reply(reauthenticate, { success: true })
    .reply(signOut, { success: true });
  signInAs(OWNER);
  const { router } = renderApp('/crm/agents/new');
  await userEvent.type(await screen.findByLabelText(/First name/), 'Gra');
  return { server, router };
}

const lockDialog = () => screen.findByRole('dialog', { name: 'Locked' });

async function unlock() {
  await lockDialog();
  await userEvent.type(
    await screen.findByLabelText('Password', { selector: '[autocomplete="current-password"]' }),
    'secret',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  await waitFor(() => expect(isLocked()).toBe(false));
}

it('hides the content, and restores input and focus on unlock', async () => {
  const { server } = await open();
  const field = screen.getByLabelText(/First name/);
  expect(document.activeElement).toBe(field);
  act(() => setLocked(true));
  await lockDialog();
  expect(document.documentElement.dataset.locked).toBe('');
  await userEvent.keyboard('{Escape}');
  expect(isLocked()).toBe(true);
  await unlock();
  expect(server.calls(reauthenticate)[0]?.body).toEqual({ password: 'secret' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(document.documentElement.dataset.locked).toBeUndefined();
  expect(screen.getByLabelText<HTMLInputElement>(/First name/).value).toBe('Gra');
});

it('restores the focus late when its target was not ready, and not at all once the user has moved on', async () => {
  await open();
  const field = screen.getByLabelText<HTMLInputElement>(/First name/);
  act(() => setLocked(true));
  field.disabled = true;
  await unlock();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Locked' })).toBeNull());
  expect(document.activeElement).not.toBe(field);
  field.disabled = false;
  await waitFor(() => expect(document.activeElement).toBe(field));
  act(() => setLocked(true));
  field.disabled = true;
  await unlock();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Locked' })).toBeNull());
  const other = screen.getByLabelText(/Last name/);
  await userEvent.click(other);
  field.disabled = false;
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(document.activeElement).toBe(other);
});

it('a request rejected as locked locks the screen and is resent after unlocking', async () => {
  const { server } = await open();
  await userEvent.type(screen.getByLabelText(/Last name/), 'Hopper');
  await userEvent.type(screen.getByLabelText(/Email/), 'grace@example.com');
  await userEvent.type(screen.getByLabelText(/Username/), 'grace');
  await userEvent.type(screen.getByLabelText(/^Password/), 'a password');
  server.replyError(createAgent, 'locked', 'Locked.');
  const [button] = screen.getAllByRole('button', { name: 'Add Agent' });
  await userEvent.click(button ?? document.body);
  await lockDialog();
  server.reply(createAgent, { success: true, id: 2, data: grace });
  await unlock();
  await waitFor(() => expect(server.calls(createAgent)).toHaveLength(2));
  const keys = server.calls(createAgent).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toBe(keys[1]);
});

it('a request sent before unlocking and rejected late does not lock the screen again', async () => {
  const { server } = await open();
  act(() => setLocked(true));
  await unlock();
  const before = { at: Date.now() - 1000, token: storedToken() };
  expect(await lockUntilUnlocked(before)).toBe(true);
  expect(isLocked()).toBe(false);
  expect(await lockUntilUnlocked({ ...before, token: 'of another agent' })).toBe(false);
  expect(isLocked()).toBe(false);
  // Sent later, or with a clock that was set back: it locks the screen.
  for (const at of [Date.now() + 1, Date.now() - 1000]) {
    if (at < Date.now()) localStorage.setItem('screenOpened', String(Date.now() + 60_000));
    void lockUntilUnlocked({ at, token: storedToken() });
    await lockDialog();
    act(() => setLocked(false));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Locked' })).toBeNull());
  }
  expect(server.calls(reauthenticate)).toHaveLength(1);
});

it('follows other tabs, and is locked after a reload', async () => {
  await open();
  localStorage.setItem('screenLocked', '1');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'screenLocked' })));
  await lockDialog();
  localStorage.removeItem('screenLocked');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'screenLocked' })));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Locked' })).toBeNull());
});

it('allows signing in with another account', async () => {
  const { server, router } = await open();
  act(() => setLocked(true));
  await lockDialog();
  await userEvent.click(await screen.findByRole('button', { name: 'Use Another Account' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/crm/login'));
  expect(server.calls(signOut)).toHaveLength(1);
  expect({ ...localStorage }).toEqual({});
});

it('reports activity to the server once a minute, and locks on the first input after the timeout', async () => {
  const { server } = await open();
  await waitFor(() => expect(server.calls(recordActivity)).toHaveLength(1));
  await userEvent.keyboard('abc');
  expect(server.calls(recordActivity)).toHaveLength(1);
  expect(server.calls(recordActivity)[0]?.headers.get('x-screen')).toBe('1');
  localStorage.setItem('lastActive', String(Date.now() - 61_000));
  await userEvent.keyboard('d');
  await waitFor(() => expect(server.calls(recordActivity)).toHaveLength(2));
  localStorage.setItem('lastActive', String(Date.now() - 30 * 60_000));
  await userEvent.keyboard('e');
  await lockDialog();
  expect(server.calls(recordActivity)).toHaveLength(2);
});

it('stays unlocked while an advisor types on a signing page in another tab', async () => {
  const { server } = await open();
  await waitFor(() => expect(server.calls(recordActivity)).toHaveLength(1));
  localStorage.setItem('lastActive', String(Date.now() - 30 * 60_000));
  recordSigningActivity();
  await userEvent.keyboard('e');
  expect(isLocked()).toBe(false);
  expect(screen.queryByRole('dialog', { name: 'Locked' })).toBeNull();
});

it('shows an error when re-authentication could not be sent, and unlocks on retry', async () => {
  const { server } = await open();
  server.replyError(reauthenticate, 'wrong_state', 'Not now.');
  act(() => setLocked(true));
  const dialog = within(await screen.findByRole('dialog', { name: 'Locked' }));
  await userEvent.type(await dialog.findByLabelText('Password'), 'secret');
  await userEvent.click(dialog.getByRole('button', { name: 'Unlock' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('Not now.');
  server.reply(reauthenticate, { success: true });
  await userEvent.click(dialog.getByRole('button', { name: 'Unlock' }));
  await waitFor(() => expect(isLocked()).toBe(false));
});
