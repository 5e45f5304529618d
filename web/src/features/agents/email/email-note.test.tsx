import {
  cancelEmailChange,
  confirmEmailAsOwner,
  getEmailState,
  sendEmailLink,
} from '@ledgerline/contract/agents/emails/endpoints';
import { updateAgent } from '@ledgerline/contract/agents/endpoints';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CONFIRMED, grace, openAgent } from '../testing/open-agent.ts';

const CHANGE = {
  email: 'new@example.com',
  is_change: true,
  state: 'open' as const,
  sent_at: '2026-11-20T15:00:00Z',
  expires_at: '2026-11-21T15:00:00Z',
};
const SENT = 'We sent a confirmation link to new@example.com.';
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
  it('is announced with how it takes effect, and the form keeps the address in use', async () => {
    await openWithChange();
    expect(screen.getByText(SENT)).toBeDefined();
    expect(screen.getByLabelText(/Email/)).toHaveProperty('value', grace.email);
    expect(screen.getByText(/A confirmation link was sent to new@example.com/)).toBeDefined();
  });

  it('is sent again, confirmed without the link or canceled', async () => {
    const { server } = await openWithChange();
    server.reply(sendEmailLink, { success: true, message: 'Sent again.' });
    await press('Send Link Again');
    await screen.findByText('Sent again.');
    server.refuse(confirmEmailAsOwner, 'duplicate', 'This email is already in use by another agent');
    await press('Confirm Without Link');
    await screen.findByText('This email is already in use by another agent');
    server.reply(getEmailState, { success: true, data: CONFIRMED });
    server.reply(cancelEmailChange, { success: true, message: 'The change was canceled.' });
    await press('Cancel Change');
    await waitFor(() => expect(screen.queryByText('New email address not confirmed yet')).toBeNull());
  });
});

it('shows nothing about a confirmed address', async () => {
  await openAgent(grace);
  expect(screen.queryByText(/not confirmed/)).toBeNull();
});
