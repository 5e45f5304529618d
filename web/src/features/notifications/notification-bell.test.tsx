import {
  countNotifications,
  getNotificationChoices,
  listNotifications,
  type Notification,
  readNotification,
  readNotifications,
  updateNotificationChoices,
} from '@ledgerline/contract/notifications/endpoints';
import { NOTIFICATION_KIND_NAMES } from '@ledgerline/contract/notifications/kinds';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { staleKeys } from '../../app/shell/use-live-refresh.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { somePublicSettings } from '../../testing/settings.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { notificationPath } from './notification-panel.tsx';

function aNotification(id: number, changes: Partial<Notification> = {}): Notification {
  return {
    id,
    kind: 'form_handed_in',
    client_name: 'Ana Gómez',
    about: 'Personal Information',
    client_id: 7,
    session_form_id: 8,
    session_id: null,
    invoice_id: null,
    import_id: null,
    task_id: null,
    place: null,
    is_read: false,
    created_at: '2026-11-20T15:00:00.000Z',
    ...changes,
  };
}

const page = (data: Notification[], has_more = false) => ({ success: true as const, data, has_more });
const choices = NOTIFICATION_KIND_NAMES.map((kind) => ({ kind, in_app: true, mail: 'off' as const }));
let server: FakeServer;

beforeEach(() => {
  server = fakeServer()
    .reply(countNotifications, { success: true, unread: 2 })
    .reply(
      listNotifications,
      page([
        aNotification(3),
        aNotification(2, {
          ...{ kind: 'import_ended', client_name: '', about: 'clients.csv', is_read: true },
          ...{ client_id: null, session_form_id: null, import_id: 4 },
        }),
      ]),
    )
    .reply(readNotification, { success: true })
    .reply(readNotifications, { success: true })
    .reply(getNotificationChoices, { success: true, data: choices, pace_minutes: 15 });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  signInAs();
});

const bell = () => screen.findByRole('button', { name: /^Notifications/ });

async function open() {
  const app = renderApp('/crm/dashboard');
  await userEvent.click(await bell());
  const panel = within(await screen.findByRole('dialog', { name: /Notifications/ }));
  return { ...app, panel };
}

