import * as invoices from '@ledgerline/contract/invoices/endpoints';
import { ACCOUNT_NAMES, type Account } from '@ledgerline/contract/rules';
import { getSessionPaymentData } from '@ledgerline/contract/sessions/endpoints';
import { afterEach, describe, expect, it } from 'vitest';
import { runDueSchedules } from '#features/billing/scheduler/run-due-schedules.ts';
import { seededRandom } from '#testing/random.ts';
import { buildSchedule } from '#testing/schedules.ts';
import { expectAllRight, expectSeparateAccounts } from '#testing/square-accounts.ts';
import {
  deliver,
  deliverAll,
  newInvoice,
  payAt,
  paymentsShown,
  publish,
  readInvoice,
  reconcile,
  squareAddress,
  useSquareOffice,
  work,
} from '#testing/square-office.ts';

const w = useSquareOffice();
const random = seededRandom(5);
afterEach(() => expectAllRight(w.current));

/** Creates the link, emails it, and follows the address in the email. */
async function emailed(account: Account = 'BFS') {
  const office = w.current;
  const invoice = await newInvoice(office, account);
  const { id, customer_id } = invoice;
  const link = await office.agent.call(invoices.generateInvoiceLink, { params: { id } });
  const { payment_url } = link.body;
  expect(payment_url).toMatch(/^https:\/\/portal\.example\.com\/pay\/[\w-]{43}$/);
  expect((await office.agent.call(invoices.sendInvoice, { params: { id } })).status).toBe(200);
  const emails = await office.t.deps.database.query<Record<string, unknown>>(
    'select * from mail_messages where client_id = $1',
    [customer_id],
  );
  expect(emails).toHaveLength(1);
  const address = await squareAddress(office, payment_url);
  if (!address) throw new Error('no payment page');
  expect(new URL(address).origin).toBe(office.fake.url);
  return {
    ...invoice,
    payment_url,
    address,
    squareId: (await readInvoice(office, id)).square_invoice_id ?? '',
  };
}

async function expectPaid({ id, session_id, payment_url }: Awaited<ReturnType<typeof emailed>>) {
  const row = await readInvoice(w.current, id);
  expect(row).toMatchObject({ status: 'paid', paid_amount_cents: row.total_cents, provider_status: 'paid' });
  expect(await paymentsShown(w.current, session_id)).toHaveLength(1);
  const shown = await w.current.agent.call(getSessionPaymentData, { params: { id: session_id } });
  expect(shown.body.data.transactions).toMatchObject([
    { kind: 'payment', payment_method: 'card', card_brand: 'Visa', amount: row.total_cents },
  ]);
  expect(await squareAddress(w.current, payment_url)).toBeNull();
}

describe.each(ACCOUNT_NAMES)('an invoice of %s whose client pays at Square', (account) => {
  it('is paid by events alone', async () => {
    const invoice = await emailed(account);
    expect(await readInvoice(w.current, invoice.id)).toMatchObject({
      status: 'sent',
      square_account: account,
    });
    expect(await payAt(invoice.address, 'all')).toBe(true);
    await deliverAll(w.current);
    await expectPaid(invoice);
    expect(await payAt(invoice.address, 'all')).toBe(false);
  });

  it('is paid by the hourly reconciliation alone, when no event ever arrives', async () => {
    const invoice = await emailed(account);
    await payAt(invoice.address, 'all');
    w.current.fake.outbox.drain();
    await reconcile(w.current);
    await expectPaid(invoice);
    await reconcile(w.current);
    await expectPaid(invoice);
  });

  it('is paid once by both, with events that are repeated, late and out of order', async () => {
    const invoice = await emailed(account);
    await payAt(invoice.address, 'all');
    const events = w.current.fake.outbox.drain();
    const shuffled = [...events, ...events].sort(() => random.next() - 0.5);
    await deliver(w.current, shuffled.slice(0, events.length));
    await reconcile(w.current);
    await work(w.current);
    await deliver(w.current, shuffled.slice(events.length));
    await work(w.current);
    await expectPaid(invoice);
  });
});

