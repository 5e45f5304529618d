import { finishSso, startSso } from '@ledgerline/contract/auth/sso/endpoints';
import { verifyTwoFactor } from '@ledgerline/contract/auth/two-factor/endpoints';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { storeOrigin } from '../../lib/sso-return.ts';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { somePublicSettings } from '../../testing/settings.ts';
import { signInAs, tokenOf } from '../../testing/sign-in.ts';

const admin = { id: 7, first_name: 'Ada', last_name: 'Byron', username: 'ada', email: 'ada@example.com' };

/** Renders a portal with single sign-on. */
function ssoServer({ only = false } = {}) {
  return fakeServer().reply(getPublicSettings, {
    success: true,
    data: somePublicSettings({ sso: { name: 'Acme', only } }),
  });
}

const RETURN = '/crm/sso?code=0123456789012345678&state=a.b.c&iss=https%3A%2F%2Fidp.test';

describe('the sign-in page', () => {
  it('offers the provider next to the password, and shows why it is unavailable', async () => {
    const server = ssoServer().replyError(startSso, 'wrong_state', 'Acme cannot be reached at the moment.');
    renderApp('/crm/login');
    expect(await screen.findByLabelText('Username')).toBeDefined();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Acme' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Acme cannot be reached at the moment.');
    expect(server.calls(startSso)[0]?.body).toEqual({ is_fresh: false });
  });

  it('offers only the provider and the emergency sign-in when passwords are off', async () => {
    ssoServer({ only: true });
    renderApp('/crm/login');
    await screen.findByRole('button', { name: 'Sign in with Acme' });
    expect(screen.queryByLabelText('Username')).toBeNull();
    expect(screen.queryByText('Forgot your password?')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with an emergency password' }));
    expect(screen.getByLabelText('Username')).toBeDefined();
  });

  it('requests a fresh sign-in from the provider after a sign-out', async () => {
    localStorage.setItem('signedOut', '1');
    const server = ssoServer().replyError(startSso, 'wrong_state', 'no');
    renderApp('/crm/login');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Acme' }));
    await waitFor(() => expect(server.calls(startSso)[0]?.body).toEqual({ is_fresh: true }));
  });
});

describe('returning from the provider', () => {
  it('removes the code from the URL, submits it once and continues to the requested page', async () => {
    storeOrigin('/crm/dashboard');
    localStorage.setItem('signedOut', '1');
    const token = tokenOf();
    const server = ssoServer().reply(finishSso, {
      success: true,
      signed_in: { success: true, message: 'Signed in.', token, admin },
      proof: null,
    });
    const { router } = renderApp(RETURN);
    expect(window.location.search).toBe('');
    await waitFor(() => expect(router.state.location.href).toBe('/crm/dashboard'));
    expect(server.calls(finishSso).map(({ body }) => body)).toEqual([
      { code: '0123456789012345678', state: 'a.b.c', iss: 'https://idp.test' },
    ]);
    expect(localStorage.getItem('jwt')).toBe(token);
    expect(localStorage.getItem('signedOut')).toBeNull();
  });

  it('redirects only to portal URLs', async () => {
    sessionStorage.setItem('ssoPlace', '//evil.test/crm');
    ssoServer().reply(finishSso, {
      success: true,
      signed_in: { success: true, message: 'Signed in.', token: tokenOf(), admin },
      proof: null,
    });
    const { router } = renderApp(RETURN);
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/today'));
  });

  it('shows the sign-in page with the reason when rejected', async () => {
    ssoServer().replyError(finishSso, 'wrong_state', 'No account here matches your account at Acme.');
    renderApp(RETURN);
    expect((await screen.findByRole('alert')).textContent).toContain('No account here matches');
    expect(screen.getByRole('button', { name: 'Sign in with Acme' })).toBeDefined();
    expect(localStorage.getItem('jwt')).toBeNull();
  });

  const needsStep = () =>
    ssoServer().respond(finishSso, () =>
      Response.json(
        {
          success: false,
          code: 'second_factor_needed',
          message: 'Please confirm.',
          details: { ticket: 't', has_app: true, has_passkey: false },
        },
        { status: 403 },
      ),
    );

  it('asks for two-factor authentication if the agent uses it', async () => {
    const server = needsStep().reply(verifyTwoFactor, {
      success: true,
      message: 'Signed in.',
      token: tokenOf(),
      admin,
    });
    const { router } = renderApp(RETURN);
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/today'));
    expect(server.calls(verifyTwoFactor)[0]?.body).toEqual({ ticket: 't', code: '123456' });
  });

  it('keeps the two-factor step and its input across a lost connection', async () => {
    const server = needsStep();
    const { queryClient } = renderApp(RETURN);
    await userEvent.type(await screen.findByLabelText('Code'), '123');
    await act(async () => onlineManager.setOnline(false));
    await act(async () => onlineManager.setOnline(true));
    expect(queryClient.isFetching({ queryKey: ['sso'] })).toBe(0);
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('123');
    expect(server.calls(finishSso)).toHaveLength(1);
  });

  it('asks for two-factor authentication again on return, without resubmitting the returned code', async () => {
    const server = needsStep();
    const { router, queryClient } = renderApp(RETURN);
    await screen.findByLabelText('Code');
    await act(() => router.navigate({ to: '/crm/forgotten-password' }));
    expect(screen.queryByLabelText('Code')).toBeNull();
    await act(() => router.navigate({ to: '/crm/sso' }));
    await screen.findByLabelText('Code');
    expect(queryClient.isFetching({ queryKey: ['sso'] })).toBe(0);
    expect(server.calls(finishSso)).toHaveLength(1);
  });

  it('opens the sign-in page without parameters', async () => {
    ssoServer();
    const { router } = renderApp('/crm/sso?error=access_denied');
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/login'));
  });

  it('notifies the opener from a popup without signing in', async () => {
    const before = signInAs();
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
    const state = `a.${btoa('{"use":"prove"}')}.c`;
    ssoServer().reply(finishSso, { success: true, signed_in: null, proof: 'ticket' });
    const channel = new BroadcastChannel('sso-reauthentication');
    const received = new Promise((resolve) => {
      channel.onmessage = ({ data }) => resolve(data);
    });
    renderApp(`/crm/sso?code=x&state=${state}`);
    expect(await screen.findByText('You can close this window.')).toBeDefined();
    expect(await received).toEqual({ state, ticket: 'ticket' });
    channel.close();
    expect(close).toHaveBeenCalled();
    expect(localStorage.getItem('jwt')).toBe(before);
  });
});
