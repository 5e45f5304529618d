import {
  recordPayment,
  refundPayment,
  sendInvoice,
  voidInvoice,
} from '@ledgerline/contract/invoices/endpoints';
import { payOnPage } from '@ledgerline/contract/pay-page/endpoints';
import { pauseReminders, stopReminders } from '@ledgerline/contract/reminders/endpoints';
import { updateGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventHandlers, jobHandlers } from '#app';
import { getInvoiceForUpdate } from '#features/billing/invoice-store/change-invoice.ts';
import { deliverBuiltinEvents } from '#features/billing/provider/deliver-events.ts';
import { processEvent } from '#features/webhooks/receive-event.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPublishedInvoice } from '#testing/invoices.ts';
import { SmtpInbox } from '#testing/smtp-inbox.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { bookPayments } from './book-payments.ts';

const inbox = new SmtpInbox();
const t = useTestApp(async () => ({
  SMTP_URL: `smtp://${(await inbox.start()).host}`,
  PUBLIC_URL: 'https://portal.example',
}));
let agent: Awaited<ReturnType<typeof signInAs>>;

// Every queue accepts jobs but runs none: a test runs what it needs when it needs it.
beforeAll(async () => {
  const queues = jobHandlers(t.current.deps).map(({ queue }) => ({ queue, work: async () => undefined }));
  await t.current.deps.jobs.start(queues);
  agent = await signInAs(t.current, { is_owner: true });
});
afterAll(() => inbox.stop());
beforeEach(() => {
  inbox.received.length = 0;
});

const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);
const receiptsOf = (clientId: number) =>
  sql<{ to_address: string; language: string; subject: string; status: string; about: string }>(
    `select to_address, language, subject, status, about from mail_messages
      where client_id = $1 and kind = 'receipt' order by id`,
    [clientId],
  );

async function deliver(): Promise<void> {
  const queued = await sql<{ id: number }>(
    `select id from mail_messages where status = 'queued' order by id`,
  );
  const handlers = jobHandlers(t.current.deps).filter(({ queue }) => queue === 'mail');
  for (const { id } of queued) for (const handler of handlers) await handler.work({ id });
}

/** Every event of the built-in provider is received and processed twice. */
async function deliverEvents(): Promise<void> {
  await deliverBuiltinEvents(t.current.deps);
  const events = await sql<{ id: number }>('select id from provider_events order by id');
  for (const { id } of [...events, ...events]) await processEvent(t.current.deps, eventHandlers, id);
}

async function invoiced(client: Record<string, string> = {}) {
  const clientId = await buildClient(t.current, { pref_lang: 'Spanish', ...client });
  const invoice = await buildPublishedInvoice(t.current, { customer_id: clientId });
  return { clientId, ...invoice };
}

const pay = (id: number, amount_cents: number) =>
  agent.call(recordPayment, {
    params: { id },
    body: { amount_cents, payment_method: 'cash', paid_on: '2026-11-20', note: '' },
  });
/** The text part, unfolded and without its encoding of non-ASCII characters. */
const textOf = (email = '') => email.replaceAll(/=\r?\n/g, '');

