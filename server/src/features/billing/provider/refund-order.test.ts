import { randomUUID } from 'node:crypto';
import * as invoices from '@ledgerline/contract/invoices/endpoints';
import { getPayPage } from '@ledgerline/contract/pay-page/endpoints';
import { getReminders } from '@ledgerline/contract/reminders/endpoints';
import { getSessionPaymentData } from '@ledgerline/contract/sessions/endpoints';
import type { OutgoingEvent } from '@ledgerline/fakes/square/events';
import { afterEach, describe, expect, it } from 'vitest';
import { expectAllRight } from '#testing/square-accounts.ts';
import {
  deliver,
  deliverAll,
  newInvoice,
  payAt,
  readInvoice,
  type SquareOffice,
  squareAddress,
  useSquareOffice,
  work,
} from '#testing/square-office.ts';

const w = useSquareOffice();
afterEach(() => expectAllRight(w.current));

const TODAY = '2026-11-20';
const TOTAL = 10_700;
const minutePasses = ({ t }: SquareOffice) => t.clock.advance(61_000);

async function sentInvoice() {
  const { agent } = w.current;
  const created = await newInvoice(w.current);
  const { body } = await agent.call(invoices.generateInvoiceLink, { params: { id: created.id } });
  expect((await agent.call(invoices.sendInvoice, { params: { id: created.id } })).status).toBe(200);
  await deliverAll(w.current);
  const squareId = (await readInvoice(w.current, created.id)).square_invoice_id ?? '';
  return { ...created, payment_url: body.payment_url, squareId };
}

/** A sent invoice of 107 dollars, and a check of 60 dollars that an agent recorded on it. */
async function withCheck() {
  const created = await sentInvoice();
  const { agent } = w.current;
  const check = await agent.call(invoices.recordPayment, {
    params: { id: created.id },
    body: { amount_cents: 6000, payment_method: 'check', paid_on: TODAY, note: '' },
  });
  expect(check.status).toBe(201);
  await deliverAll(w.current);
  minutePasses(w.current);
  return { ...created, checkId: check.body.data.id };
}

/** The client pays the balance at Square; Square's events are still on their way. */
async function payBalance(payment_url: string): Promise<OutgoingEvent[]> {
  expect(await payAt((await squareAddress(w.current, payment_url)) ?? '', 'all')).toBe(true);
  minutePasses(w.current);
  return w.current.fake.outbox.drain();
}

async function expectRefunded(
  { id, session_id, payment_url }: { id: number; session_id: number; payment_url: string },
  kept_cents: number,
): Promise<void> {
  const { agent, t } = w.current;
  const stored = { status: 'paid', payment_state: 'partially_refunded', paid_amount_cents: kept_cents };
  expect(await readInvoice(w.current, id)).toMatchObject(stored);
  const { body: list } = await agent.call(invoices.listInvoices, { query: { status: 'paid' } });
  expect(list.data.find((row) => row.id === id)).toMatchObject(stored);
  const token = new URL(payment_url).pathname.split('/').at(-1) ?? '';
  const page = await t.call(getPayPage, { params: { token } });
  expect(page.body.data).toMatchObject({ state: 'refunded', due_cents: 0, paid_cents: kept_cents + 6000 });
  const session = await agent.call(getSessionPaymentData, { params: { id: session_id } });
  expect(session.body.data).toMatchObject({ paid_cents: kept_cents, settled_cents: TOTAL });
  const reminders = await agent.call(getReminders, { params: { of: 'invoice', id } });
  expect(reminders.body.data.next_at).toBeNull();
}

describe('a refund that is recorded before the portal learns of an earlier final payment', () => {
  it('makes nothing due again when recorded by an agent', async () => {
    const created = await withCheck();
    const events = await payBalance(created.payment_url);
    const { agent } = w.current;
    const body = { kind: 'refund', amount_cents: 6000, refunded_on: TODAY, note: '' } as const;
    expect((await agent.call(invoices.refundPayment, { params: { id: created.checkId }, body })).status).toBe(
      201,
    );
    await work(w.current);
    await deliver(w.current, events.toReversed());
    await work(w.current);
    await expectRefunded(created, 4700);
  });

  it('makes nothing due again when Square refunds a payment at an earlier page', async () => {
    const { fake, agent } = w.current;
    const created = await sentInvoice();
    const first = fake.pay(created.squareId, { amount: 6000 });
    await deliverAll(w.current);
    minutePasses(w.current);
    const check = { amount_cents: 700, payment_method: 'check', paid_on: TODAY, note: '' } as const;
    await agent.call(invoices.recordPayment, { params: { id: created.id }, body: check });
    await deliverAll(w.current);
    minutePasses(w.current);
    const paid = await payBalance(created.payment_url);
    fake.refund(first.id, 6000);
    const refunded = fake.outbox.drain();
    await deliver(w.current, refunded.toReversed());
    await work(w.current);
    await deliver(w.current, paid.toReversed());
    await work(w.current);
    await expectRefunded(created, 4700);
  });
});

it('does not count a refunded part payment after the total was lowered, paid and returned', async () => {
  const { agent, fake } = w.current;
  const created = await sentInvoice();
  const { payment_url } = created;
  const part = fake.pay(created.squareId, { amount: 5350 });
  minutePasses(w.current);
  fake.refund(part.id, 5350);
  await deliverAll(w.current);
  minutePasses(w.current);
  const lines = { line_items: [{ description: 'Plan review', quantity: 1, unit_price_cents: 5000 }] };
  expect((await agent.call(invoices.updateInvoice, { params: { id: created.id }, body: lines })).status).toBe(
    200,
  );
  await deliverAll(w.current);
  expect(await readInvoice(w.current, created.id)).toMatchObject({ status: 'sent', total_cents: 5350 });
  minutePasses(w.current);
  await deliver(w.current, await payBalance(payment_url));
  await work(w.current);
  expect(await readInvoice(w.current, created.id)).toMatchObject({
    status: 'paid',
    payment_state: 'partially_refunded',
  });
  const { body: all } = await agent.call(invoices.listInvoiceTransactions, { params: { id: created.id } });
  const last = all.data.findLast(({ kind }) => kind === 'payment');
  const body = { kind: 'reversal', amount_cents: 5350, refunded_on: TODAY, note: '' } as const;
  await agent.call(invoices.refundPayment, {
    params: { id: last?.id ?? 0 },
    body,
    headers: { 'idempotency-key': randomUUID() },
  });
  await work(w.current);
  const row = await readInvoice(w.current, created.id);
  expect(row).toMatchObject({ status: 'sent', payment_state: 'sent', paid_amount_cents: 0 });
  expect(await payAt((await squareAddress(w.current, payment_url)) ?? '', 'all')).toBe(true);
  await deliverAll(w.current);
  expect(await readInvoice(w.current, created.id)).toMatchObject({ status: 'paid', paid_amount_cents: 5350 });
});
