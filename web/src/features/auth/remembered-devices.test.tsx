import type { RememberedDevice } from '@ledgerline/contract/auth/remembered-devices/endpoints';
import {
  listRememberedDevices,
  removeRememberedDevice,
  removeRememberedDevices,
} from '@ledgerline/contract/auth/remembered-devices/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { RememberedDevices } from './remembered-devices.tsx';

const LAPTOP: RememberedDevice = {
  id: 4,
  device: 'Firefox on Windows',
  remembered_at: '2026-11-20T15:00:00Z',
  last_used_at: null,
  expires_at: '2026-12-20T15:00:00Z',
  is_current: true,
};
const PHONE = { ...LAPTOP, id: 5, device: 'Safari on iPhone', is_current: false };

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

function open(devices: RememberedDevice[], { isOwn = true, can_remember_devices = true } = {}) {
  let data = devices;
  const server = fakeServer()
    .reply(listRememberedDevices, () => ({ success: true as const, data, can_remember_devices }))
    .reply(removeRememberedDevice, ({ path }) => {
      data = data.filter(({ id }) => !path.endsWith(`/${id}`));
      return { success: true as const };
    })
    .reply(removeRememberedDevices, () => {
      data = [];
      return { success: true as const, removed: 2 };
    });
  renderPart(<RememberedDevices agentId={7} isOwn={isOwn} />);
  return server;
}

const press = async (name: string, from: { getByRole: typeof screen.getByRole } = screen) =>
  userEvent.click(await waitFor(() => from.getByRole('button', { name })));

it.each([
  [true, true, 'None. When you sign in, you can choose to be remembered on a device for 30 days.'],
  [false, true, 'None.'],
  [true, false, 'None. The sign-in policy doesn’t allow them.'],
  [false, false, 'None. The sign-in policy doesn’t allow them.'],
])('an empty list says why (own: %s, allowed: %s)', async (isOwn, can_remember_devices, text) => {
  open([], { isOwn, can_remember_devices });
  await screen.findByText(text);
  expect(screen.queryByRole('button')).toBeNull();
});

it('removes one device, and the last one with a message, also if it is already forgotten', async () => {
  const server = open([LAPTOP, PHONE]);
  const [here, phone] = await screen.findAllByRole('listitem');
  expect(here?.textContent).toMatch(/^Firefox on WindowsThis deviceRemembered Nov 20, 2026.*Expires Dec 20/);
  expect(phone?.textContent).not.toContain('This device');
  await press('Remove Safari on iPhone');
  const dialog = await screen.findByRole('dialog', { name: 'Remove this device?' });
  expect(dialog.textContent).toContain('The next sign-in on Safari on iPhone needs two-factor');
  await press('Remove', within(dialog));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(server.calls(removeRememberedDevice)[0]?.path).toBe('/agents/7/remembered-devices/5');
  expect(screen.queryByRole('button', { name: 'Remove All' })).toBeNull();
  server.replyError(removeRememberedDevice, 'not_found', 'This device is no longer remembered.');
  server.reply(listRememberedDevices, { success: true, data: [], can_remember_devices: true });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Remove Firefox on Windows');
  await press('Remove', within(await screen.findByRole('dialog', { name: 'Remove this device?' })));
  await screen.findByText(/^None\. When you sign in/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('removes all devices; a failure stays in the dialog', async () => {
  const server = open([LAPTOP, PHONE], { isOwn: false });
  await screen.findByText('On these devices this agent signs in without two-factor authentication.');
  expect(screen.queryByText('This device')).toBeNull();
  server.replyError(removeRememberedDevices, 'wrong_state', 'Not now.');
  await press('Remove All');
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove all devices?' }));
  await press('Remove All', dialog);
  await dialog.findByText('Not now.');
  server.reply(removeRememberedDevices, { success: true, removed: 2 });
  server.reply(listRememberedDevices, { success: true, data: [], can_remember_devices: true });
  await press('Remove All', dialog);
  await screen.findByText('None.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('is hidden without permission', async () => {
  const server = fakeServer().replyError(listRememberedDevices, 'not_allowed', 'No.');
  renderPart(<RememberedDevices agentId={7} isOwn={false} />);
  await waitFor(() => expect(server.calls(listRememberedDevices)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Remembered devices' })).toBeNull());
});
