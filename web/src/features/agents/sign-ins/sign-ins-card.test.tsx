import {
  endOtherSignIns,
  endSignIn,
  type ListedSignIn,
  listSignIns,
} from '@ledgerline/contract/auth/sign-ins/endpoints';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, renderPart } from '../../../testing/render-app.tsx';
import { somePublicSettings } from '../../../testing/settings.ts';
import { SignInsCard } from './sign-ins-card.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

const HERE: ListedSignIn = {
  id: 1,
  device: 'Firefox on Linux',
  address: '203.0.113.7',
  signed_in_at: '2026-11-20T15:00:00Z',
  last_used_at: '2026-11-20T15:30:00Z',
  is_current: true,
};
const PHONE: ListedSignIn = {
  ...HERE,
  id: 2,
  device: 'Safari on iPhone',
  address: null,
  last_used_at: null,
  is_current: false,
};

/** Renders the card with a fake server that stores the sign-ins of agent 7. */
function open(start: ListedSignIn[], { isOwn = true, total = start.length } = {}) {
  const stored = { data: start, total };
  const server = fakeServer()
    .reply(listSignIns, () => ({ success: true as const, ...stored }))
    .reply(endSignIn, ({ path }) => {
      stored.data = stored.data.filter(({ id }) => !path.endsWith(`/${id}`));
      stored.total -= 1;
      return { success: true as const };
    })
    .reply(endOtherSignIns, () => {
      const ended = stored.total - 1;
      Object.assign(stored, { data: stored.data.filter(({ is_current }) => is_current), total: 1 });
      return { success: true as const, ended };
    });
  renderPart(<SignInsCard agentId={7} isOwn={isOwn} />);
  return server;
}

const press = async (name: string, from: { getByRole: typeof screen.getByRole } = screen) =>
  userEvent.click(await waitFor(() => from.getByRole('button', { name })));
const END_PHONE = 'Sign out Safari on iPhone';

describe('the sign-ins card', () => {
  it('names the password to change: the portal’s, or the provider’s when portal passwords are off', async () => {
    open([HERE]);
    expect(await screen.findByText(/Sign it out and change your password\.$/)).toBeDefined();
    cleanup();
    open([HERE]).reply(getPublicSettings, {
      success: true,
      data: somePublicSettings({ sso: { name: 'Acme', only: true } }),
    });
    expect(await screen.findByText(/Sign it out and change your password for Acme\.$/)).toBeDefined();
  });

  it('lists sign-ins with location and time; the current device has no button', async () => {
    open([HERE, PHONE]);
    const [here, phone] = await screen.findAllByRole('listitem');
    expect(here?.textContent).toMatch(/^Firefox on LinuxThis device203\.0\.113\.7 · signed in Nov 20, 2026/);
    expect(phone?.textContent).toMatch(/^Safari on iPhoneunknown address · .* · last use unknownSign Out$/);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Sign Out',
      'Sign Out All Others',
    ]);
  });

  it('ends a sign-in after confirmation', async () => {
    const server = open([HERE, PHONE]);
    await press(END_PHONE);
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out this device?' }));
    await press('Cancel', dialog);
    expect(server.calls(endSignIn)).toHaveLength(0);
    await press(END_PHONE);
    await press('Sign Out', within(await screen.findByRole('dialog')));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Sign Out All Others' })).toBeNull();
    expect(server.calls(endSignIn)[0]?.path).toBe('/agents/7/sign-ins/2');
  });

  it('ends all other sign-ins, including unlisted ones', async () => {
    open([HERE, PHONE], { total: 9 });
    await screen.findByText('And 7 more, last used earlier.');
    await press('Sign Out All Others');
    const dialog = await screen.findByRole('dialog', { name: 'Sign out all other devices?' });
    expect(dialog.textContent).toContain('8 devices are signed out immediately. This one stays signed in.');
    await press('Sign Out All Others', within(dialog));
    await waitFor(() => expect(screen.queryByText(/more, last used earlier/)).toBeNull());
  });

  it('shows no current device for another agent', async () => {
    open([PHONE], { isOwn: false });
    await screen.findByText('Where this agent is signed in.');
    await press('Sign Out All');
    await screen.findByRole('dialog', { name: 'Sign out all devices?' });
  });

  it('says when an agent is not signed in anywhere', async () => {
    open([], { isOwn: false });
    await screen.findByText('Not signed in anywhere.');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is hidden without permission', async () => {
    const server = fakeServer().replyError(listSignIns, 'not_allowed', 'No.');
    renderPart(<SignInsCard agentId={7} isOwn={false} />);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Sign-ins' })).toBeNull());
    expect(server.calls(listSignIns)).toHaveLength(1);
  });
});

describe('when a request fails', () => {
  it('shows the load error, and Try Again reloads', async () => {
    const server = open([HERE]).replyError(listSignIns, 'wrong_state', 'Not now.');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The sign-ins could not be loaded. Not now.',
    );
    server.reply(listSignIns, { success: true, data: [HERE], total: 1 });
    await press('Try Again');
    await screen.findByText('Firefox on Linux');
  });

  it.each([
    [END_PHONE, 'Sign out this device?', 'Sign Out', endSignIn],
    ['Sign Out All Others', 'Sign out all other devices?', 'Sign Out All Others', endOtherSignIns],
  ] as const)(
    'shows the error in the dialog, whose button retries (%s)',
    async (label, title, button, endpoint) => {
      const server = open([HERE, PHONE]);
      server.replyError(endpoint, 'wrong_state', 'Not now.');
      await press(label);
      const dialog = within(await screen.findByRole('dialog', { name: title }));
      await press(button, dialog);
      expect((await dialog.findByRole('alert')).textContent).toContain('Not now.');
      server.respond(endpoint, () => Response.json({ success: true, ended: 1 }));
      await press(button, dialog);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    },
  );

  it('treats an already ended sign-in as success', async () => {
    const server = open([HERE, PHONE]);
    server.replyError(endSignIn, 'not_found', 'This sign-in has already ended.');
    await press(END_PHONE);
    await press('Sign Out', within(await screen.findByRole('dialog')));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
