import { checkEmailLink, confirmEmailByLink } from '@ledgerline/contract/agents/emails/endpoints';
import {
  checkPasswordLink,
  PASSWORD_LINK_SENT,
  PASSWORD_LINK_WITHOUT_ADDRESS,
  sendPasswordLink,
  setPasswordByLink,
} from '@ledgerline/contract/auth/password-links/endpoints';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { somePublicSettings } from '../../testing/settings.ts';
import { signInAs } from '../../testing/sign-in.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

const press = async (name: string) =>
  userEvent.click(await waitFor(() => screen.getByRole('button', { name })));

describe('Forgot your password?', () => {
  it('opens from the sign-in page and shows the server’s message', async () => {
    const server = fakeServer().reply(sendPasswordLink, { success: true, message: PASSWORD_LINK_SENT });
    const { router } = renderApp('/crm/login');
    await userEvent.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
    await press('Send Link');
    await screen.findByText('Please enter your username or email.');
    expect(server.calls(sendPasswordLink)).toHaveLength(0);
    await userEvent.type(screen.getByLabelText('Username or email'), ' ada ');
    await press('Send Link');
    expect((await screen.findByText(PASSWORD_LINK_SENT)).textContent).toContain('If there is an account');
    expect(server.calls(sendPasswordLink)[0]?.body).toEqual({ name: 'ada' });
    await userEvent.click(screen.getByRole('link', { name: 'Back to sign-in' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/login'));
  });

  it('explains what to do without a mail server, and shows no form', async () => {
    fakeServer().reply(getPublicSettings, {
      success: true,
      data: somePublicSettings({ is_email_connected: false }),
    });
    renderApp('/crm/forgotten-password');
    await screen.findByText('Email isn’t connected. Ask an owner to set a new password for you.');
    expect(screen.queryByLabelText('Username or email')).toBeNull();
    expect(screen.queryByText(/email you a link/)).toBeNull();
  });

  it('does not say that an email is on its way where the server cannot send one', async () => {
    fakeServer().reply(sendPasswordLink, { success: true, message: PASSWORD_LINK_WITHOUT_ADDRESS });
    renderApp('/crm/forgotten-password');
    await userEvent.type(await screen.findByLabelText('Username or email'), 'ada');
    await press('Send Link');
    await screen.findByText(PASSWORD_LINK_WITHOUT_ADDRESS);
    expect(screen.queryByText(/spam folder/)).toBeNull();
  });

  it('shows why nothing was sent, keeps the input and can be retried', async () => {
    const server = fakeServer().replyError(sendPasswordLink, 'not_allowed', 'Not now.');
    renderApp('/crm/forgotten-password');
    await userEvent.type(await screen.findByLabelText('Username or email'), 'ada');
    await press('Send Link');
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
    server.reply(sendPasswordLink, { success: true, message: PASSWORD_LINK_SENT });
    await press('Send Link');
    await screen.findByText(PASSWORD_LINK_SENT);
  });
});

describe('the set password page', () => {
  const found = {
    success: true as const,
    kind: 'invitation' as const,
    username: 'ada',
    first_name: 'Ada',
    expires_at: '2026-11-27T15:00:00Z',
  };
  const password = () => screen.findByLabelText('New password');

  it('sets the password with the token from the fragment, then links to sign-in', async () => {
    const server = fakeServer().reply(checkPasswordLink, found).reply(setPasswordByLink, { success: true });
    const { router } = renderApp('/crm/set-password#token-1');
    await userEvent.type(await password(), '12345');
    await press('Set Password');
    await screen.findByText('Password must be at least 6 characters.');
    await userEvent.type(await password(), '678');
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('ada');
    await press('Set Password');
    await screen.findByRole('heading', { name: 'Your password is set' });
    expect(server.calls(setPasswordByLink)[0]?.body).toEqual({ token: 'token-1', password: '12345678' });
    await userEvent.click(screen.getByRole('link', { name: 'Sign in' }));
    await waitFor(() => expect(router.state.location.href).toBe('/crm/login'));
  });

  it.each(['', '#old'])('shows that a link is invalid without ending a sign-in (%j)', async (hash) => {
    const token = signInAs();
    fakeServer().replyError(checkPasswordLink, 'invalid_link', 'No.');
    renderApp(`/crm/set-password${hash}`);
    expect((await screen.findByRole('alert')).textContent).toContain('This link is no longer valid');
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
      '/crm/forgotten-password',
    );
    expect(localStorage.getItem('jwt')).toBe(token);
  });

  it('shows password errors at the field, and a link that was used in the meantime', async () => {
    const fields = [{ path: 'password', message: 'This password is one of the most common ones.' }];
    const server = fakeServer()
      .reply(checkPasswordLink, { ...found, kind: 'reset' })
      .replyError(setPasswordByLink, 'validation_failed', 'No.', { fields });
    renderApp('/crm/set-password#token-1');
    await userEvent.type(await password(), 'password');
    await press('Set Password');
    await screen.findByText('This password is one of the most common ones.');
    expect(screen.queryByRole('alert')).toBeNull();
    server.replyError(setPasswordByLink, 'invalid_link', 'This link is no longer valid.');
    await press('Set Password');
    expect((await screen.findByRole('alert')).textContent).toContain('This link is no longer valid.');
    screen.getByRole('link', { name: 'Request a new link' });
    expect(screen.queryByRole('button', { name: 'Set Password' })).toBeNull();
  });

  it('shows an error when the link cannot be checked, and Try Again checks it', async () => {
    const server = fakeServer().replyError(checkPasswordLink, 'wrong_state', 'Not now.');
    renderApp('/crm/set-password#token-1');
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t check the link. Not now.');
    server.reply(checkPasswordLink, found);
    await press('Try Again');
    await screen.findByText('Welcome, Ada.');
  });
});

describe('the confirm email page', () => {
  const found = { success: true as const, username: 'ada', email: 'ada@example.com', is_change: true };

  it('confirms the address with the token from the fragment only when the button is pressed', async () => {
    const server = fakeServer().reply(checkEmailLink, found);
    server.reply(confirmEmailByLink, { success: true, message: 'ada@example.com is confirmed.' });
    renderApp('/crm/confirm-email#token-2');
    await screen.findByText('ada@example.com becomes the email address of the account “ada”.');
    expect(server.calls(confirmEmailByLink)).toEqual([]);
    await press('Confirm Email Address');
    await screen.findByRole('heading', { name: 'Email address confirmed' });
    expect(server.calls(confirmEmailByLink)[0]?.body).toEqual({ token: 'token-2' });
  });

  it('shows an invalid link, before and when it is used', async () => {
    const server = fakeServer().reply(checkEmailLink, found);
    server.replyError(confirmEmailByLink, 'invalid_link', 'No.');
    renderApp('/crm/confirm-email#token-2');
    await screen.findByRole('button', { name: 'Confirm Email Address' });
    await press('Confirm Email Address');
    expect((await screen.findByRole('alert')).textContent).toContain('This link is no longer valid');
    expect(screen.getByRole('link', { name: 'Continue to the Portal' }).getAttribute('href')).toBe(
      '/crm/login',
    );
  });
});
