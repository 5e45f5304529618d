import { randomUUID } from 'node:crypto';
import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import { getPayPage, payOnPage } from '@ledgerline/contract/pay-page/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliverBuiltinEvents } from '#features/billing/provider/deliver-events.ts';
import { PaymentError } from '#platform/ports/payments.ts';
import { signInAs } from '#testing/factories.ts';
import { buildPublishedInvoice } from '#testing/invoices.ts';
import { withProvider } from '#testing/replaced-provider.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Caller;

beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const remove = (id: number, headers: Record<string, string> = {}) =>
  agent.call(endpoints.deleteInvoice, { params: { id }, headers });
const read = (id: number) => agent.call(endpoints.getInvoice, { params: { id } });
const statusOf = async (providerId: string) =>
  (await t.current.deps.payments.getInvoice('BFS', providerId)).status;

describe('deleting a draft with a payment link', () => {
  it('deletes the draft once its link is cancelled, and returns the same response on retry', async () => {
    const { id, providerInvoiceId, token } = await buildPublishedInvoice(t.current);
    const headers = { 'idempotency-key': randomUUID() };
    const { status, body } = await remove(id, headers);
    expect([status, body.message]).toEqual([200, 'Invoice deleted.']);
    expect((await remove(id, headers)).status).toBe(200);
    expect((await remove(id)).status).toBe(404);
    expect((await read(id)).status).toBe(404);
    expect(await statusOf(providerInvoiceId)).toBe('cancelled');
    expect((await t.current.call(getPayPage, { params: { token } })).status).toBe(404);
  });

  it('leaves no provider event that cannot be processed', async () => {
    const { id } = await buildPublishedInvoice(t.current);
    await remove(id);
    await deliverBuiltinEvents(t.current.deps);
    const rows = await t.current.deps.database.query(`select 1 from provider_events where status = 'parked'`);
    expect(rows).toEqual([]);
  });

  it('keeps the draft, deletable later, when the provider is unavailable or the server stops halfway', async () => {
    const { id, providerInvoiceId } = await buildPublishedInvoice(t.current);
    const away = async (): Promise<never> => {
      throw new PaymentError('unavailable', 'down');
    };
    const failed = await withProvider(t.current, { cancelInvoice: away }, () => remove(id));
    expect([failed.status, failed.error.message]).toEqual([
      502,
      'Couldn’t cancel the payment link, so the invoice wasn’t deleted. Please try again.',
    ]);
    expect((await read(id)).body.data).toMatchObject({ status: 'draft', square_public_url: null });
    expect((await remove(id)).status).toBe(200);
    expect(await statusOf(providerInvoiceId)).toBe('cancelled');
  });

  it('keeps the draft when money arrived through its link before it was cancelled', async () => {
    const { id, token } = await buildPublishedInvoice(t.current);
    const body = { key: randomUUID(), outcome: 'partial', amount_cents: 2500 } as const;
    await t.current.call(payOnPage, { params: { token }, body });
    const { status, error } = await remove(id);
    expect([status, error.code]).toEqual([409, 'wrong_state']);
    expect((await read(id)).body.data).toMatchObject({ status: 'partially_paid', paid_amount_cents: 2500 });
  });
});
