import { randomUUID } from 'node:crypto';
import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import { listNotifications } from '@ledgerline/contract/notifications/endpoints';
import { getPayPage, payOnPage } from '@ledgerline/contract/pay-page/endpoints';
import { listToday } from '@ledgerline/contract/today/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExternalPayments } from '#testing/external-payments.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { type Caller, TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Caller;
const review = { description: 'Review', quantity: 1, unit_price_cents: 10_000 };
type Line = typeof review;
const credit = { description: 'Credit', quantity: 1, unit_price_cents: -10_000 };

beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});
beforeEach(() => t.current.clock.set(TEST_NOW));

async function create(line_items: Line[] = [review, credit], values: object = {}) {
  const customer_id = await buildClient(t.current, { primary_email: 'ana@example.test' });
  const { body } = await agent.call(endpoints.createInvoice, {
    body: { title: 'Review', customer_id, square_account: 'BFS', line_items, ...values },
  });
  return { id: body.id, customer_id };
}
const read = async (id: number) => (await agent.call(endpoints.getInvoice, { params: { id } })).body.data;
const send = (id: number) => agent.call(endpoints.sendInvoice, { params: { id } });
const edit = (id: number, line_items: Line[]) =>
  agent.call(endpoints.updateInvoice, { params: { id }, body: { line_items } });
const tokenOf = async (id: number) => (await read(id)).square_public_url?.split('/pay/')[1] ?? '';
const page = async (token: string) => (await t.current.call(getPayPage, { params: { token } })).body.data;

/** The built-in provider, and an outside one. */
const providers = [
  ['the built-in provider', () => null],
  ['an outside provider', () => new ExternalPayments()],
] as const;

describe.each(providers)('an invoice with nothing to pay, with %s', (_, buildProvider) => {
  let external: ExternalPayments | null;
  beforeAll(() => {
    const { deps } = t.current;
    const before = deps.payments;
    external = buildProvider();
    if (external) deps.payments = external;
    return () => {
      deps.payments = before;
    };
  });

  it('is paid once it is sent, without a call to the provider, and requests nothing', async () => {
    const { id, customer_id } = await create();
    expect(await read(id)).toMatchObject({ status: 'draft', total_cents: 0, external_ref: null });
    const sent = await send(id);
    expect(sent.body.data).toMatchObject({
      status: 'paid',
      sent_at: TEST_NOW.toISOString(),
      paid_at: TEST_NOW.toISOString(),
      paid_amount_cents: null,
      square_invoice_id: null,
      progress: 100,
    });
    expect((await send(id)).body.data).toEqual(sent.body.data);
    expect(external?.calls ?? []).toEqual([]);
    const emails = await t.current.deps.database.query(
      `select kind from mail_messages where client_id = $1`,
      [customer_id],
    );
    expect(emails).toEqual([{ kind: 'invoice' }]);
    const token = await tokenOf(id);
    expect(await page(token)).toMatchObject({ state: 'nothing_due', due_cents: 0, redirect_url: null });
    const paying = await t.current.call(payOnPage, {
      params: { token },
      body: { key: randomUUID(), outcome: 'paid', method: 'card' },
    });
    expect([paying.status, paying.error.code]).toEqual(external ? [404, 'not_found'] : [409, 'wrong_state']);
    const refused = await agent.call(endpoints.recordPayment, {
      params: { id },
      body: { amount_cents: 1, payment_method: 'cash', paid_on: '2026-11-20', note: '' },
    });
    expect(refused.error.message).toBe('Nothing is due on this invoice. No payment can be recorded on it.');
    await agent.call(endpoints.refreshInvoice, { params: { id } });
    expect((await read(id)).status).toBe('paid');
    // No payment was received, so agents are not notified of one.
    expect((await agent.call(listNotifications, {})).body.data).toEqual([]);
  });

  it('is paid when an edit leaves nothing to pay, and its address stays', async () => {
    const { id } = await create([review]);
    await send(id);
    const token = await tokenOf(id);
    const { status, body } = await edit(id, [review, credit]);
    expect([status, body.data.status, body.data.total_cents]).toEqual([200, 'paid', 0]);
    expect(await tokenOf(id)).toBe(token);
    expect(await page(token)).toMatchObject({ state: 'nothing_due', total_cents: 0, redirect_url: null });
    expect((await edit(id, [review])).error.message).toBe('A paid invoice cannot be edited.');
  });

  it('can be paid at the same address once a draft has something to pay again', async () => {
    const { id } = await create();
    await agent.call(endpoints.generateInvoiceLink, { params: { id } });
    const token = await tokenOf(id);
    expect(await page(token)).toMatchObject({ state: 'nothing_due' });
    expect((await read(id)).status).toBe('draft');
    const moved = await agent.call(endpoints.updateInvoice, {
      params: { id },
      body: { customer_id: await buildClient(t.current) },
    });
    expect(moved.status).toBe(409);
    await edit(id, [review]);
    expect(await tokenOf(id)).toBe(token);
    expect(await page(token)).toMatchObject({ state: 'open', due_cents: 10_000 });
  });
});

it('may be one invoice of a schedule, but not the invoice that started it (decision 092)', async () => {
  const { id: first } = await create([review], { is_recurring: true });
  const { id: later } = await create([review]);
  await t.current.deps.database.query(
    `update invoices set is_recurring = true, recurring_payment_id = (select recurring_payment_id from invoices where id = $2)
      where id = $1`,
    [later, first],
  );
  expect((await edit(later, [review, credit])).body.data).toMatchObject({ total_cents: 0, status: 'draft' });
  const { status, error } = await edit(first, [review, credit]);
  expect(status).toBe(400);
  expect(error.message).toMatch(/^A recurring invoice must have a total above zero/);
});

it('is not an overdue item of Today, as a draft or sent', async () => {
  const { id: draft } = await create(undefined, { due_date: '2026-11-01' });
  const { id: sent } = await create(undefined, { due_date: '2026-11-01' });
  const { id: owed } = await create([review], { due_date: '2026-11-01' });
  await send(sent);
  const { body } = await agent.call(listToday, {});
  const listed = body.lines.map(({ invoice_id }) => invoice_id);
  expect(listed).toContain(owed);
  expect(listed).not.toContain(draft);
  expect(listed).not.toContain(sent);
});
