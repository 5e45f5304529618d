import { emailLink, listClientEmails } from '@ledgerline/contract/link-emails/endpoints';
import { getReminders } from '@ledgerline/contract/reminders/endpoints';
import { createClientLink, createPublicLink } from '@ledgerline/contract/secure-links/endpoints';
import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { aReminderLine } from '../../testing/reminders.ts';
import { somePublicSettings } from '../../testing/settings.ts';
import { aLink, aServer, EMAILED, showDialog as show, URL_OF_LINK } from './testing/link-dialog.tsx';

describe('the public link of an e-signature form', () => {
  const target = { type: 'DocuSign', form_link_id: 'advisory', client: null };

  it('is created by the server and never expires', async () => {
    const server = aServer().reply(createPublicLink, aLink()).start();
    show(target);
    await screen.findByDisplayValue(URL_OF_LINK);
    screen.getByText('Accessible to anyone');
    screen.getByText('No expiration');
    expect(server.calls(createPublicLink)[0]?.body).toEqual({ formId: 1, expirationHours: 168 });
  });

  it('shows what failed, with Retry', async () => {
    const server = aServer().replyError(createPublicLink, 'not_allowed', 'No.').start();
    show(target);
    await screen.findByText('Failed to fetch secure token');
    server.reply(createPublicLink, aLink());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByDisplayValue(URL_OF_LINK);
  });
});

describe('emailing a link', () => {
  async function openEmail() {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Email Link' }));
  }

  it('is sent to the client’s address in the client’s language, and is listed', async () => {
    const server = aServer()
      .reply(createClientLink, aLink())
      .reply(emailLink, { success: true, message: 'Mail sent.', data: EMAILED })
      .start();
    await openEmail();
    expect(screen.getByLabelText('To')).toHaveProperty('value', 'maria@example.com');
    screen.getByText('The email is written in Spanish.');
    await userEvent.type(screen.getByLabelText('Message (optional)'), 'Hello Maria');
    server.reply(listClientEmails, { success: true, data: [EMAILED] });
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText(/^Link to the form “Personal Information” emailed to maria@example\.com/);
    expect(server.calls(emailLink)[0]?.body).toEqual({
      session_form_id: 1,
      to_address: 'maria@example.com',
      message: 'Hello Maria',
    });
  });

  it('rejects an invalid address, and shows the server’s message', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = aServer()
      .reply(createClientLink, aLink())
      .replyError(emailLink, 'wrong_state', 'Mail is not set up.')
      .start();
    await openEmail();
    const to = screen.getByLabelText('To');
    await userEvent.clear(to);
    await userEvent.type(to, 'nobody');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText('Please enter a valid email address');
    expect(server.calls(emailLink)).toEqual([]);
    await userEvent.type(to, '@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText('Mail is not set up.');
  });

  it('shows the next reminder after emailing, and the reminders already sent', async () => {
    const server = aServer()
      .reply(createClientLink, aLink())
      .reply(emailLink, { success: true, message: 'Mail sent.', data: EMAILED })
      .start();
    await openEmail();
    expect(screen.queryByRole('group', { name: 'Reminders' })).toBeNull();
    const reminder = { ...EMAILED, id: 2, kind: 'reminder', subject: 'Reminder: your form' };
    server
      .reply(getReminders, { success: true, data: aReminderLine() })
      .reply(listClientEmails, { success: true, data: [reminder, EMAILED] });
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    const part = within(await screen.findByRole('group', { name: 'Reminders' }));
    part.getByText(/^Next reminder .* · 1 of 4 sent$/);
    expect(server.calls(getReminders).map(({ path }) => path)).toContain('/reminders/form/1');
    await screen.findByText(/^Reminder of “Personal Information” emailed to maria@example\.com/);
  });

  it.each([
    ['sent', null, /^Link to the form “Personal Information” emailed to maria@example\.com · .*M$/],
    ['queued', null, /^Link to the form “Personal Information” being sent to maria@example\.com · .*M$/],
    [
      'queued',
      'connect ECONNREFUSED',
      /^Not sent yet: Link to the form “Personal Information” to maria@example\.com · .*M · Trying again · connect ECONNREFUSED$/,
    ],
    [
      'failed',
      'mailbox unknown',
      /^Not sent: Link to the form “Personal Information” to maria@example\.com · .*M · mailbox unknown$/,
    ],
  ] as const)('lists an email that is %s (error: %s)', async (status, error, text) => {
    aServer()
      .reply(createClientLink, aLink())
      .reply(listClientEmails, { success: true, data: [{ ...EMAILED, status, error }] })
      .start();
    show();
    await screen.findByText(text);
  });

  it('is replaced by copying without a mail server', async () => {
    aServer()
      .reply(getPublicSettings, { success: true, data: somePublicSettings({ is_email_connected: false }) })
      .reply(createClientLink, aLink())
      .start();
    show();
    await screen.findByText('Email isn’t connected. Copy the link instead.');
    expect(screen.queryByRole('button', { name: 'Email Link' })).toBeNull();
    screen.getByRole('button', { name: 'Copy Link' });
    screen.getByRole('link', { name: 'Text Link' });
  });
});
