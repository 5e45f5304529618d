import { type Agent, getAgent } from '@ledgerline/contract/agents/endpoints';
import { getClient } from '@ledgerline/contract/clients/endpoints';
import { openEnvelope } from '@ledgerline/contract/esign/endpoints';
import { listFolders } from '@ledgerline/contract/folders/endpoints';
import { listClientMail, mailLink } from '@ledgerline/contract/mail/endpoints';
import {
  deleteSession,
  generateSessionToken,
  getSession,
  getSessionPaymentData,
  listClientSessions,
  type Session,
  updateSession,
} from '@ledgerline/contract/sessions/endpoints';
import { createSubmission, listSessionSubmissions } from '@ledgerline/contract/submissions/endpoints';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { listTemplates } from '@ledgerline/contract/templates/endpoints';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aClient } from '../../features/clients/testing/clients.ts';
import { aForm, aSession, aTemplate } from '../../features/sessions/testing/sessions.ts';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';

// jsdom draws nothing.
vi.mock('../../components/ui/qr-drawing.ts', () => ({
  loadLogo: async () => null,
  drawReadableCode: () => true,
}));

const PAGE = '/crm/clients/7/sessions/5';
const LINK = 'http://portal.test/secure/a.b.c';
const SLOW = { timeout: 5000 };

const ADVISOR: Agent = {
  id: 7,
  email: 'ada@example.com',
  username: 'ada',
  first_name: 'Ada',
  last_name: 'Byron',
  is_advisor: true,
  is_owner: false,
  is_developer: false,
  has_all_staff_access: false,
  client_count: 0,
};

