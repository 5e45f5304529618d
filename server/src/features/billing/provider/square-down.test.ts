import * as invoices from '@ledgerline/contract/invoices/endpoints';
import { getPayPage } from '@ledgerline/contract/pay-page/endpoints';
import * as providers from '@ledgerline/contract/providers/endpoints';
import { rateLimited, serverError } from '@ledgerline/fakes/square/failures';
import { afterEach, describe, expect, it } from 'vitest';
import { eventHandlers } from '#app';
import { retryWaiting } from '#features/webhooks/receive-event.ts';
import { expectAllRight } from '#testing/square-accounts.ts';
import {
  clockRuns,
  deliver,
  deliverAll,
  newInvoice,
  publish,
  readInvoice,
  useSquareOffice,
  work,
} from '#testing/square-office.ts';

const w = useSquareOffice();
const LINK_FAILED = 'Failed to generate payment link';
afterEach(async () => {
  await expectAllRight(w.current);
  await w.current.t.deps.database.query('delete from provider_events');
});

const parked = async () => (await w.current.agent.call(providers.listParkedEvents)).body.data;
const link = (id: number) => w.current.agent.call(invoices.generateInvoiceLink, { params: { id } });
const send = (id: number) => w.current.agent.call(invoices.sendInvoice, { params: { id } });

