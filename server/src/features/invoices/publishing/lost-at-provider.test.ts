import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import { expect, it, vi } from 'vitest';
import { PaymentError } from '#providers/payments/port.ts';
import { useOutsideDesk } from '#testing/outside-desk.ts';
import { invoiceJobs } from '../jobs.ts';

const { t, agent, provider, made, link } = useOutsideDesk();
const rows = (text: string, id: number) => t.current.deps.database.query(text, [id]);

it.each(['cancelled', 'failed'])(
  'an invoice that is %s at the provider before it has a link gets none, and the next try makes another',
  async (status) => {
    const { id } = await made();
    const publish = provider.publishInvoice.bind(provider);
    vi.spyOn(provider, 'publishInvoice').mockImplementationOnce(async (asked) => {
      const published = await publish(asked);
      provider.of(published.providerInvoiceId).invoice.status = status;
      return { ...published, status };
    });
    const refused = await link(id);
    expect([refused.status, refused.error.message]).toEqual([502, 'Failed to generate payment link']);
    const { body } = await agent.call(endpoints.getInvoice, { params: { id } });
    expect(body.data).toMatchObject({ square_public_url: null, square_invoice_id: null });
    expect((await link(id)).status).toBe(200);
    expect(
      await rows('select status from invoice_publications where invoice_id = $1 order by id', id),
    ).toEqual([{ status: 'cancelled' }, { status: 'published' }]);
  },
);

it('a customer whom the provider knows no more is asked for again', async () => {
  const { id, customer_id } = await made();
  const customers = () => rows('select 1 from payment_customers where client_id = $1', customer_id);
  const unknown = new PaymentError('not_found', 'there is no such customer');
  vi.spyOn(provider, 'publishInvoice').mockRejectedValueOnce(unknown);
  expect((await link(id)).status).toBe(502);
  expect(await customers()).toEqual([]);
  expect((await link(id)).status).toBe(200);
  expect(await customers()).toHaveLength(1);
});

it('what one account cannot take back keeps the other account waiting for one round at most', async () => {
  vi.spyOn(t.current.deps.jobs, 'send').mockResolvedValue();
  const cancel = provider.cancelInvoice.bind(provider);
  const down = new PaymentError('unavailable', 'the token is refused');
  const cancelling = vi.spyOn(provider, 'cancelInvoice').mockRejectedValue(down);
  const ids: number[] = [];
  for (const account of ['BFA', 'BFA', 'BFA', 'BFS'] as const) {
    const { id } = await made({ account });
    ids.push(id);
    await link(id);
    t.current.clock.advance(1000);
    await agent.call(endpoints.voidInvoice, { params: { id } });
  }
  cancelling.mockImplementation(async (account, id) => {
    if (account === 'BFA') throw down;
    return cancel(account, id);
  });
  const tending = invoiceJobs(t.current.deps).find(({ queue }) => queue === 'invoice-publications-tending');
  for (let round = 1; round <= 2; round += 1) {
    t.current.clock.advance(6 * 60_000);
    await tending?.work({});
  }
  expect(
    await t.current.deps.database.query(
      'select status from invoice_publications where invoice_id = any($1) order by invoice_id',
      [ids],
    ),
  ).toEqual([...Array(3).fill({ status: 'cancelling' }), { status: 'cancelled' }]);
});
