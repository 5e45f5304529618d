import { DEFAULT_ALERT_SETTINGS } from '@ledgerline/contract/audit/alerts';
import { getAlertSettings, updateAlertSettings } from '@ledgerline/contract/audit/endpoints';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { somePublicSettings } from '../../testing/settings.ts';
import { AlertSettingsDialog } from './alert-settings-dialog.tsx';

const data = { ...DEFAULT_ALERT_SETTINGS, asks_reveal_reason: false };
const stored = { success: true as const, data };

async function open(server: FakeServer) {
  const onClose = vi.fn();
  renderPart(<AlertSettingsDialog opened onClose={onClose} />);
  const reveals = await screen.findByLabelText<HTMLInputElement>('Secrets revealed in an hour');
  return { server, onClose, reveals };
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('Alerts', () => {
  it.each([
    [true, /immediately, in the app and by email, when/, 0],
    [false, /immediately, in the app, when/, 1],
  ])('say how owners are notified (mail server: %s)', async (is_email_connected, text, notes) => {
    const data = somePublicSettings({ is_email_connected });
    await open(
      fakeServer().reply(getAlertSettings, stored).reply(getPublicSettings, { success: true, data }),
    );
    await screen.findByText(text);
    const note = 'Email isn’t connected. Alerts appear in the app only.';
    expect(screen.queryAllByText(note)).toHaveLength(notes);
  });

  it('show and save limits, empty limits and the reason requirement', async () => {
    const server = fakeServer().reply(getAlertSettings, stored).reply(updateAlertSettings, stored);
    const { reveals, onClose } = await open(server);
    screen.getByRole('dialog', { name: 'Alerts' });
    expect(reveals.value).toBe('20');
    await userEvent.clear(reveals);
    await userEvent.type(reveals, '5');
    await userEvent.clear(screen.getByLabelText('Exports in an hour'));
    await userEvent.click(screen.getByRole('switch', { name: /^Require a reason/ }));
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.calls(updateAlertSettings)[0]?.body).toEqual({
      ...data,
      limits: { ...data.limits, reveals: 5, exports: null },
      asks_reveal_reason: true,
    });
  });

  it('show an invalid limit at its field and submit nothing', async () => {
    const server = fakeServer().reply(getAlertSettings, stored);
    const { reveals } = await open(server);
    await userEvent.clear(reveals);
    await userEvent.type(reveals, '0');
    await save();
    await screen.findByText('Enter a number from 1 to 1,000, or leave this empty');
    expect(server.calls(updateAlertSettings)).toHaveLength(0);
  });

  it('show a save error, stay open, and can be retried', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = fakeServer()
      .reply(getAlertSettings, stored)
      .replyError(updateAlertSettings, 'wrong_state', 'No.');
    const { onClose } = await open(server);
    await save();
    screen.getByRole('dialog', { name: 'Alerts' });
    await screen.findByText('The alerts could not be saved. No.');
    expect(onClose).not.toHaveBeenCalled();
    server.reply(updateAlertSettings, stored);
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });
});
