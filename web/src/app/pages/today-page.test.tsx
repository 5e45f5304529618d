import { getClient } from '@ledgerline/contract/clients/endpoints';
import { draftSessionInvoice, getInvoice } from '@ledgerline/contract/invoices/endpoints';
import { emailLink } from '@ledgerline/contract/link-emails/endpoints';
import { createClientLink, listClientLinks } from '@ledgerline/contract/secure-links/endpoints';
import { generateSessionToken } from '@ledgerline/contract/sessions/endpoints';
import { getGlobalSettings, getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { createTask } from '@ledgerline/contract/tasks/endpoints';
import { snoozeItem } from '@ledgerline/contract/today/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  anItem,
  atNine,
  findAction,
  openToday,
  todayServer,
  user,
} from '../../features/today/testing/today-server.ts';
import { aClientRow } from '../../testing/client-row.ts';
import { somePublicSettings, someSettings } from '../../testing/settings.ts';

const UNOPENED = anItem({
  kind: 'not_opened',
  id: 5,
  title: 'Intake',
  submission_id: 9,
  form_id: 3,
  since: '2026-11-19T15:00:00Z',
});
const EMAIL = {
  id: 1,
  kind: 'form_link',
  to_address: 'ana@example.com',
  subject: 'Your form',
  language: 'en',
  about: 'Intake',
  status: 'queued',
  error: null,
  client_id: 1,
  session_id: null,
  session_form_id: 9,
  link_ends_at: null,
  sent_by: 'Ada Byron',
  created_at: '2026-11-23T14:00:00Z',
  sent_at: null,
} as const;

const URL_OF_LINK = 'http://portal.test/a.b.c';
const LINK = { token: 'a', expiresAt: '2026-12-24T15:00:00Z', expiresSoon: false };
const CREATED = {
  success: true,
  data: { ...LINK, formUrl: URL_OF_LINK, sessionFormId: 9, title: 'Intake', status: 'pending' },
} as const;
const TOKEN = { ...LINK, success: true, message: 'Ready.', url: URL_OF_LINK } as const;

beforeEach(() => {
  atNine();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('actions of other features on Today', () => {
  it('email a link again to the stored address and snooze its item for three days', async () => {
    const { server } = todayServer([UNOPENED]);
    const client = { ...aClientRow(1, { primary_email: 'ana@example.com' }), created_at: '2026-01-01' };
    server
      .reply(getClient, { success: true, data: client })
      .reply(emailLink, { success: true, message: 'On its way.', data: EMAIL });
    openToday();
    await user().click(await findAction(/^Send Again: Not opened yet: Intake, Ana Ruiz$/));
    const dialog = within(await screen.findByRole('dialog', { name: 'Email Link' }));
    expect((await dialog.findByLabelText<HTMLInputElement>('To')).value).toBe('ana@example.com');
    await user().click(dialog.getByRole('button', { name: 'Send' }));
    await screen.findByText('If the link isn’t opened, you’ll be reminded in 3 days.');
    screen.getByText('On its way.');
    expect(server.calls(emailLink)[0]?.body).toEqual({ session_form_id: 9, to_address: 'ana@example.com' });
    expect(server.calls(snoozeItem)[0]?.body).toMatchObject({ kind: 'not_opened', until: '2026-11-26' });
    await screen.findByText('You’re all caught up.');
  });

  it.each([
    ['of a form', UNOPENED],
    ['of a session', { ...UNOPENED, submission_id: null, form_id: null, session_id: 6 }],
  ])('copy the link %s without a mail server', async (_, item) => {
    const { server } = todayServer([item]);
    server
      .reply(getPublicSettings, { success: true, data: somePublicSettings({ is_email_connected: false }) })
      .reply(getGlobalSettings, { success: true, data: someSettings() })
      .reply(listClientLinks, { success: true, data: [] })
      .replyError(createClientLink, 'wrong_state', 'Not now.')
      .replyError(generateSessionToken, 'wrong_state', 'Not now.');
    openToday();
    await user().click(await findAction(/^Send Again: Not opened yet: Intake, Ana Ruiz$/));
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy Link' }));
    dialog.getByText('Email isn’t connected. Copy the link instead.');
    await dialog.findByText('Not now.');
    server.reply(createClientLink, CREATED).reply(generateSessionToken, TOKEN);
    await user().click(dialog.getByRole('button', { name: 'Retry' }));
    await dialog.findByDisplayValue(URL_OF_LINK);
    dialog.getByRole('button', { name: 'Copy Link' });
  });

  it('show in the item why no invoice could be prepared, and open one on Try Again', async () => {
    const { server } = todayServer([
      anItem({
        kind: 'unbilled',
        id: 6,
        title: 'Intake',
        session_id: 6,
        submission_id: 9,
        amount_cents: 26_750,
      }),
    ]);
    server.replyError(draftSessionInvoice, 'wrong_state', 'Nothing is to be billed.');
    openToday();
    await user().click(await findAction(/^Invoice: Ready to invoice: Intake/));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Nothing is to be billed.');
    await user().click(within(alert).getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(server.calls(draftSessionInvoice)).toHaveLength(2));
  });

  it('add a task without a client, also when the queue is empty', async () => {
    const { server } = todayServer([]);
    server.replyError(createTask, 'wrong_state', 'Not now.');
    openToday();
    await screen.findByText('You’re all caught up.');
    await user().click(screen.getByRole('button', { name: 'Add Task' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Task' }));
    await user().type(dialog.getByRole('textbox', { name: /^Task/ }), 'Order folders');
    await user().click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText(/Not now\./);
    expect(server.calls(createTask)[0]?.body).toMatchObject({ title: 'Order folders', client_id: null });
  });

  it('show in the item that an invoice could not be loaded', async () => {
    const { server } = todayServer([anItem({ kind: 'invoice_overdue', id: 2, title: 'Fee', invoice_id: 2 })]);
    server.replyError(getInvoice, 'not_found', 'There is no such invoice.');
    openToday();
    await user().click(await findAction(/^Send Again: Invoice overdue: Fee/));
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such invoice.');
  });
});