beforeEach(() => {
  signInAs();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

function aServer(fields: Partial<Session> = {}, forms: SubmissionRow[] = [aForm()]) {
  const session = aSession({ forms_count: forms.length, ...fields });
  const payments = { transactions: [], recurringPayment: null, invoices: [] };
  const templates = [aTemplate(1, 'Advisory Agreement'), aTemplate(2, 'Privacy Notice', 'PDF')];
  return fakeServer()
    .reply(getSession, { success: true, data: session, session })
    .reply(listSessionSubmissions, { success: true, sessionForms: forms })
    .reply(getSessionPaymentData, { success: true, ...payments, data: payments })
    .reply(generateSessionToken, {
      success: true,
      token: 'a.b.c',
      url: LINK,
      expiresAt: '2099-01-01T15:00:00.000Z',
      expiresSoon: false,
      message: '',
    })
    .reply(getClient, { success: true, data: aClient(7) })
    .reply(getAgent, { success: true, data: ADVISOR })
    .reply(listTemplates, { success: true, forms: templates })
    .reply(listClientMail, { success: true, data: [] })
    .reply(listFolders, { success: true, data: [], folders: [] })
    .reply(listClientSessions, { success: true, data: [], sessions: [] });
}

async function card(name: string) {
  return within(await screen.findByRole('region', { name }, SLOW));
}

describe('the session page', () => {
  it('shows name, client, derived status and dates', async () => {
    aServer({ status: 'Pending Client Signature' });
    renderApp(PAGE);
    const header = await card('Session');
    for (const text of ['Session 1', 'Pending Client Signature', 'Nov 20, 2026', 'Never', '1 form'])
      header.getByText(text);
    expect(header.getByRole('link', { name: 'Maria Alvarez' }).getAttribute('href')).toBe('/crm/clients/7');
  });

  it('calls a client without names Unknown Client', async () => {
    aServer({ client_first_name: null, client_last_name: null });
    renderApp(PAGE);
    (await card('Session')).getByRole('link', { name: 'Unknown Client' });
  });

  it('fetches the secure link when it opens, for 168 hours', async () => {
    const server = aServer();
    renderApp(PAGE);
    await (await card('Secure Link')).findByDisplayValue(LINK);
    expect(server.calls(generateSessionToken).map(({ body }) => body)).toEqual([
      { accessType: 'client_access', expirationHours: 168 },
    ]);
  });

  it('offers Retry when the link cannot be had', async () => {
    const server = aServer().refuse(generateSessionToken, 'not_allowed', 'No.');
    renderApp(PAGE);
    const link = await card('Secure Link');
    await link.findByText('Failed to get secure token');
    server.reply(generateSessionToken, {
      success: true,
      token: '',
      url: '',
      expiresAt: '',
      expiresSoon: false,
      message: '',
    });
    await userEvent.click(link.getByRole('button', { name: 'Retry' }));
    await link.findByText('No secure link available. Please try again.');
  });

  it('says that the link is not there yet while it is being made', async () => {
    aServer().respond(generateSessionToken, () => new Promise<Response>(() => undefined));
    renderApp(PAGE);
    const link = await card('Secure Link');
    await userEvent.click(link.getByRole('button', { name: 'View Client Session' }));
    link.getByText('Secure link not available yet. Please wait for it to generate.');
  });

  it('extends the same link', async () => {
    const server = aServer();
    renderApp(PAGE);
    const link = await card('Secure Link');
    await link.findByDisplayValue(LINK);
    await userEvent.click(link.getByRole('button', { name: 'Extend' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '14 days' }));
    await waitFor(() => expect(server.calls(generateSessionToken)).toHaveLength(2));
    expect(server.calls(generateSessionToken)[1]?.body).toMatchObject({ expirationHours: 336, extend: true });
  });

  it('mails the link of the session to the client', async () => {
    const server = aServer().refuse(mailLink, 'not_allowed', 'Mail is not set up.');
    renderApp(PAGE);
    const link = await card('Secure Link');
    await userEvent.click(await link.findByRole('button', { name: 'Email link' }));
    await userEvent.type(link.getByLabelText('To'), 'maria@example.com');
    await userEvent.click(link.getByRole('button', { name: 'Send' }));
    await link.findByText('Mail is not set up.');
    expect(server.calls(mailLink)[0]?.body).toEqual({ session_id: 5, to_address: 'maria@example.com' });
  });

  it.each([
    [404, 'Session not found or has been deleted.'],
    [403, 'The session could not be loaded.'],
  ])('says with a way back what %d means', async (status, text) => {
    aServer().respond(getSession, () => Response.json({ success: false, message: 'No.' }, { status }));
    renderApp(PAGE);
    await screen.findByText(text, {}, SLOW);
    const links = screen.getAllByRole('link', { name: 'Back to the client' });
    expect(links.every((link) => link.getAttribute('href') === '/crm/clients/7')).toBe(true);
  });

  it('does not show the session of another client', async () => {
    aServer({ client_id: 8 });
    renderApp(PAGE);
    await screen.findByText('Session not found or has been deleted.', {}, SLOW);
  });

  it.each([
    [404, 'Client not found.'],
    [403, 'Error loading client: No.'],
  ])('says what %d of the client means', async (status, text) => {
    aServer().respond(getClient, () => Response.json({ success: false, message: 'No.' }, { status }));
    renderApp(PAGE);
    await screen.findByText(text, {}, SLOW);
  });

  it('shows a session of a browser as Local Session, without asking the server for it', async () => {
    const server = aServer();
    renderApp('/crm/clients/7/sessions/TEMP_abcdefgh12345678');
    await screen.findByRole('heading', { name: 'Local Session' }, SLOW);
    expect(server.calls(getSession)).toHaveLength(0);
    expect(server.calls(generateSessionToken)).toHaveLength(0);
  });
});

describe('the forms of a session', () => {
  it('say what state they are in, who acts next and what they cost, voided ones apart', async () => {
    aServer({}, [
      aForm({
        pending_client_signature: true,
        display_status: 'Pending Client Signature',
        final_form_total: 128.4,
      }),
      aForm({ id: 4, title: 'Old agreement', is_voided: true, display_status: 'Voided', category: 'voided' }),
    ]);
    renderApp(PAGE);
    const forms = await card('Forms & Documents');
    await forms.findByText('Client signs next');
    forms.getByText('Pending Client Signature');
    forms.getByText('$128.40');
    const voided = within(forms.getByRole('region', { name: 'Voided Forms' }));
    voided.getByRole('button', { name: /Old agreement/ });
    expect(voided.queryByRole('button', { name: /^Get Form Link/ })).toBeNull();
  });

  it('are signed by an advisor in a frame, whose message loads the session anew', async () => {
    const server = aServer({}, [aForm({ pending_advisor_signature: true })]).reply(openEnvelope, {
      success: true,
      embedded_url: '/esign/ticket',
      envelopeId: 'e1',
    });
    renderApp(PAGE);
    const sign = await screen.findByRole('button', { name: /^Sign as advisor/ }, SLOW);
    await waitFor(() => expect(sign.getAttribute('aria-disabled')).toBeNull());
    await userEvent.click(sign);
    const frame = await screen.findByTitle('Signing page of Advisory Agreement');
    expect(frame.getAttribute('src')).toBe(`${window.location.origin}/esign/ticket`);
    expect(server.calls(openEnvelope)[0]?.query.get('signer')).toBe('advisor');
    const data = { type: 'signingComplete', sessionPath: PAGE };
    act(() => {
      window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://elsewhere.test' }));
    });
    screen.getByTitle('Signing page of Advisory Agreement');
    const before = server.calls(listSessionSubmissions).length;
    act(() => {
      window.dispatchEvent(new MessageEvent('message', { data, origin: window.location.origin }));
    });
    await waitFor(() => expect(screen.queryByTitle('Signing page of Advisory Agreement')).toBeNull());
    await waitFor(() => expect(server.calls(listSessionSubmissions).length).toBeGreaterThan(before));
  });

  it('are not signed by an agent who is no advisor', async () => {
    const server = aServer({}, [aForm({ pending_advisor_signature: true })]).reply(getAgent, {
      success: true,
      data: { ...ADVISOR, is_advisor: false },
    });
    renderApp(PAGE);
    const sign = await screen.findByRole('button', { name: /^Sign as advisor/ }, SLOW);
    await userEvent.click(sign);
    await screen.findByText(/^Only advisors sign documents\./);
    expect(server.calls(openEnvelope)).toHaveLength(0);
  });

  it('are added from the templates that the session does not have', async () => {
    const server = aServer().respond(createSubmission, () =>
      Response.json({ success: true, id: 8, data: { id: 8 } }, { status: 201 }),
    );
    renderApp(PAGE);
    await userEvent.click(await screen.findByRole('button', { name: 'Add Forms' }, SLOW));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Forms' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add to Session' }));
    dialog.getByText('Please select at least one form');
    expect(dialog.queryByLabelText('Advisory Agreement')).toBeNull();
    await userEvent.click(await dialog.findByLabelText('Privacy Notice'));
    await userEvent.click(dialog.getByRole('button', { name: 'Add 1 to Session' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Forms' })).toBeNull());
    expect(server.calls(createSubmission)[0]?.body).toEqual({ form_id: 2, session_id: 5 });
  });

  it.each([
    [
      409,
      'The form is already in this session.',
      'Cannot create duplicate form: The form is already in this session.',
    ],
    [403, 'No.', 'Failed to create forms. Please try again.'],
  ])('stay chosen when %d refuses them', async (status, message, text) => {
    aServer().respond(createSubmission, () => Response.json({ success: false, message }, { status }));
    renderApp(PAGE);
    await userEvent.click(await screen.findByRole('button', { name: 'Add Forms' }, SLOW));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Forms' }));
    await userEvent.click(await dialog.findByLabelText('Privacy Notice'));
    await userEvent.click(dialog.getByRole('button', { name: 'Add 1 to Session' }));
    await dialog.findByText(text);
    dialog.getByRole('button', { name: 'Add 1 to Session' });
  });
});

describe('the payment card', () => {
  it('is hidden when nothing is to be paid', async () => {
    aServer();
    renderApp(PAGE);
    await card('Secure Link');
    expect(screen.queryByRole('region', { name: 'Payment Information' })).toBeNull();
  });

  it.each(['Forms in Progress', 'Payment Pending', 'Payment Received'] as const)(
    'reads %s',
    async (state) => {
      aServer({ payment_card: state, subtotal_cents: 12000, total_cents: 12000 });
      renderApp(PAGE);
      const payments = await card('Payment Information');
      payments.getByText(state);
      expect(payments.queryByText('Sales tax')).toBeNull();
    },
  );

  it('lists tax, transactions, the recurring payment and invoices', async () => {
    const payments = {
      transactions: [
        {
          id: 1,
          payment_method: 'card' as const,
          card_brand: 'Visa',
          card_last4: '4242',
          amount: 12840,
          payment_status: 'completed',
          created_at: '2026-11-20T15:00:00.000Z',
        },
      ],
      recurringPayment: { frequency: 'MONTHLY', next_payment_date: '2026-12-20' },
      invoices: [
        { id: 1, title: 'Onboarding', external_ref: 'INV-1', status: 'partially_paid', total_cents: 5000 },
      ],
    };
    const sums = { subtotal_cents: 12000, tax_cents: 840, total_cents: 12840, include_sales_tax: true };
    aServer({ payment_card: 'Payment Received', ...sums }).reply(getSessionPaymentData, {
      success: true,
      ...payments,
      data: payments,
    });
    renderApp(PAGE);
    const shown = await card('Payment Information');
    await shown.findByText('Card Visa •••• 4242');
    for (const text of [
      'Sales tax',
      '$8.40',
      'monthly',
      'Next: Dec 20, 2026',
      'Onboarding',
      'INV-1 · partially paid',
    ])
      shown.getByText(text);
  });
});

describe('notes and deletion of a session', () => {
  it('keeps notes that could not be saved, with a text', async () => {
    aServer({ notes: '<p>Call first</p>' }).refuse(updateSession, 'not_allowed', 'No.');
    renderApp(PAGE);
    const notes = await card('Agent Notes');
    notes.getByText('Call first');
    await userEvent.click(notes.getByRole('button', { name: 'Edit: Agent Notes' }));
    const editor = await card('Agent Notes');
    await userEvent.click(editor.getByRole('button', { name: 'Save' }));
    await editor.findByText('Failed to save agent notes. Please try again.');
    editor.getByRole('button', { name: 'Save' });
  });

  it('asks before it deletes, with the forms only when told so, then goes to the client', async () => {
    const server = aServer().reply(deleteSession, { success: true });
    const { router } = renderApp(PAGE);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Session' }, SLOW));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete session?' }));
    dialog.getByText(/Session 1/);
    await userEvent.click(dialog.getByLabelText('Delete its 1 form too'));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Session' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/7'), SLOW);
    expect(server.calls(deleteSession)[0]?.body).toEqual({ deleteForms: true });
  });

  it('says when the session could not be deleted, and logs why', async () => {
    aServer().refuse(deleteSession, 'not_allowed', 'No.');
    renderApp(PAGE);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Session' }, SLOW));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete session?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Session' }));
    await dialog.findByText('Could not delete session. Check console for details.');
    expect(vi.mocked(console.error)).toHaveBeenCalled();
  });
});
