import { signIn } from '@ledgerline/contract/auth/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs, tokenOf } from '../../testing/sign-in.ts';

const admin = { id: 7, first_name: 'Ada', last_name: 'Byron', username: 'ada', email: 'ada@example.com' };

async function typeAndSubmit() {
  await userEvent.type(await screen.findByLabelText('Username'), ' ada ');
  await userEvent.type(screen.getByLabelText('Password'), 'secret 1');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('signing in', () => {
  it('stores token and profile and continues to the requested page', async () => {
    const token = tokenOf();
    const server = fakeServer().reply(signIn, { success: true, message: 'Signed in.', token, admin });
    const { router } = renderApp('/crm/login?origin=%2Fcrm%2Fdashboard');
    await typeAndSubmit();
    await waitFor(() => expect(router.state.location.href).toBe('/crm/dashboard'));
    expect(server.calls(signIn)[0]?.body).toEqual({ username: 'ada', password: 'secret 1' });
    expect({ ...localStorage }).toMatchObject({ jwt: token, adminFirstName: 'Ada', adminLastName: 'Byron' });
  });

  it('opens the home page without an origin', async () => {
    fakeServer().reply(signIn, { success: true, message: 'Signed in.', token: tokenOf(), admin });
    const { router } = renderApp('/crm/login');
    await typeAndSubmit();
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/today'));
  });
});

describe('a failed sign-in', () => {
  it('shows the server’s message, stores nothing and stays', async () => {
    fakeServer().replyError(signIn, 'wrong_credentials', 'Invalid username or password');
    const { router } = renderApp('/crm/login');
    await typeAndSubmit();
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid username or password');
    expect({ ...localStorage }).toEqual({});
    expect(router.state.location.pathname).toBe('/crm/login');
  });

  it('does not affect a sign-in from another tab', async () => {
    fakeServer().replyError(signIn, 'wrong_credentials', 'Invalid username or password');
    renderApp('/crm/login');
    await screen.findByLabelText('Username');
    const token = signInAs();
    await typeAndSubmit();
    await screen.findByRole('alert');
    expect(localStorage.getItem('jwt')).toBe(token);
  });

  it('shows "Login failed." for a response without token and message', async () => {
    fakeServer().respond(signIn, () => Response.json({ success: false }));
    renderApp('/crm/login');
    await typeAndSubmit();
    expect((await screen.findByRole('alert')).textContent).toContain('Login failed.');
  });

  it('shows "Invalid username or password" when the request fails without a response', async () => {
    fakeServer().respond(signIn, () => new Response('', { status: 404 }));
    renderApp('/crm/login');
    await typeAndSubmit();
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid username or password');
  });
});

describe('the form', () => {
  it('reports missing fields without calling the server', async () => {
    const server = fakeServer();
    renderApp('/crm/login');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(screen.getByText('Username is required')).toBeDefined();
    expect(screen.getByText('Password is required')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Username'));
    expect(server.calls(signIn)).toHaveLength(0);
  });

  it('sets autocomplete hints and shows the password on request', async () => {
    fakeServer();
    renderApp('/crm/login');
    const password = await screen.findByLabelText('Password');
    expect(screen.getByLabelText('Username').getAttribute('autocomplete')).toBe('username');
    expect(password.getAttribute('autocomplete')).toBe('current-password');
    expect(password.getAttribute('type')).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show the password' }));
    expect(password.getAttribute('type')).toBe('text');
  });

  it('warns about Caps Lock', async () => {
    fakeServer();
    renderApp('/crm/login');
    const password = await screen.findByLabelText('Password');
    await userEvent.type(password, '{CapsLock}A');
    expect(screen.getByText('Caps Lock is on')).toBeDefined();
  });

  it('is headed "Agent Portal"', async () => {
    fakeServer();
    renderApp('/crm/login');
    expect(await screen.findByRole('heading', { level: 1, name: 'Agent Portal' })).toBeDefined();
    await waitFor(() => expect(document.title).toBe('Agent Portal · Ledgerline'));
  });
});
