import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import { describe, expect, it, vi } from 'vitest';
import { deadlineLeftMs, REQUEST_DEADLINE_MS } from '#platform/http/request-deadline.ts';
import { PaymentError } from '#platform/ports/payments.ts';
import { useProviderInvoices } from '#testing/provider-invoices.ts';
import { paymentJobs } from './jobs.ts';
import { publishInvoice } from './publish.ts';

const { t, agent, provider, createInvoice: addInvoice, link, pay, read } = useProviderInvoices();
const rows = (text: string, id: number) => t.current.deps.database.query(text, [id]);

it.each(['cancelled', 'failed'])(
  'an invoice that is %s at the provider before it has a link gets none, and the next attempt creates another',
  async (status) => {
    const { id } = await addInvoice();
    const publish = provider.publishInvoice.bind(provider);
    vi.spyOn(provider, 'publishInvoice').mockImplementationOnce(async (input) => {
      const published = await publish(input);
      provider.of(published.providerInvoiceId).invoice.status = status;
      return { ...published, status };
    });
    const rejected = await link(id);
    expect([rejected.status, rejected.error.message]).toEqual([502, 'Failed to generate payment link']);
    const { body } = await agent.call(endpoints.getInvoice, { params: { id } });
    expect(body.data).toMatchObject({ square_public_url: null, square_invoice_id: null });
    expect((await link(id)).status).toBe(200);
    expect(
      await rows('select status from invoice_publications where invoice_id = $1 order by id', id),
    ).toEqual([{ status: 'cancelled' }, { status: 'published' }]);
  },
);

it('a customer that the provider no longer knows is created again', async () => {
  const { id, customer_id } = await addInvoice();
  const customers = () => rows('select 1 from payment_customers where client_id = $1', customer_id);
  const unknown = new PaymentError('not_found', 'there is no such customer');
  vi.spyOn(provider, 'publishInvoice').mockRejectedValueOnce(unknown);
  expect((await link(id)).status).toBe(502);
  expect(await customers()).toEqual([]);
  expect((await link(id)).status).toBe(200);
  expect(await customers()).toHaveLength(1);
});

it('a cancellation that fails on one account delays the other account for one round at most', async () => {
  vi.spyOn(t.current.deps.jobs, 'send').mockResolvedValue();
  const cancel = provider.cancelInvoice.bind(provider);
  const down = new PaymentError('unavailable', 'the token is refused');
  const cancelling = vi.spyOn(provider, 'cancelInvoice').mockRejectedValue(down);
  const ids: number[] = [];
  for (const account of ['BFA', 'BFA', 'BFA', 'BFS'] as const) {
    const { id } = await addInvoice({ account });
    ids.push(id);
    await link(id);
    t.current.clock.advance(1000);
    await agent.call(endpoints.voidInvoice, { params: { id } });
  }
  cancelling.mockImplementation(async (account, id) => {
    if (account === 'BFA') throw down;
    return cancel(account, id);
  });
  const maintenance = paymentJobs(t.current.deps).find(
    ({ queue }) => queue === 'invoice-publications-tending',
  );
  for (let round = 1; round <= 2; round += 1) {
    t.current.clock.advance(6 * 60_000);
    await maintenance?.work({});
  }
  expect(
    await t.current.deps.database.query(
      'select status from invoice_publications where invoice_id = any($1) order by invoice_id',
      [ids],
    ),
  ).toEqual([...Array(3).fill({ status: 'cancelling' }), { status: 'cancelled' }]);
});