describe('a bank transfer', () => {
  it.each(['completed', 'failed'] as const)('is shown as pending until it is %s', async (end) => {
    const { id, address, payment_url, squareId } = await emailed();
    await payAt(address, 'bank');
    await deliverAll(w.current);
    expect(await readInvoice(w.current, id)).toMatchObject({ status: 'sent', provider_status: 'processing' });
    expect(await squareAddress(w.current, payment_url)).toBeNull();
    const voided = await w.current.agent.call(invoices.voidInvoice, { params: { id } });
    expect(voided.status).toBe(409);
    expect(await payAt(address, end)).toBe(true);
    await deliverAll(w.current);
    const expected =
      end === 'completed'
        ? { status: 'paid', provider_status: 'paid' }
        : { status: 'sent', provider_status: 'unpaid' };
    expect(await readInvoice(w.current, id)).toMatchObject({ ...expected, square_invoice_id: squareId });
  });
});

describe('money refunded at Square', () => {
  it('is shown, and the invoice stays paid', async () => {
    const { id, address, squareId } = await emailed('BFA');
    await payAt(address, 'all');
    const { fake } = w.current;
    const order = fake.invoice(squareId).order_id;
    const paymentId = fake.merchant('BFA').payments.find(({ order_id }) => order_id === order)?.id ?? '';
    fake.refund(paymentId, 1500);
    await deliver(w.current, fake.outbox.drain().toReversed());
    await work(w.current);
    const expected = { status: 'paid', refunded_cents: 1500, provider_status: 'partially_refunded' };
    expect(await readInvoice(w.current, id)).toMatchObject(expected);
    fake.refund(paymentId, 9200, { pending: true });
    await deliverAll(w.current);
    expect(await readInvoice(w.current, id)).toMatchObject(expected);
  });
});

it('is due again for a part payment, and the same address leads to a page for the full balance', async () => {
  const { id, payment_url, squareId } = await emailed();
  const { fake } = w.current;
  fake.refund(fake.pay(squareId, { amount: 2500 }).id, 2500);
  await deliverAll(w.current);
  await work(w.current);
  const row = await readInvoice(w.current, id);
  expect(row).toMatchObject({ status: 'sent', paid_amount_cents: 0, refunded_cents: 2500 });
  expect(row.square_invoice_id).not.toBe(squareId);
  expect(await payAt((await squareAddress(w.current, payment_url)) ?? '', 'all')).toBe(true);
  await deliverAll(w.current);
  expect(await readInvoice(w.current, id)).toMatchObject({
    status: 'paid',
    paid_amount_cents: row.total_cents,
  });
});

