import { signIn } from '@ledgerline/contract/auth/endpoints';
import { getTwoFactorMethods, verifyTwoFactor } from '@ledgerline/contract/auth/two-factor/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs, tokenOf } from '../../testing/sign-in.ts';

const admin = { id: 7, first_name: 'Ada', last_name: 'Byron', username: 'ada', email: 'ada@example.com' };
const STEP = { ticket: 'a.b.c', has_app: true, has_passkey: false, can_remember: true };
const WRONG = 'This code is incorrect or was already used.';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const signedIn = (more = {}) => ({
  success: true as const,
  message: 'Signed in.',
  token: tokenOf(),
  admin,
  ...more,
});

async function submitPassword(server: FakeServer, step: Partial<typeof STEP> = {}) {
  server.replyError(signIn, 'second_factor_needed', 'Please confirm.', { ...STEP, ...step });
  const app = renderApp('/crm/login?origin=%2Fcrm%2Fdashboard');
  await userEvent.type(await screen.findByLabelText('Username'), 'ada');
  await userEvent.type(screen.getByLabelText('Password'), 'secret 1{Enter}');
  return app;
}

describe('the two-factor step', () => {
  it('accepts an app code and continues to the requested page', async () => {
    const server = fakeServer().reply(verifyTwoFactor, signedIn());
    const { router } = await submitPassword(server);
    const code = await screen.findByLabelText<HTMLInputElement>('Code');
    expect([code.autocomplete, document.activeElement]).toEqual(['one-time-code', code]);
    expect(localStorage.getItem('jwt')).toBeNull();
    await userEvent.type(code, '123456{Enter}');
    await waitFor(() => expect(router.state.location.href).toBe('/crm/dashboard'));
    expect(server.calls(verifyTwoFactor)[0]?.body).toEqual({ ticket: 'a.b.c', code: '123456' });
  });

  it('remembers the device only if the agent asks for it', async () => {
    const server = fakeServer().reply(verifyTwoFactor, signedIn());
    await submitPassword(server);
    const box = await screen.findByLabelText<HTMLInputElement>('Remember this device for 30 days');
    expect(box.checked).toBe(false);
    await userEvent.click(box);
    await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(server.calls(verifyTwoFactor)).toHaveLength(1));
    expect(server.calls(verifyTwoFactor)[0]?.body).toEqual({
      ticket: 'a.b.c',
      code: '123456',
      remember_device: true,
    });
  });

  it('does not offer to remember the device where owners forbid it', async () => {
    await submitPassword(fakeServer(), { can_remember: false });
    await screen.findByLabelText('Code');
    expect(screen.queryByLabelText('Remember this device for 30 days')).toBeNull();
  });

  it('rejects a wrong code and accepts another', async () => {
    const fields = [{ path: 'code', message: WRONG }];
    const server = fakeServer().replyError(verifyTwoFactor, 'validation_failed', WRONG, { fields });
    const { router } = await submitPassword(server);
    await userEvent.type(await screen.findByLabelText('Code'), '000000{Enter}');
    await screen.findByText(WRONG);
    server.reply(verifyTwoFactor, signedIn());
    await userEvent.keyboard('123456{Enter}');
    await waitFor(() => expect(router.state.location.href).toBe('/crm/dashboard'));
    expect(server.calls(verifyTwoFactor)[1]?.body).toEqual({ ticket: 'a.b.c', code: '123456' });
  });

  it('accepts a recovery code instead, and can return to the code', async () => {
    const server = fakeServer().reply(verifyTwoFactor, signedIn());
    const { router } = await submitPassword(server);
    await userEvent.click(await screen.findByRole('button', { name: 'Use a Recovery Code' }));
    await screen.findByLabelText('Recovery code');
    await userEvent.click(screen.getByRole('button', { name: 'Use Another Way' }));
    await screen.findByLabelText('Code');
    await userEvent.click(screen.getByRole('button', { name: 'Use a Recovery Code' }));
    await userEvent.type(await screen.findByLabelText('Recovery code'), 'ABCD-EFGH-IJKL-MNOP{Enter}');
    await waitFor(() => expect(router.state.location.href).toBe('/crm/dashboard'));
    expect(server.calls(verifyTwoFactor)[0]?.body).toMatchObject({ code: 'ABCD-EFGH-IJKL-MNOP' });
  });

  it('asks for a recovery code when passkeys don’t work here', async () => {
    await submitPassword(fakeServer(), { has_app: false, has_passkey: true });
    await screen.findByLabelText('Recovery code');
    screen.getByText(/^Your passkeys don’t work/);
  });

  it('restarts with a message after a timeout', async () => {
    const late =
      'This sign-in took too long or was changed in the meantime. Please enter your password again.';
    const server = fakeServer().replyError(verifyTwoFactor, 'second_step_expired', late);
    await submitPassword(server);
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await screen.findByText(late);
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });

  it('can switch to another account', async () => {
    await submitPassword(fakeServer());
    await userEvent.click(await screen.findByRole('button', { name: 'Use Another Account' }));
    await screen.findByLabelText('Username');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('an agent who must set up two-factor authentication', () => {
  const none = { app: null, passkeys: [], recovery_codes_left: 0, is_required: true, passkey_error: null };

  it('is sent to the setup page and can continue from there', async () => {
    fakeServer()
      .reply(signIn, signedIn({ has_to_set_up_factor: true }))
      .reply(getTwoFactorMethods, { success: true, data: none });
    const { router } = renderApp('/crm/login?origin=%2Fcrm%2Fdashboard');
    await userEvent.type(await screen.findByLabelText('Username'), 'ada');
    await userEvent.type(screen.getByLabelText('Password'), 'secret 1{Enter}');
    await screen.findByRole('heading', { name: 'Set up two-factor authentication' });
    expect(router.state.location.href).toBe('/crm/second-step?origin=%2Fcrm%2Fdashboard');
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true);
    await screen.findByText(/Your brokerage requires it/);
  });

  it('is redirected there by any response that requires it, and continues after the setup', async () => {
    const app = { created_at: '2026-11-20T15:00:00Z', last_used_at: null };
    signInAs();
    fakeServer()
      .replyError(listClients, 'second_factor_missing', 'Please set one up first.')
      .reply(getTwoFactorMethods, { success: true, data: { ...none, app, recovery_codes_left: 10 } });
    const { router } = renderApp('/crm/clients');
    await screen.findByRole('heading', { name: 'Set up two-factor authentication' });
    expect(router.state.location.search).toEqual({ origin: '/crm/clients' });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', false),
    );
  });
});
