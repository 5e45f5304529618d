import { getAgent } from '@ledgerline/contract/agents/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { getSessionPaymentData } from '@ledgerline/contract/sessions/endpoints';
import { openEnvelope } from '@ledgerline/contract/signing/endpoints';
import {
  createSubmission,
  getSubmission,
  listSessionSubmissions,
  readSubmission,
} from '@ledgerline/contract/submissions/endpoints';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replaceCodeDrawing } from '../../components/ui/testing/drawn-codes.ts';
import { addedForm, aForm } from '../../features/sessions/testing/sessions.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { ADVISOR, aServer, card, PAGE } from '../testing/session-server.ts';

beforeEach(() => {
  replaceCodeDrawing();
  signInAs();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('the forms of a session', () => {
  it('show their state, the next signer and their cost, and list voided ones separately', async () => {
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
    await forms.findByText('Waiting for client to sign');
    forms.getByText('Pending Client Signature');
    forms.getByText('$128.40');
    const voided = within(forms.getByRole('region', { name: 'Voided Forms' }));
    voided.getByRole('button', { name: /Old agreement/ });
    expect(voided.queryByRole('button', { name: /^Get Form Link/ })).toBeNull();
  });

  it('are signed by an advisor in a frame whose message reloads the session', async () => {
    const server = aServer({}, [aForm({ pending_advisor_signature: true })]).reply(openEnvelope, {
      success: true,
      embedded_url: `${window.location.origin}/esign/ticket`,
      envelopeId: 'e1',
    });
    renderApp(PAGE);
    const sign = await screen.findByRole('button', { name: /^Sign as Advisor/ });
    await waitFor(() => expect(sign.getAttribute('aria-disabled')).toBeNull());
    await userEvent.click(sign);
    const frame = await screen.findByTitle('Signing page of Advisory Agreement');
    expect(frame.getAttribute('src')).toBe(`${window.location.origin}/esign/ticket`);
    expect(server.calls(openEnvelope)[0]?.query.get('signer')).toBe('advisor');
    const data = { type: 'signingComplete', sessionPath: PAGE, event: 'signing_complete' };
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

  it.each([
    ['decline', 'You declined to sign.'],
    ['session_timeout', 'closed after inactivity'],
    ['ttl_expired', 'available for a few minutes only'],
    [undefined, 'The signing page was closed.'],
  ])('are not shown as signed when the frame reports %s', async (event, sentence) => {
    const server = aServer({}, [aForm({ pending_advisor_signature: true })]).reply(openEnvelope, {
      success: true,
      embedded_url: `${window.location.origin}/esign/ticket`,
      envelopeId: 'e1',
    });
    renderApp(PAGE);
    const sign = await screen.findByRole('button', { name: /^Sign as Advisor/ });
    await waitFor(() => expect(sign.getAttribute('aria-disabled')).toBeNull());
    await userEvent.click(sign);
    await screen.findByTitle('Signing page of Advisory Agreement');
    const before = server.calls(listSessionSubmissions).length;
    const data = { type: 'signingComplete', sessionPath: PAGE, event };
    act(() => {
      window.dispatchEvent(new MessageEvent('message', { data, origin: window.location.origin }));
    });
    const dialog = await screen.findByRole('dialog', { name: 'The document was not signed' });
    within(dialog).getByText(new RegExp(sentence));
    expect(screen.queryByText('Signed.')).toBeNull();
    expect(screen.queryByTitle('Signing page of Advisory Agreement')).toBeNull();
    await waitFor(() => expect(server.calls(listSessionSubmissions).length).toBeGreaterThan(before));
    await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are signed on another host by navigating the whole tab', async () => {
    const embedded_url = 'https://sign.outside.example/envelope?once=1';
    aServer({}, [aForm({ pending_advisor_signature: true })]).reply(openEnvelope, {
      success: true,
      embedded_url,
      envelopeId: 'e1',
    });
    renderApp(PAGE);
    const sign = await screen.findByRole('button', { name: /^Sign as Advisor/ });
    await waitFor(() => expect(sign.getAttribute('aria-disabled')).toBeNull());
    const assign = vi.fn();
    vi.spyOn(window, 'location', 'get').mockReturnValue({
      ...window.location,
      assign,
    } as unknown as Location);
    await userEvent.click(sign);
    await waitFor(() => expect(assign).toHaveBeenCalledWith(embedded_url));
    await screen.findByText('Opening the signing page…');
    vi.restoreAllMocks();
  });

  it('open in a dialog, and their link in one on top; Esc closes one dialog at a time', async () => {
    aServer()
      .reply(getSubmission, { success: true, data: { ...aForm({ type: 'Web Form' }), form_data: null } })
      .reply(readSubmission, { success: true, read_at: '2026-11-20T15:00:00.000Z' })
      .replyError(createClientLink, 'wrong_state', 'Not now.');
    renderApp(PAGE);
    await userEvent.click(await screen.findByRole('button', { name: '1. Advisory Agreement' }));
    const form = await screen.findByRole('dialog', { name: 'Advisory Agreement' });
    await userEvent.click(await within(form).findByRole('button', { name: 'Get Form Link' }));
    const link = await screen.findByRole('dialog', { name: 'Get Form Link' });
    // Elements later in the page are painted over earlier ones.
    expect(form.compareDocumentPosition(link)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Get Form Link' })).toBeNull());
    screen.getByRole('dialog', { name: 'Advisory Agreement' });
  });

  it('wait for no one once a signer has declined', async () => {
    aServer({}, [aForm({ status: 'declined', display_status: 'declined', pending_advisor_signature: true })]);
    renderApp(PAGE);
    const forms = await card('Forms & Documents');
    await forms.findByText('declined');
    expect(forms.queryByText(/Waiting for (advisor|client) to sign/)).toBeNull();
    expect(forms.queryByRole('button', { name: /^Sign as Advisor/ })).toBeNull();
  });

  it('cannot be signed by an agent who is not an advisor', async () => {
    const server = aServer({}, [aForm({ pending_advisor_signature: true })]).reply(getAgent, {
      success: true,
      data: { ...ADVISOR, is_advisor: false },
    });
    renderApp(PAGE);
    const sign = await screen.findByRole('button', { name: /^Sign as Advisor/ });
    await userEvent.click(sign);
    await screen.findByText(/^Only advisors sign documents\./);
    expect(server.calls(openEnvelope)).toHaveLength(0);
  });

  it('can be added from templates that the session does not use yet', async () => {
    const server = aServer().respond(createSubmission, () => Response.json(addedForm(8), { status: 201 }));
    renderApp(PAGE);
    await userEvent.click(await screen.findByRole('button', { name: 'Add Forms' }));
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
  ])('stay selected when the server responds with %d', async (status, message, text) => {
    aServer().respond(createSubmission, () => Response.json({ success: false, message }, { status }));
    renderApp(PAGE);
    await userEvent.click(await screen.findByRole('button', { name: 'Add Forms' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Forms' }));
    await userEvent.click(await dialog.findByLabelText('Privacy Notice'));
    await userEvent.click(dialog.getByRole('button', { name: 'Add 1 to Session' }));
    await dialog.findByText(text);
    dialog.getByRole('button', { name: 'Add 1 to Session' });
  });
});

describe('the payment card', () => {
  it('is hidden when no payment is due', async () => {
    aServer();
    renderApp(PAGE);
    await card('Send to client');
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
          kind: 'payment' as const,
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
        {
          id: 1,
          title: 'Onboarding',
          external_ref: 'INV-1',
          status: 'partially_paid',
          payment_state: 'partially_paid' as const,
          total_cents: 5000,
          is_made_by_schedule: false,
        },
      ],
      paid_cents: 2500,
      settled_cents: 2500,
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