describe('an agent', () => {
  const voidIt = (id: number) => w.current.agent.call(invoices.voidInvoice, { params: { id } });

  it('who voids an invoice that was just paid leaves the payment recorded', async () => {
    const { id, address } = await emailed();
    await payAt(address, 'all');
    expect((await voidIt(id)).status).toBe(200);
    await work(w.current);
    await deliverAll(w.current);
    const row = await readInvoice(w.current, id);
    expect(row).toMatchObject({ status: 'void', paid_amount_cents: row.total_cents });
  });

  it('who voids while the client pays loses no cent in either order', async () => {
    for (let n = 0; n < 4; n += 1) {
      const { id, address, squareId } = await emailed();
      const voiding = voidIt(id);
      if (n % 2 === 1) await voiding;
      const [voided, isPaid] = await Promise.all([voiding, payAt(address, 'all')]);
      await work(w.current);
      await deliverAll(w.current);
      expect(voided.status).toBe(200);
      if (n % 2 === 1) expect(isPaid).toBe(false);
      const row = await readInvoice(w.current, id);
      expect(row).toMatchObject({ status: 'void', paid_amount_cents: isPaid ? row.total_cents : null });
      expect(w.current.fake.invoice(squareId).status).toBe(isPaid ? 'PAID' : 'CANCELED');
    }
  });

  it('who changes the total gets another invoice at Square behind the same address, and the old one is cancelled', async () => {
    const { id, address, payment_url, squareId } = await emailed('BFA');
    const line_items = [{ description: 'More', quantity: 2, unit_price_cents: 9999 }];
    const changed = await w.current.agent.call(invoices.updateInvoice, {
      params: { id },
      body: { line_items },
    });
    expect(changed.status).toBe(200);
    await work(w.current);
    const { square_invoice_id, total_cents } = await readInvoice(w.current, id);
    const { fake } = w.current;
    expect(fake.invoice(squareId).status).toBe('CANCELED');
    expect(square_invoice_id).not.toBe(squareId);
    const [request] = fake.invoice(square_invoice_id ?? '').payment_requests;
    expect(request.computed_amount_money.amount).toBe(total_cents);
    expect(await payAt(address, 'all')).toBe(false);
    const fresh = await squareAddress(w.current, payment_url);
    expect(await payAt(fresh ?? '', 'all')).toBe(true);
    await deliverAll(w.current);
    expect(await readInvoice(w.current, id)).toMatchObject({
      status: 'paid',
      paid_amount_cents: total_cents,
    });
  });

  it('who changes the total while the client pays a part requests only the balance', async () => {
    const { id, squareId } = await emailed();
    const { fake } = w.current;
    fake.pay(squareId, { amount: 2500 });
    const line_items = [{ description: 'More', quantity: 1, unit_price_cents: 20_000 }];
    await w.current.agent.call(invoices.updateInvoice, { params: { id }, body: { line_items } });
    await work(w.current);
    await deliverAll(w.current);
    await reconcile(w.current);
    const row = await readInvoice(w.current, id);
    expect(row).toMatchObject({ status: 'partially_paid', paid_amount_cents: 2500 });
    const [request] = fake.invoice(row.square_invoice_id ?? '').payment_requests;
    expect(request.computed_amount_money.amount).toBe(row.total_cents - 2500);
  });

  it('who records cash leaves an invoice for the balance at Square', async () => {
    const { id, payment_url } = await emailed();
    const body = { amount_cents: 700, payment_method: 'cash' as const, paid_on: '2026-11-20' };
    expect((await w.current.agent.call(invoices.recordPayment, { params: { id }, body })).status).toBe(201);
    await work(w.current);
    expect(await payAt((await squareAddress(w.current, payment_url)) ?? '', 'all')).toBe(true);
    await deliverAll(w.current);
    const row = await readInvoice(w.current, id);
    expect(row).toMatchObject({ status: 'paid', paid_amount_cents: row.total_cents });
  });
});

describe('the scheduler', () => {
  it('publishes one invoice at Square for each period, on any number of servers', async () => {
    const { t, fake } = w.current;
    const { id } = await buildSchedule(t, { is_sent: true });
    const count = fake.merchant('BFS').invoices.length;
    for (const day of ['2026-12-27', '2027-01-27']) {
      t.clock.set(new Date(`${day}T17:00:00Z`));
      await Promise.all([runDueSchedules(t.deps), runDueSchedules(t.deps)]);
      const jobs = [...w.current.jobs];
      w.current.jobs.push(...jobs);
      await work(w.current);
    }
    const created = await t.deps.database.query<{ square_invoice_id: string; status: string }>(
      'select * from invoices where recurring_payment_id = $1 and recurring_period > $2 order by id',
      [id, '2026-12-01'],
    );
    expect(created.map(({ status }) => status)).toEqual(['sent', 'sent']);
    expect(fake.merchant('BFS').invoices.length - count).toBe(2);
    fake.pay(created[0]?.square_invoice_id ?? '');
    await deliverAll(w.current);
    const paid = await t.deps.database.query(
      `select 1 from invoices where recurring_payment_id = $1 and status = 'paid'`,
      [id],
    );
    expect(paid).toHaveLength(1);
  });
});

it('never requests the address of one account with the token of the other', async () => {
  const [bfs, bfa] = [await newInvoice(w.current, 'BFS'), await newInvoice(w.current, 'BFA')];
  const ids = [await publish(w.current, bfs.id), await publish(w.current, bfa.id)];
  for (const id of ids) w.current.fake.pay(id);
  await deliverAll(w.current);
  await reconcile(w.current);
  const tokens = w.current.fake.http.calls.flatMap(({ headers }) => headers.authorization ?? []);
  expect(new Set(tokens).size).toBe(2);
  expectSeparateAccounts(w.current.fake);
});
