import { GETTING_STARTED_STEPS, type GettingStartedStep } from '@ledgerline/contract/rules';
import { getGettingStarted, updateGettingStarted } from '@ledgerline/contract/today/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { liveStream } from '../../../testing/live-stream.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { atNine, CALL, todayServer, user } from '../testing/today-server.ts';

beforeEach(() => {
  atNine();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** An owner's Today, in a brokerage with these steps open. */
function open(start: readonly GettingStartedStep[], isDismissed = false) {
  const { server } = todayServer([CALL]);
  const day = { missing: [...start], is_dismissed: isDismissed };
  server
    .reply(getGettingStarted, () => ({ success: true as const, ...day }))
    .reply(updateGettingStarted, ({ body }) => {
      Object.assign(day, body);
      return { success: true as const, ...day };
    });
  const { push } = liveStream(server);
  signInAs({ is_owner: true });
  return { server, day, push, ...renderApp('/crm/today') };
}

const list = () => screen.findByRole('region', { name: 'Getting started' });
const REGION = { name: 'Getting started' };
const namesIn = (region: HTMLElement) =>
  within(region)
    .queryAllByRole('listitem')
    .map((line) => within(line).getByRole('link').getAttribute('aria-label'));
const lines = async () => namesIn(await list());

describe('an owner’s getting started list', () => {
  it('lists open steps with links', async () => {
    open(GETTING_STARTED_STEPS);
    expect(await lines()).toEqual([
      'System Status: Set your web address',
      'Settings: Connect a mail server',
      'Edit Info: Choose your own password',
      'Add Agent: Add a colleague',
      'Import Clients: Import your clients',
      'Forms: Create a form template',
      'Clients: Send your first form',
    ]);
    const links = within(await list()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/crm/status',
      '/crm/settings/email',
      '/crm/agents/7',
      '/crm/agents/new',
      '/crm/imports',
      '/crm/forms',
      '/crm/clients',
    ]);
    expect(within(await list()).getByRole('status').textContent).toBe('0 of 7 done');
  });

  it.each([['agents'], ['clients'], ['templates'], ['submissions']] as const)(
    'updates within a second of a change elsewhere (%s), until it is empty',
    async (kind) => {
      const { day, push } = open(['client', 'link']);
      expect(await lines()).toHaveLength(2);
      day.missing = ['link'];
      push({ kind });
      await waitFor(() =>
        expect(namesIn(screen.getByRole('region', REGION))).toEqual(['Clients: Send your first form']),
      );
      expect(within(screen.getByRole('region', REGION)).getByRole('status').textContent).toBe('6 of 7 done');
      day.missing = [];
      push({ kind });
      await waitFor(() => expect(screen.queryByRole('region', REGION)).toBeNull());
    },
  );

  it('is dismissed without confirmation, and restored from the menu', async () => {
    const { server } = open(['link']);
    await list();
    await user().click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('region', REGION)).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Today' }));
    await user().click(await screen.findByRole('button', { name: 'More for Today' }));
    await user().click(await screen.findByRole('menuitem', { name: 'Show Getting Started' }));
    expect(await lines()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'More for Today' })).toBeNull();
    expect(server.calls(updateGettingStarted).map(({ body }) => body)).toEqual([
      { is_dismissed: true },
      { is_dismissed: false },
    ]);
  });

  it('comes with Import where there is no client yet, instead of “all caught up”', async () => {
    const { server } = todayServer([]);
    server.reply(getGettingStarted, { success: true, missing: ['client', 'link'], is_dismissed: false });
    signInAs({ is_owner: true });
    renderApp('/crm/');
    expect(await lines()).toEqual(['Import Clients: Import your clients', 'Clients: Send your first form']);
    await screen.findByRole('heading', { name: 'Your work will appear here' });
    const action = screen.getByRole('link', { name: 'Import Clients' });
    expect(action.getAttribute('href')).toBe('/crm/imports');
    expect(screen.queryByText('You’re all caught up.')).toBeNull();
  });

  it('is hidden, with its menu, once all steps are done', async () => {
    open([], true);
    await screen.findByRole('link', { name: /^Call: / });
    expect(screen.queryByRole('region', REGION)).toBeNull();
    expect(screen.queryByRole('button', { name: 'More for Today' })).toBeNull();
  });

  it('is not requested by agents who are not owners', async () => {
    const { server } = todayServer([CALL]);
    signInAs({ is_developer: true, has_all_staff_access: true });
    renderApp('/crm/today');
    await screen.findByRole('link', { name: /^Call: / });
    expect(server.calls(getGettingStarted)).toHaveLength(0);
  });
});

describe('when a request fails', () => {
  it('shows a load error next to the queue, and reloads on Try Again', async () => {
    const { server } = todayServer([CALL]);
    server.replyError(getGettingStarted, 'wrong_state', 'Not now.');
    signInAs({ is_owner: true });
    renderApp('/crm/today');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The getting started list could not be loaded. Not now.');
    await screen.findByRole('link', { name: /^Call: / });
    server.reply(getGettingStarted, { success: true, missing: ['link'], is_dismissed: false });
    await user().click(within(alert).getByRole('button', { name: 'Try Again' }));
    expect(await lines()).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['dismissed', false, 'Dismiss'],
    ['shown again', true, 'Show Getting Started'],
  ] as const)('shows that it was not %s, and retries', async (_, isDismissed, press) => {
    const { server, day } = open(['link'], isDismissed);
    server.replyError(updateGettingStarted, 'wrong_state', 'Not now.');
    if (isDismissed) await user().click(await screen.findByRole('button', { name: 'More for Today' }));
    await user().click(
      await (isDismissed
        ? screen.findByRole('menuitem', { name: press })
        : screen.findByRole('button', { name: press })),
    );
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Not now.');
    day.is_dismissed = !isDismissed;
    server.reply(updateGettingStarted, { success: true, ...day });
    await user().click(within(alert).getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.queryByRole('region', REGION) === null).toBe(!isDismissed);
    expect(server.calls(updateGettingStarted)[1]?.body).toEqual({ is_dismissed: !isDismissed });
  });
});