describe('the bell', () => {
  it('shows the number of unread ones, and 99+ above that', async () => {
    renderApp('/crm/dashboard');
    await screen.findByRole('button', { name: 'Notifications, 2 unread' });
    server.reply(countNotifications, { success: true, unread: 100 });
    renderApp('/crm/dashboard');
    await screen.findByRole('button', { name: 'Notifications, 99+ unread' });
  });

  it('opens the list: event, client, and whether it was read', async () => {
    const { panel } = await open();
    const first = await panel.findByRole('link', { name: /^Form submitted.*unread.*Ana Gómez · Personal/ });
    expect(first.getAttribute('href')).toBe('/crm/clients/7/forms/8');
    const second = panel.getByRole('link', { name: /^Import finished.*clients\.csv/ });
    expect(second.textContent).not.toContain('unread');
  });

  it('shows an empty state and a load error', async () => {
    server.replyError(listNotifications, 'not_allowed', 'Not now.');
    const { panel } = await open();
    await panel.findByText('The notifications could not be loaded');
    server.reply(listNotifications, page([]));
    await userEvent.click(panel.getByRole('button', { name: 'Try Again' }));
    await panel.findByText('No new notifications.');
  });

  it('works by keyboard alone, and has the focus again after Esc', async () => {
    renderApp('/crm/dashboard');
    const button = await bell();
    button.focus();
    await userEvent.keyboard('{Enter}');
    const panel = within(await screen.findByRole('dialog', { name: /Notifications/ }));
    const first = await panel.findByRole('link', { name: /^Form submitted/ });
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(first);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(panel.getByRole('link', { name: /^Import finished/ }));
    await userEvent.keyboard('{Home}{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button);
  });

  it('does not cover the palette, which takes the focus', async () => {
    const { panel } = await open();
    await panel.findByRole('link', { name: /^Form submitted/ });
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('textbox', { name: /^Jump to/ });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /Notifications/ })).toBeNull());
  });

  it('opens the subject, which marks it as read', async () => {
    const { router, panel } = await open();
    await userEvent.click(await panel.findByRole('link', { name: /^Form submitted/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/7/forms/8'));
    expect(server.calls(readNotification).map(({ path }) => path)).toEqual(['/notices/3/read']);
  });

  it('marks all read up to the newest one shown, and shows a failure', async () => {
    server.replyError(readNotifications, 'conflict', 'Not now.');
    const { panel } = await open();
    await userEvent.click(await panel.findByRole('button', { name: 'Mark All Read' }));
    await panel.findByText('The notifications could not be marked as read. Not now.');
    server
      .reply(readNotifications, { success: true })
      .reply(listNotifications, page([aNotification(3, { is_read: true })]));
    await userEvent.click(panel.getByRole('button', { name: 'Mark All Read' }));
    await waitFor(() => expect(panel.queryByRole('button', { name: 'Mark All Read' })).toBeNull());
    expect(server.calls(readNotifications).map(({ body }) => body)).toEqual([{ up_to: 3 }, { up_to: 3 }]);
  });

  it('shows more, after the last one', async () => {
    server.reply(listNotifications, ({ query }) =>
      query.get('before') === '3'
        ? page([aNotification(1, { about: 'Older' })])
        : page([aNotification(3)], true),
    );
    const { panel } = await open();
    await userEvent.click(await panel.findByRole('button', { name: 'Show More' }));
    await panel.findByText('Ana Gómez · Older');
    expect(panel.queryByRole('button', { name: 'Show More' })).toBeNull();
  });
});

describe('Notification Settings', () => {
  async function openSettings() {
    const { panel } = await open();
    await userEvent.click(await panel.findByRole('button', { name: 'Settings' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Notification Settings' }));
    await dialog.findByRole('switch', { name: 'Invoice paid: in app' });
    return dialog;
  }

  it('stores choices by kind, and returns the focus to the bell', async () => {
    server.reply(updateNotificationChoices, { success: true, data: choices, pace_minutes: 15 });
    const dialog = await openSettings();
    await userEvent.click(dialog.getByRole('switch', { name: 'Invoice paid: in app' }));
    await userEvent.selectOptions(dialog.getByLabelText('Form signed: by email'), 'Daily digest');
    await userEvent.selectOptions(dialog.getByLabelText('Grouped emails, at most'), 'Every hour');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notification Settings' })).toBeNull());
    expect(server.calls(updateNotificationChoices)[0]?.body).toEqual({
      choices: choices.map((choice) => ({
        ...choice,
        ...(choice.kind === 'invoice_paid' ? { in_app: false } : {}),
        ...(choice.kind === 'form_signed' ? { mail: 'digest' } : {}),
      })),
      pace_minutes: 60,
    });
    await waitFor(async () => expect(document.activeElement).toBe(await bell()));
  });

  it('say that notifications appear in the app only without a mail server', async () => {
    const data = somePublicSettings({ is_email_connected: false });
    server.reply(getPublicSettings, { success: true, data });
    const dialog = await openSettings();
    await dialog.findByText('Email isn’t connected. Notifications appear in the app only.');
  });

  it('keep the choices when they could not be saved', async () => {
    server.replyError(updateNotificationChoices, 'conflict', 'Not now.');
    const dialog = await openSettings();
    await userEvent.selectOptions(dialog.getByLabelText('Form signed: by email'), 'Immediately');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('The settings could not be saved. Not now.');
    expect(dialog.getByLabelText<HTMLSelectElement>('Form signed: by email').value).toBe('at_once');
  });
});

describe('a live event of notifications', () => {
  it('affects the agents it names', () => {
    signInAs();
    const me = JSON.parse(atob(localStorage.getItem('jwt')?.split('.')[1] ?? '')).id;
    expect(staleKeys({ kind: 'notices', ids: [me] })).toEqual([['notices']]);
    expect(staleKeys({ kind: 'notices', ids: [me + 1] })).toEqual([]);
    expect(staleKeys({ kind: 'notices' })).toEqual([['notices']]);
  });
});

it.each<[Partial<Notification>, string | null]>([
  [{}, '/crm/clients/7/forms/8'],
  [{ client_id: null }, '/crm/forms/submissions/8'],
  [{ session_form_id: null, session_id: 9 }, '/crm/clients/7/sessions/9'],
  [{ session_form_id: null, invoice_id: 5 }, '/crm/payments?invoice=5'],
  [{ client_id: null, session_form_id: null, import_id: 4 }, '/crm/imports/4'],
  [{ session_form_id: null, task_id: 2 }, '/crm/clients/7'],
  [{ client_id: null, session_form_id: null, task_id: 2 }, '/crm/today'],
  [{ client_id: null, session_form_id: null }, null],
])('%j has the path %s', (changes, path) => {
  expect(notificationPath(aNotification(1, changes))).toBe(path);
});