describe('a page that was created although its response was lost', () => {
  /** The agent requested a link and got an error; the provider has one all the same. */
  async function lost() {
    const { id } = await addInvoice();
    const publish = provider.publishInvoice.bind(provider);
    vi.spyOn(provider, 'publishInvoice').mockImplementationOnce(async (input) => {
      await publish(input);
      throw new PaymentError('unavailable', 'the line was cut');
    });
    expect((await link(id)).status).toBe(502);
    const [page] = [...provider.stored.values()].slice(-1);
    if (!page) throw new Error('nothing was published');
    expect(page.invoice.status).toBe('unpaid');
    return { id, page };
  }
  const runMaintenance = () =>
    paymentJobs(t.current.deps)
      .find(({ queue }) => queue === 'invoice-publications-tending')
      ?.work({});

  it('is closed when the invoice is paid in cash', async () => {
    const { id, page } = await lost();
    expect((await pay(id, 10_000)).status).toBe(201);
    expect(page.invoice.status).toBe('cancelled');
    expect(await read(id)).toMatchObject({ status: 'paid', square_public_url: null });
  });

  it('is closed when a part was paid in cash, and no other page is created until one is requested', async () => {
    const { id, page } = await lost();
    await pay(id, 4000);
    expect(page.invoice.status).toBe('cancelled');
    expect(await read(id)).toMatchObject({ status: 'partially_paid', square_public_url: null });
    expect((await link(id)).status).toBe(200);
    expect([...provider.stored.values()].at(-1)?.requested.total_cents).toBe(6000);
  });

  it('is closed before one with another content replaces it', async () => {
    const { id, page } = await lost();
    await t.current.deps.database.query(`update invoices set title = 'Yearly review' where id = $1`, [id]);
    provider.calls.length = 0;
    expect((await link(id)).status).toBe(200);
    expect(page.invoice.status).toBe('cancelled');
    expect(provider.calls.lastIndexOf('publishInvoice')).toBeGreaterThan(
      provider.calls.indexOf('cancelInvoice'),
    );
  });

  it('is closed when the title of the invoice changes', async () => {
    const { id, page } = await lost();
    const params = { id };
    await agent.call(endpoints.updateInvoice, { params, body: { title: 'Yearly review' } });
    expect(page.invoice.status).toBe('cancelled');
    expect(await read(id)).toMatchObject({ status: 'draft', square_public_url: null });
  });

  it('is reused by the next attempt, and closed by the scheduled job when there is none for an hour', async () => {
    const { id, page } = await lost();
    t.current.clock.advance(50 * 60_000);
    expect((await link(id)).status).toBe(200);
    expect((await read(id)).square_invoice_id).toBe(page.invoice.providerInvoiceId);
    const left = await lost();
    t.current.clock.advance(50 * 60_000);
    await runMaintenance();
    expect(left.page.invoice.status).toBe('unpaid');
    t.current.clock.advance(11 * 60_000);
    await runMaintenance();
    expect(left.page.invoice.status).toBe('cancelled');
    expect(page.invoice.status).toBe('unpaid');
    expect(await read(left.id)).toMatchObject({ status: 'draft', square_public_url: null });
    expect((await link(left.id)).status).toBe(200);
  });

  it('leaves nothing to close, and creates nothing, where none was requested', async () => {
    const { id } = await addInvoice();
    const down = new PaymentError('unavailable', 'no response');
    vi.spyOn(provider, 'publishInvoice').mockRejectedValueOnce(down);
    expect((await link(id)).status).toBe(502);
    const pages = provider.stored.size;
    t.current.clock.advance(61 * 60_000);
    provider.calls.length = 0;
    await runMaintenance();
    expect([provider.calls, provider.stored.size]).toEqual([[], pages]);
    expect(await rows('select status from invoice_publications where invoice_id = $1', id)).toEqual([
      { status: 'cancelled' },
    ]);
  });

  it('counts what was paid there, however it came to be paid', async () => {
    const { id, page } = await lost();
    page.invoice.status = 'paid';
    provider.money(page.invoice.providerInvoiceId, { amount_cents: 10_000, at: t.current.clock.now() });
    t.current.clock.advance(61 * 60_000);
    await runMaintenance();
    expect(await read(id)).toMatchObject({ status: 'paid', paid_amount_cents: 10_000 });
  });
});

it("limits the provider's total time for a waiting agent, including browser retries, and leaves jobs unlimited", async () => {
  const { id } = await addInvoice();
  const left: number[] = [];
  vi.spyOn(provider, 'publishInvoice').mockImplementation(async () => {
    left.push(deadlineLeftMs());
    throw new PaymentError('unavailable', 'no response');
  });
  const headers = { 'idempotency-key': 'one operation of the agent' };
  for (let n = 0; n < 2; n += 1) {
    const { status } = await agent.call(endpoints.generateInvoiceLink, { params: { id }, headers });
    expect(status).toBe(502);
  }
  await publishInvoice(t.current.systemContext(), id).catch(() => undefined);
  const [first = 0, repeat = 0, job] = left;
  expect(first).toBeLessThanOrEqual(REQUEST_DEADLINE_MS);
  expect(repeat).toBeLessThan(first);
  expect(job).toBe(Number.POSITIVE_INFINITY);
});
