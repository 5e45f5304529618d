import { createAgent } from '@ledgerline/contract/agents/endpoints';
import {
  getInvitation,
  sendInvitation,
  withdrawInvitation,
} from '@ledgerline/contract/auth/password-links/endpoints';
import type { Invitation } from '@ledgerline/contract/auth/password-links/invitation';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, renderApp, renderPart } from '../../../testing/render-app.tsx';
import { somePublicSettings } from '../../../testing/settings.ts';
import { signInAs } from '../../../testing/sign-in.ts';
import { grace, OWNER } from '../testing/open-agent.ts';
import { InvitationNote } from './invitation-note.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

const OPEN: Invitation = {
  state: 'open',
  email_status: 'sent',
  sent_at: '2026-11-20T15:00:00Z',
  expires_at: '2026-11-27T15:00:00Z',
};
const NOT_CONNECTED = {
  success: true as const,
  data: somePublicSettings({ is_email_connected: false }),
};
const press = async (name: string, from: { getByRole: typeof screen.getByRole } = screen) =>
  userEvent.click(await waitFor(() => from.getByRole('button', { name })));

function open(invitation: Invitation | null) {
  const server = fakeServer().reply(getInvitation, { success: true, invitation });
  renderPart(<InvitationNote agentId={7} />);
  return server;
}

describe('an agent without a password', () => {
  it('can be invited again; a failure is shown next to the button', async () => {
    const server = open({ ...OPEN, state: 'expired' }).replyError(sendInvitation, 'wrong_state', 'Not now.');
    await screen.findByText(/The link has expired\.$/);
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    await press('Resend Invitation');
    await screen.findByText('Not now.');
    server.reply(sendInvitation, { success: true, invitation: OPEN });
    server.reply(getInvitation, { success: true, invitation: OPEN });
    await press('Resend Invitation');
    await screen.findByText(/The link expires Nov 27, 2026/);
    expect(screen.queryByText('Not now.')).toBeNull();
  });

  it('can have the invitation withdrawn after confirmation; a failure is shown in the dialog', async () => {
    const server = open(OPEN).replyError(withdrawInvitation, 'wrong_state', 'Not now.');
    await press('Withdraw');
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw the invitation?' }));
    await press('Withdraw', dialog);
    expect((await dialog.findByRole('alert')).textContent).toContain('Not now.');
    server.reply(withdrawInvitation, { success: true });
    server.reply(getInvitation, { success: true, invitation: { ...OPEN, state: 'withdrawn' } });
    await press('Withdraw', dialog);
    await screen.findByText(/The invitation was withdrawn\.$/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['sent', /^Invited Nov 20, 2026, .*M\. The link expires Nov 27, 2026/],
    ['queued', /^The invitation of Nov 20, 2026, .*M has not been sent yet\. The link expires/],
    ['failed', /^The invitation of Nov 20, 2026, .*M was not sent\. The link expires/],
  ] as const)('shows an invitation whose email is %s', async (email_status, text) => {
    open({ ...OPEN, email_status });
    await screen.findByText(text);
  });

  it('is given a password without a mail server', async () => {
    open({ ...OPEN, email_status: 'failed' }).reply(getPublicSettings, NOT_CONNECTED);
    await screen.findByText('Email isn’t connected. Set a password and give it to the agent.');
    expect(screen.queryByRole('button', { name: 'Resend Invitation' })).toBeNull();
    screen.getByRole('button', { name: 'Withdraw' });
  });

  it('shows no note for an agent with a password', async () => {
    const server = open(null);
    await waitFor(() => expect(server.calls(getInvitation)).toHaveLength(1));
    expect(screen.queryByText('No password chosen yet')).toBeNull();
  });
});

it('sends a new agent an invitation instead of a password', async () => {
  const server = fakeServer().reply(createAgent, { success: true, id: 2, data: grace });
  signInAs(OWNER);
  renderApp('/crm/agents/new');
  await userEvent.type(await screen.findByLabelText(/First name/), 'Grace');
  await userEvent.type(screen.getByLabelText(/Last name/), 'Hopper');
  await userEvent.type(screen.getByLabelText(/Email/), 'grace@example.com');
  await userEvent.type(screen.getByLabelText(/Username/), 'grace');
  await userEvent.click(screen.getByLabelText(/^Send an invitation instead/));
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
  const [button] = screen.getAllByRole('button', { name: 'Add Agent' });
  await userEvent.click(button ?? document.body);
  await waitFor(() => expect(server.calls(createAgent)).toHaveLength(1));
  const { body } = server.calls(createAgent)[0] ?? {};
  expect(body).toMatchObject({ username: 'grace', invite: true, is_owner: false });
  expect(body).not.toHaveProperty('password');
});

it('offers no invitation without a mail server', async () => {
  fakeServer().reply(getPublicSettings, NOT_CONNECTED);
  signInAs(OWNER);
  renderApp('/crm/agents/new');
  await screen.findByText('Email isn’t connected. Enter a password and give it to the agent.');
  expect(screen.getByLabelText(/^Send an invitation instead/)).toHaveProperty('disabled', true);
  expect(screen.queryByText(/We email/)).toBeNull();
});
