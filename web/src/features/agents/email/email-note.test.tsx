import {
  cancelEmailChange,
  confirmEmailAsOwner,
  getEmailState,
  sendEmailLink,
} from '@ledgerline/contract/agents/emails/endpoints';
import { getAgent, updateAgent } from '@ledgerline/contract/agents/endpoints';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CONFIRMED, grace, openAgent } from '../testing/open-agent.ts';

const CHANGE = {
  email: 'new@example.com',
  is_change: true,
  state: 'open' as const,
  email_status: 'sent' as const,
  sent_at: '2026-11-20T15:00:00Z',
  expires_at: '2026-11-21T15:00:00Z',
};
const SENT = 'The confirmation link is being sent to new@example.com.';
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function openWithChange() {
  const opened = await openAgent(grace);
  opened.server.reply(getEmailState, { success: true, data: { ...CONFIRMED, link: CHANGE } });
  opened.server.reply(updateAgent, { success: true, message: SENT, data: grace });
  await userEvent.clear(screen.getByLabelText(/Email/));
  await userEvent.type(screen.getByLabelText(/Email/), 'new@example.com');
  await press('Save');
  await screen.findByText('New email address not confirmed yet');
  return opened;
}

describe('a new email address', () => {
  it('explains how the change takes effect, and the form keeps the current address', async () => {
    await openWithChange();
    expect(screen.getByText(SENT)).toBeDefined();
    expect(screen.getByLabelText(/Email/)).toHaveProperty('value', grace.email);
    expect(screen.getByText(/A confirmation link was sent to new@example.com/)).toBeDefined();
  });

  it('can be sent again, confirmed without the link, or cancelled', async () => {
    const { server } = await openWithChange();
    server.reply(sendEmailLink, { success: true, message: 'Sent again.' });
    await press('Send Link Again');
    await screen.findByText('Sent again.');
    server.replyError(confirmEmailAsOwner, 'duplicate', 'This email is already in use by another agent');
    await press('Confirm Without Link');
    await screen.findByText('This email is already in use by another agent');
    server.reply(getEmailState, { success: true, data: CONFIRMED });
    server.reply(cancelEmailChange, { success: true, message: 'The change was cancelled.' });
    await press('Cancel Change');
    await waitFor(() => expect(screen.queryByText('New email address not confirmed yet')).toBeNull());
  });
});

describe('the form below a confirmed new address', () => {
  async function confirmed(typed: Record<string, string>) {
    const { server } = await openWithChange();
    for (const [name, value] of Object.entries(typed)) {
      await userEvent.clear(screen.getByRole('textbox', { name }));
      await userEvent.type(screen.getByRole('textbox', { name }), value);
    }
    server.reply(getAgent, { success: true, data: { ...grace, email: CHANGE.email } });
    server.reply(getEmailState, { success: true, data: CONFIRMED });
    server.reply(confirmEmailAsOwner, { success: true, message: 'new@example.com is confirmed.' });
    await press('Confirm Without Link');
    await waitFor(() => expect(screen.queryByText('New email address not confirmed yet')).toBeNull());
    return server;
  }

  it('shows the new address and does not request the former one on the next change', async () => {
    const server = await confirmed({ 'First name': 'Grace B.' });
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Email' })).toHaveProperty('value', CHANGE.email),
    );
    expect(screen.getByRole('textbox', { name: 'First name' })).toHaveProperty('value', 'Grace B.');
    await press('Save');
    await waitFor(() => expect(server.calls(updateAgent)).toHaveLength(2));
    expect(server.calls(updateAgent).at(-1)?.body).toMatchObject({
      first_name: 'Grace B.',
      email: CHANGE.email,
    });
  });

  it('keeps an address being typed', async () => {
    await confirmed({ Email: 'third@example.com' });
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveProperty('value', 'third@example.com');
  });
});

it('shows nothing about a confirmed address', async () => {
  await openAgent(grace);
  expect(screen.queryByText(/not confirmed/)).toBeNull();
});

it.each([
  ['queued', /^The confirmation link to new@example\.com has not been sent yet\. The portal keeps trying\./],
  ['failed', /^The confirmation link to new@example\.com was not sent\./],
] as const)('shows that the email of a change is %s', async (email_status, text) => {
  const { server } = await openAgent(grace);
  server.reply(getEmailState, { success: true, data: { ...CONFIRMED, link: { ...CHANGE, email_status } } });
  server.reply(updateAgent, { success: true, message: SENT, data: grace });
  await press('Save');
  await screen.findByText(text);
});
