import { listRememberedDevices } from '@ledgerline/contract/auth/remembered-devices/endpoints';
import type { TwoFactorMethods } from '@ledgerline/contract/auth/two-factor/endpoints';
import * as endpoints from '@ledgerline/contract/auth/two-factor/endpoints';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { somePublicSettings } from '../../testing/settings.ts';
import { AgentTwoFactorCard } from './agent-two-factor-card.tsx';
import { SignInPolicyButton } from './sign-in-policy-button.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

const NONE: TwoFactorMethods = {
  app: null,
  passkeys: [],
  recovery_codes_left: 0,
  is_required: false,
  passkey_error: null,
};
const AT = '2026-11-20T15:00:00Z';
const BOTH: TwoFactorMethods = {
  ...NONE,
  app: { created_at: AT, last_used_at: null },
  passkeys: [{ id: 3, name: 'Laptop', host: 'localhost', created_at: AT, last_used_at: AT }],
  recovery_codes_left: 1,
};
const CODES = ['ABCD-EFGH-IJKL-MNOP', 'QRST-UVWX-YZ23-4567'];

beforeEach(() => {
  for (const level of ['error', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('isSecureContext', true);
});

function open(methods: TwoFactorMethods): FakeServer {
  const server = fakeServer()
    .reply(endpoints.getTwoFactorMethods, { success: true, data: methods })
    .reply(listRememberedDevices, { success: true, data: [], can_remember_devices: true });
  renderPart(<TwoFactorCard agentId={7} />);
  return server;
}

const press = async (name: string, from = screen) =>
  userEvent.click(await from.findByRole('button', { name }));
const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const waitUntilClosed = (name: string) =>
  waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());

describe('an authenticator app', () => {
  it('is set up with a code, and the recovery codes stay until they are saved', async () => {
    const server = open(NONE)
      .reply(endpoints.startApp, { success: true, data: { secret: 'JBSWY3DP', key_uri: 'otpauth://totp/x' } })
      .replyError(endpoints.confirmApp, 'validation_failed', 'Not this.', {
        fields: [{ path: 'code', message: 'This is not the code.' }],
      });
    await press('Set Up an Authenticator App');
    const dialog = await inDialog('Set Up an Authenticator App');
    await dialog.findByText('JBSWY3DP');
    await userEvent.type(dialog.getByLabelText('Code'), '000000{Enter}');
    await dialog.findByText('This is not the code.');
    server.reply(endpoints.confirmApp, { success: true, data: { recovery_codes: CODES } });
    await userEvent.clear(dialog.getByLabelText('Code'));
    await userEvent.type(dialog.getByLabelText('Code'), '123456{Enter}');
    const codes = await inDialog('Your recovery codes');
    codes.getByText(CODES[1] ?? '');
    await userEvent.keyboard('{Escape}');
    const done = codes.getByRole('button', { name: 'Done' });
    expect(done).toHaveProperty('disabled', true);
    await userEvent.click(codes.getByLabelText('I saved these codes'));
    await userEvent.click(done);
    await waitUntilClosed('Your recovery codes');
    expect(server.calls(endpoints.getTwoFactorMethods).length).toBeGreaterThan(1);
  });

  it('shows an error when no secret is returned, and retries', async () => {
    const server = open(NONE).replyError(endpoints.startApp, 'unavailable', 'Not now.');
    server.replyError(endpoints.startApp, 'wrong_state', 'Not now.');
    await press('Set Up an Authenticator App');
    const dialog = await inDialog('Set Up an Authenticator App');
    await dialog.findByText('Not now.');
    server.reply(endpoints.startApp, { success: true, data: { secret: 'JBSWY3DP', key_uri: 'otpauth://x' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }));
    await dialog.findByText('JBSWY3DP');
  });

  it('is removed, and stays when removal is rejected', async () => {
    const server = open(BOTH).replyError(endpoints.removeApp, 'wrong_state', 'Set up another one first.');
    await press('Remove Authenticator app');
    const dialog = await inDialog('Remove the authenticator app?');
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await dialog.findByText('Set up another one first.');
    server.reply(endpoints.removeApp, { success: true });
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitUntilClosed('Remove the authenticator app?');
  });
});

describe('a passkey', () => {
  it('requires a name and shows why it was not added', async () => {
    const server = open(NONE).replyError(endpoints.startPasskey, 'wrong_state', 'You have 10 passkeys.');
    await press('Add a Passkey');
    const dialog = await inDialog('Add a Passkey');
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    await dialog.findByText('Please enter a name.');
    expect(server.calls(endpoints.startPasskey)).toHaveLength(0);
    await userEvent.type(dialog.getByLabelText('Name'), 'Laptop{Enter}');
    await dialog.findByText('You have 10 passkeys.');
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Laptop');
  });

  it('is removed, and stays when removal is rejected', async () => {
    const server = open(BOTH).replyError(endpoints.removePasskey, 'wrong_state', 'Set up another one first.');
    await press('Remove Laptop');
    const dialog = await inDialog('Remove this passkey?');
    dialog.getByText(/You can no longer sign in with “Laptop”/);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await dialog.findByText('Set up another one first.');
    server.reply(endpoints.removePasskey, { success: true });
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitUntilClosed('Remove this passkey?');
  });

  it('is not offered where unsupported, with the reason', async () => {
    open({ ...NONE, passkey_error: 'Passkeys work at an address with a name.' });
    await screen.findByText('Passkeys work at an address with a name.');
    expect(screen.getByRole('button', { name: 'Add a Passkey' })).toHaveProperty('disabled', true);
  });
});

describe('recovery codes', () => {
  it('are recreated after confirmation and shown', async () => {
    const server = open(BOTH).replyError(endpoints.renewRecoveryCodes, 'wrong_state', 'Not now.');
    await screen.findByText('1 recovery code left');
    await press('Create New Codes');
    const dialog = await inDialog('Create new recovery codes?');
    await userEvent.click(dialog.getByRole('button', { name: 'Create New Codes' }));
    await dialog.findByText('Not now.');
    server.reply(endpoints.renewRecoveryCodes, { success: true, data: { recovery_codes: CODES } });
    await userEvent.click(dialog.getByRole('button', { name: 'Create New Codes' }));
    (await inDialog('Your recovery codes')).getByText(CODES[0] ?? '');
  });
});

describe('owner actions', () => {
  const rules = {
    second_factor: 'nobody' as const,
    idle_minutes: 30,
    can_remember_devices: true,
    without: [],
  };

  it('explain that the provider alone is enough to sign in when passwords are off', async () => {
    fakeServer()
      .reply(endpoints.getSignInPolicy, { success: true, data: rules })
      .reply(getPublicSettings, {
        success: true,
        data: somePublicSettings({ sso: { name: 'Acme', only: true } }),
      });
    renderPart(<AgentTwoFactorCard agentId={2} />);
    await press('Remove Two-Factor Authentication');
    const dialog = await inDialog('Remove two-factor authentication?');
    await dialog.findByText(/The agent then signs in with Acme alone/);
    expect(dialog.queryByText(/password/)).toBeNull();
  });

  it('remove two-factor authentication of another agent', async () => {
    const server = fakeServer()
      .reply(endpoints.getSignInPolicy, { success: true, data: rules })
      .replyError(endpoints.removeTwoFactor, 'not_allowed', 'You may not.');
    renderPart(<AgentTwoFactorCard agentId={2} />);
    await press('Remove Two-Factor Authentication');
    const dialog = await inDialog('Remove two-factor authentication?');
    dialog.getByText(/signs in with the password alone/);
    await userEvent.click(dialog.getByRole('button', { name: 'Remove Two-Factor Authentication' }));
    await dialog.findByText('You may not.');
    server.reply(endpoints.removeTwoFactor, { success: true });
    await userEvent.click(dialog.getByRole('button', { name: 'Remove Two-Factor Authentication' }));
    await waitUntilClosed('Remove two-factor authentication?');
  });

  it('are not offered when an agent has none', async () => {
    const without = [{ id: 2, name: 'Ada Byron', has_rights: false }];
    fakeServer().reply(endpoints.getSignInPolicy, { success: true, data: { ...rules, without } });
    renderPart(<AgentTwoFactorCard agentId={2} />);
    await screen.findByText('Not set up for this agent.');
  });

  it('set who must use two-factor authentication and show who is affected', async () => {
    const without = [
      { id: 2, name: 'Ada Byron', has_rights: false },
      { id: 3, name: 'Grace Hopper', has_rights: true },
    ];
    const server = fakeServer()
      .reply(endpoints.getSignInPolicy, { success: true, data: { ...rules, without } })
      .replyError(
        endpoints.updateSignInPolicy,
        'wrong_state',
        'Please set up two-factor authentication for yourself first.',
      );
    renderPart(<SignInPolicyButton />);
    await press('Sign-in policy');
    const dialog = await inDialog('Sign-in policy');
    await userEvent.click(await dialog.findByLabelText('Privileged users'));
    dialog.getByText(/^Grace Hopper has not set it up yet/);
    await userEvent.click(dialog.getByLabelText('Everyone'));
    await userEvent.click(dialog.getByRole('switch', { name: /^Allow agents to remember/ }));
    dialog.getByText(/^Ada Byron and Grace Hopper have not set it up yet/);
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('Please set up two-factor authentication for yourself first.');
    server.reply(endpoints.updateSignInPolicy, { success: true });
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitUntilClosed('Sign-in policy');
    expect(server.calls(endpoints.updateSignInPolicy)[1]?.body).toEqual({
      second_factor: 'everybody',
      can_remember_devices: false,
    });
  });
});