describe('a receipt', () => {
  it('is emailed once after each payment, in the client’s language, with what is still due', async () => {
    const { clientId, id, token } = await invoiced();
    expect((await pay(id, 4000)).status).toBe(201);
    await deliver();
    const [part] = inbox.received;
    expect(textOf(part)).toContain('Gracias. Recibimos su pago de $40.00 por la factura');
    expect(textOf(part)).toContain('Saldo pendiente: $60.00');
    expect(textOf(part)).toContain(`https://portal.example/pay/${token}`);
    expect((await pay(id, 6000)).status).toBe(201);
    await deliver();
    expect(textOf(inbox.received[1])).toContain('su totalidad');
    expect(textOf(inbox.received[1])).not.toContain('/pay/');
    expect(await receiptsOf(clientId)).toMatchObject([
      { to_address: 'casey@example.test', language: 'es', status: 'sent' },
      { to_address: 'casey@example.test', language: 'es', status: 'sent' },
    ]);
  });

  it('is emailed once for a repeated request and for an event that is reported repeatedly, by two servers', async () => {
    const { clientId, id } = await invoiced();
    const call = () =>
      agent.call(recordPayment, {
        params: { id },
        body: { amount_cents: 4000, payment_method: 'cash', paid_on: '2026-11-20', note: '' },
        headers: { 'idempotency-key': 'receipt-once' },
      });
    await Promise.all([call(), call()]);
    await call();
    expect(await receiptsOf(clientId)).toHaveLength(1);
    const payment = {
      providerPaymentId: 'provider-payment-1',
      refundOf: null,
      kind: 'payment',
      status: 'completed',
      amount_cents: 6000,
      method: 'card',
      card_brand: 'Visa',
      card_last4: '1111',
      at: TEST_NOW,
    } as const;
    const report = (status: 'pending' | 'completed') =>
      t.current.deps.database.transaction(async (db) => {
        const ctx = { ...t.current.systemContext(), db };
        await bookPayments(ctx, await getInvoiceForUpdate(db, id), [{ ...payment, status }], 'BFS');
      });
    await report('pending');
    expect(await receiptsOf(clientId)).toHaveLength(1);
    await Promise.all([report('completed'), report('completed'), report('pending')]);
    await report('completed');
    expect(await receiptsOf(clientId)).toHaveLength(2);
  });

  it('is emailed after a payment on the payment page, not for one that was declined', async () => {
    const { clientId, token } = await invoiced();
    const attempt = (outcome: 'paid' | 'declined', key: string) =>
      t.current.call(payOnPage, { params: { token }, body: { key, outcome } });
    await attempt('declined', '6a1f1c1e-1111-4111-8111-111111111111');
    await deliverEvents();
    expect(await receiptsOf(clientId)).toEqual([]);
    await attempt('paid', '6a1f1c1e-2222-4222-8222-222222222222');
    await deliverEvents();
    expect(await receiptsOf(clientId)).toHaveLength(1);
  });

  it('is not emailed for a refund', async () => {
    const { clientId, id } = await invoiced();
    const paid = await pay(id, 10_000);
    await agent.call(refundPayment, {
      params: { id: paid.body.data.id },
      body: { kind: 'refund', amount_cents: 10_000, refunded_on: '2026-11-20', note: '' },
    });
    expect(await receiptsOf(clientId)).toHaveLength(1);
  });

  it.each([
    ['paused', pauseReminders],
    ['stopped', stopReminders],
  ] as const)('is not emailed while an agent has %s the reminders of the invoice', async (_, change) => {
    const { clientId, id } = await invoiced();
    expect((await agent.call(sendInvoice, { params: { id } })).status).toBe(200);
    expect((await agent.call(change, { params: { of: 'invoice', id } })).status).toBe(200);
    await pay(id, 4000);
    expect(await receiptsOf(clientId)).toEqual([]);
  });

  it('is not emailed while reminders of invoices are switched off, nor to an inactive client', async () => {
    const set = (reminders_of_invoices: boolean) =>
      agent.call(updateGlobalSettings, { body: { default_form_expiration_days: 7, reminders_of_invoices } });
    const off = await invoiced();
    await set(false);
    await pay(off.id, 4000);
    await set(true);
    const inactive = await invoiced({ status: 'inactive' });
    await pay(inactive.id, 4000);
    expect([...(await receiptsOf(off.clientId)), ...(await receiptsOf(inactive.clientId))]).toEqual([]);
  });

  it('is not emailed for a void invoice, nor without a mail server', async () => {
    const voided = await invoiced();
    await agent.call(voidInvoice, { params: { id: voided.id } });
    await t.current.deps.database.transaction(async (db) => {
      const ctx = { ...t.current.systemContext(), db };
      const payment = {
        providerPaymentId: 'late',
        refundOf: null,
        kind: 'payment',
        status: 'completed',
      } as const;
      const money = {
        amount_cents: 10_000,
        method: 'card',
        card_brand: null,
        card_last4: null,
        at: TEST_NOW,
      } as const;
      await bookPayments(ctx, await getInvoiceForUpdate(db, voided.id), [{ ...payment, ...money }], 'BFS');
    });
    const { email } = t.current.deps;
    Object.assign(t.current.deps, { email: { ...email, name: 'outbox' } });
    const unconnected = await invoiced();
    await pay(unconnected.id, 4000);
    Object.assign(t.current.deps, { email });
    expect([...(await receiptsOf(voided.clientId)), ...(await receiptsOf(unconnected.clientId))]).toEqual([]);
  });
});