describe('while Square is unavailable', () => {
  const DOWN = [
    ['broken', serverError(503)],
    ['too busy', rateLimited(600)],
    ['silent on the line', { kind: 'cut', when: 'before' }],
  ] as const;

  it.each(DOWN)(
    '%s, the link fails with the message of the specification and nothing is half-done',
    async (_, failure) => {
      const { fake, t } = w.current;
      const { id, customer_id } = await newInvoice(w.current, 'BFA');
      fake.http.failNext(
        'POST',
        /^\/v2\/orders$/,
        failure,
        failure.kind === 'answer' && failure.status === 429 ? 2 : 6,
      );
      for (const action of [link, send]) {
        const { status, error } = await action(id);
        expect([status, error.message]).toEqual([502, LINK_FAILED]);
      }
      const untouched = { status: 'draft', sent_at: null, square_public_url: null, square_invoice_id: null };
      expect(await readInvoice(w.current, id)).toMatchObject(untouched);
      const emails = await t.deps.database.query('select 1 from mail_messages where client_id = $1', [
        customer_id,
      ]);
      expect(emails).toEqual([]);
      expect((await send(id)).status).toBe(200);
      expect(await readInvoice(w.current, id)).toMatchObject({ status: 'sent' });
      const customers = fake
        .merchant('BFA')
        .customers.filter(({ reference_id }) => reference_id === String(customer_id));
      expect(customers).toHaveLength(1);
    },
  );

  it('cancels an invoice whose publishing got no response when it is paid in cash', async () => {
    const { fake } = w.current;
    const { id } = await newInvoice(w.current);
    fake.http.failNext('POST', /\/publish$/, { kind: 'cut', when: 'after' }, 3);
    expect((await link(id)).status).toBe(502);
    const created = fake.merchant('BFS').invoices.at(-1);
    expect(created?.status).toBe('UNPAID');
    const body = { amount_cents: 10_700, payment_method: 'cash' as const, paid_on: '2026-11-20' };
    const paid = await w.current.agent.call(invoices.recordPayment, { params: { id }, body });
    expect(paid.body.invoice).toMatchObject({ status: 'paid' });
    await work(w.current);
    expect(created?.status).toBe('CANCELED');
  });

  it('cancels an abandoned one from the scheduled job', async () => {
    const { fake, t } = w.current;
    const { id } = await newInvoice(w.current, 'BFA');
    fake.http.failNext('POST', /\/publish$/, { kind: 'cut', when: 'after' }, 3);
    expect((await link(id)).status).toBe(502);
    const created = fake.merchant('BFA').invoices.at(-1);
    t.clock.advance(61 * 60_000);
    await clockRuns(w.current, 'invoice-publications-tending');
    expect(created?.status).toBe('CANCELED');
    expect(await readInvoice(w.current, id)).toMatchObject({ status: 'draft', square_public_url: null });
  });

  it('leaves nothing behind for one that never reached Square before its time was over', async () => {
    const { fake, t } = w.current;
    const { id } = await newInvoice(w.current, 'BFA');
    const count = fake.merchant('BFA').invoices.length;
    fake.http.failNext('POST', /^\/v2\/orders$/, { kind: 'cut', when: 'before' }, 3);
    expect((await link(id)).status).toBe(502);
    t.clock.advance(61 * 60_000);
    await clockRuns(w.current, 'invoice-publications-tending');
    expect(fake.merchant('BFA').invoices).toHaveLength(count);
    expect((await link(id)).status).toBe(200);
    expect(fake.merchant('BFA').invoices).toHaveLength(count + 1);
  });

  it("tells the agent about the total, without Square's own message", async () => {
    const { fake } = w.current;
    const { id } = await newInvoice(w.current, 'BFS', 1001);
    fake.switches.roundTaxUp = true;
    const { status, error } = await link(id);
    fake.switches.roundTaxUp = false;
    expect([status, error.message]).toEqual([
      409,
      'The payment provider calculated a different total ($10.72 instead of $10.71), so the invoice was not published. Change a price by a few cents and try again.',
    ]);
    expect((await link(id)).status).toBe(200);
  });

  it('with one account, the other continues', async () => {
    const { fake } = w.current;
    const [bfs, bfa] = [await newInvoice(w.current, 'BFS'), await newInvoice(w.current, 'BFA')];
    fake.setToken('BFS', 'revoked');
    expect((await link(bfs.id)).error.message).toBe(LINK_FAILED);
    const squareId = await publish(w.current, bfa.id);
    fake.pay(squareId);
    await deliverAll(w.current);
    expect(await readInvoice(w.current, bfa.id)).toMatchObject({ status: 'paid' });
    fake.setToken('BFS', 'active');
    expect((await link(bfs.id)).status).toBe(200);
  });

  it('events wait, are parked, and complete automatically when it is back', async () => {
    const { fake, t } = w.current;
    const { id } = await newInvoice(w.current);
    fake.pay(await publish(w.current, id));
    const events = fake.outbox.drain();
    await deliver(
      w.current,
      events.filter(({ type }) => type === 'payment.updated'),
    );
    fake.setToken('BFS', 'expired');
    await work(w.current);
    expect(await parked()).toHaveLength(1);
    fake.setToken('BFS', 'active');
    await retryWaiting(t.deps, eventHandlers);
    await work(w.current);
    expect(await readInvoice(w.current, id)).toMatchObject({ status: 'paid' });
  });

  it('a void takes effect, and the scheduled job cancels what it leaves at Square', async () => {
    const { fake, t } = w.current;
    const { id } = await newInvoice(w.current);
    const squareId = await publish(w.current, id);
    fake.setToken('BFS', 'expired');
    expect((await w.current.agent.call(invoices.voidInvoice, { params: { id } })).status).toBe(200);
    await work(w.current);
    expect(fake.invoice(squareId).status).toBe('UNPAID');
    fake.setToken('BFS', 'active');
    t.clock.advance(6 * 60_000);
    await clockRuns(w.current, 'invoice-publications-tending');
    expect(fake.invoice(squareId).status).toBe('CANCELED');
  });

  it('the page reports that the provider cannot be reached', async () => {
    const { fake } = w.current;
    const { id } = await newInvoice(w.current);
    const { body } = await link(id);
    fake.setToken('BFS', 'expired');
    const token = body.payment_url.split('/pay/')[1] ?? '';
    const { status, error } = await w.current.t.call(getPayPage, { params: { token } });
    fake.setToken('BFS', 'active');
    expect([status, error.code]).toEqual([502, 'provider_unavailable']);
    expect(error.message).not.toMatch(/square|token|401/i);
  });
});
