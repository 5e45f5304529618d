import { getSignInPolicy, updateSignInPolicy } from '@ledgerline/contract/auth/two-factor/endpoints';
import {
  getGlobalSettings,
  getInstallation,
  type Installation,
  updateGlobalSettings,
} from '@ledgerline/contract/settings/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { SETTINGS_SECTIONS } from '../../domain/settings/settings-sections.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { someSettings } from '../../testing/settings.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { commandsOf } from '../shell/commands.ts';

beforeEach(() => signInAs({ is_owner: true }));

const settings = (fields: Parameters<typeof someSettings>[0]) => ({
  success: true as const,
  data: someSettings(fields),
});

const INSTALLATION: Installation = {
  email: { is_connected: true, server: 'mail.example:587', from: 'Desk <desk@example.test>', waiting: 1 },
  backups: {
    ...{ last_at: '2026-11-20T15:00:00.000Z', folder: '/data/backups', keep_days: 30, bucket: null },
    ...{ has_point_in_time: false, needs_attention: false },
  },
};

it('lists every section with its own address', async () => {
  fakeServer();
  renderApp('/crm/settings');
  const list = await screen.findByRole('list', { name: 'Sections' });
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(SETTINGS_SECTIONS.map(({ name }) => `/crm/settings/${name}`));
});

it('is found in the palette, section by section', () => {
  const entries = commandsOf(signedInAgent()).flatMap((command) =>
    command.does === 'go' && command.to.startsWith('/crm/settings/') ? [[command.label, command.to]] : [],
  );
  expect(entries).toEqual(
    SETTINGS_SECTIONS.map(({ name, title }) => [`Settings: ${title}`, `/crm/settings/${name}`]),
  );
});

it('opens the list for an unknown section', async () => {
  fakeServer();
  const { router } = renderApp('/crm/settings/nothing');
  await screen.findByRole('list', { name: 'Sections' });
  expect(router.state.location.pathname).toBe('/crm/settings');
});

it('saves a section without the others, and confirms before leaving with changes', async () => {
  const server = fakeServer()
    .reply(getGlobalSettings, settings({}))
    .reply(updateGlobalSettings, settings({ reminders_most: 6 }));
  const { router } = renderApp('/crm/settings/reminders');
  const most = await screen.findByLabelText('Maximum reminders');
  await userEvent.clear(most);
  await userEvent.type(most, '6');
  const sections = screen.getByRole('navigation', { name: 'Settings' });
  await userEvent.click(within(sections).getByRole('link', { name: 'Email' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe('/crm/settings/reminders');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Settings saved.');
  expect(server.calls(updateGlobalSettings)[0]?.body).toEqual({ reminders_most: 6 });
  expect(screen.queryByLabelText('Default form expiration')).toBeNull();
  server.reply(getInstallation, { success: true, data: INSTALLATION });
  await userEvent.click(within(sections).getByRole('link', { name: 'Email' }));
  await screen.findByText('mail.example:587');
});

it('offers nothing to save if the settings of a section could not be loaded', async () => {
  fakeServer().replyError(getGlobalSettings, 'not_found', 'No.');
  renderApp('/crm/settings/enrollment');
  await screen.findByText('The settings could not be loaded.');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

it.each([
  [true, '2026-11-01T15:00:00.000Z', /is more than two days old/],
  [true, null, /There is no backup in the backup folder/],
  [false, '2026-11-20T15:00:00.000Z', null],
])(
  'warns about backups that need attention (%s), the newest from %s',
  async (needs_attention, last_at, warning) => {
    const backups = { ...INSTALLATION.backups, needs_attention, last_at };
    fakeServer().reply(getInstallation, { success: true, data: { ...INSTALLATION, backups } });
    renderApp('/crm/settings/data');
    await screen.findByText('Newest backup');
    const alert = screen.queryByText(/elsewhere/);
    if (warning) expect(alert?.textContent).toMatch(warning);
    else expect(alert).toBeNull();
  },
);

it('opens from the link in a dialog, whose changes are discarded only after confirmation', async () => {
  const policy = {
    second_factor: 'nobody' as const,
    idle_minutes: 30,
    can_remember_devices: true,
    without: [],
  };
  const server = fakeServer().reply(getSignInPolicy, { success: true, data: policy });
  const { router } = renderApp('/crm/agents');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign-in policy' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign-in policy' }));
  await userEvent.click(await dialog.findByRole('radio', { name: 'Everyone' }));
  await userEvent.click(dialog.getByRole('link', { name: 'All settings' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/crm/settings/security'));
  expect(server.calls(updateSignInPolicy)).toEqual([]);
});
