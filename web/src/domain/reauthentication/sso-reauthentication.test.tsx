import {
  getReauthenticationMethods,
  reauthenticate,
} from '@ledgerline/contract/auth/reauthentication/endpoints';
import { startSsoReauthentication } from '@ledgerline/contract/auth/sso/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openReauthenticationChannel, type ReauthenticationUpdate } from '../../lib/sso-return.ts';
import { PASSWORD_ALONE } from '../../testing/reauthentication.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { somePublicSettings } from '../../testing/settings.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';

const METHODS: ReplyOf<typeof getReauthenticationMethods>['data'] = {
  ...PASSWORD_ALONE,
  has_password: false,
  has_sso: true,
};
const opened = { location: { href: '' }, close: vi.fn() };

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
  opened.location.href = '';
});

function start(methods = METHODS) {
  signInAs();
  const server = fakeServer()
    .reply(getPublicSettings, {
      success: true,
      data: somePublicSettings({ sso: { name: 'Acme', only: true } }),
    })
    .reply(getReauthenticationMethods, { success: true, data: methods })
    .reply(startSsoReauthentication, { success: true, url: 'https://idp.test/auth?state=mine' })
    .reply(reauthenticate, { success: true });
  const onEnd = vi.fn();
  renderPart(<ReauthenticationDialog opened onEnd={onEnd} />);
  return { server, onEnd };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** The message that the popup at the provider sends on return. */
function postUpdate(update: ReauthenticationUpdate) {
  const channel = openReauthenticationChannel();
  channel.postMessage(update);
  channel.close();
}

describe('an agent without a password', () => {
  it('confirms in a popup of the provider; ignores messages of other popups', async () => {
    const { server, onEnd } = start();
    await press('Confirm with Acme');
    await waitFor(() => expect(opened.location.href).toBe('https://idp.test/auth?state=mine'));
    postUpdate({ state: 'another', ticket: 'not this' });
    postUpdate({ state: 'mine', ticket: 'ticket' });
    await waitFor(() => expect(onEnd).toHaveBeenCalledWith(true));
    expect(server.calls(reauthenticate).map(({ body }) => body)).toEqual([{ sso: 'ticket' }]);
  });

  it('shows why it failed, and retries', async () => {
    const { onEnd } = start();
    await press('Confirm with Acme');
    await waitFor(() => expect(opened.location.href).not.toBe(''));
    postUpdate({ state: 'mine', failure: 'That account belongs to someone else at Acme.' });
    expect((await screen.findByRole('alert')).textContent).toContain('belongs to someone else');
    await press('Confirm with Acme');
    postUpdate({ state: 'mine', ticket: 'ticket' });
    await press('Open the Window Again').catch(() => undefined);
    await press('Cancel');
    expect(onEnd).toHaveBeenCalledWith(false);
  });

  it('also takes a code when the provider did not require the agent’s two-factor authentication', async () => {
    const { server, onEnd } = start();
    server.respond(reauthenticate, ({ body }) =>
      (body as { code?: string }).code
        ? Response.json({ success: true })
        : Response.json(
            {
              success: false,
              code: 'validation_failed',
              message: 'Please enter a code.',
              details: { fields: [{ path: 'code', message: 'Please enter a code.' }] },
            },
            { status: 400 },
          ),
    );
    await press('Confirm with Acme');
    await waitFor(() => expect(opened.location.href).not.toBe(''));
    postUpdate({ state: 'mine', ticket: 'ticket' });
    const code = await screen.findByLabelText('Code');
    expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(1);
    await press('Use Another Method');
    await press('Confirm with Acme');
    postUpdate({ state: 'mine', ticket: 'ticket' });
    await waitFor(() => expect(code.isConnected).toBe(false));
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(onEnd).toHaveBeenCalledWith(true));
    expect(server.calls(reauthenticate).at(-1)?.body).toEqual({ sso: 'ticket', code: '123456' });
  });

  it('shows an error where the browser blocks the popup', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    start();
    await press('Confirm with Acme');
    expect((await screen.findByRole('alert')).textContent).toContain('allow pop-ups');
  });

  it('takes a code alone, or explains what to do where no method is available', async () => {
    const { server, onEnd } = start({ ...METHODS, has_sso: false, has_code: true });
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(onEnd).toHaveBeenCalledWith(true));
    expect(server.calls(reauthenticate)[0]?.body).toEqual({ code: '123456' });
    start({ ...METHODS, has_sso: false });
    expect(await screen.findByText(/sign out and sign in again/)).toBeDefined();
  });
});
