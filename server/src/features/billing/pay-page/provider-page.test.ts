import { generateInvoiceLink, updateInvoice } from '@ledgerline/contract/invoices/endpoints';
import { describe, expect, it, vi } from 'vitest';
import { TotalDiffers } from '#platform/ports/payments.ts';
import { useProviderInvoices } from '#testing/provider-invoices.ts';

const { t, agent, provider, page, published, read } = useProviderInvoices();
const DAY_MS = 86_400_000;
const LINES = [{ description: 'Plan review', quantity: 1, unit_price_cents: 9000 }];

/** An invoice whose page was removed by an edit and could not be replaced since. */
async function withoutPage() {
  const created = await published();
  provider.isDown = true;
  await agent.call(updateInvoice, { params: { id: created.id }, body: { line_items: LINES } });
  expect((await read(created.id)).square_invoice_id).toBeNull();
  return created;
}

describe('the address of an invoice with an outside provider', () => {
  it('limits provider calls per minute, and records rejected visits in the audit log', async () => {
    const { id, token } = await published();
    const statuses: number[] = [];
    for (let n = 0; n < 32; n += 1) statuses.push((await page(token)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429]);
    const rejected = await t.current.deps.database.query(
      `select entity, field, new_value from audit_events
        where action = 'limit_refused' and entity_id = $1 order by id`,
      [id],
    );
    const entry = { entity: 'invoice', field: 'getPayPage' };
    expect(rejected).toEqual([1, 2].map((n) => ({ ...entry, new_value: { attempts_this_hour: n } })));
  });

  it('reports while an edit is being published that its page is being prepared, with the current balance', async () => {
    const { id, token } = await withoutPage();
    const { status, body } = await page(token);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      state: 'preparing',
      redirect_url: null,
      total_cents: 9630,
      due_cents: 9630,
    });
    provider.isDown = false;
    await agent.call(generateInvoiceLink, { params: { id } });
    expect((await page(token)).body.data).toMatchObject({ state: 'open', due_cents: 9630 });
  });

  it('reports that it cannot be paid there while the provider rejects its content, until an edit changes that', async () => {
    const { id, token } = await published();
    const failing = vi.spyOn(provider, 'publishInvoice').mockImplementation(async () => {
      throw new TotalDiffers(9631, 9630, 'the order comes to 9631');
    });
    await agent.call(updateInvoice, { params: { id }, body: { line_items: LINES } });
    expect((await page(token)).body.data).toMatchObject({ state: 'not_payable', due_cents: 9630 });
    failing.mockRestore();
    provider.isDown = true;
    t.current.clock.advance(60_000);
    await agent.call(updateInvoice, { params: { id }, body: { title: 'Once more' } });
    expect((await page(token)).body.data.state).toBe('preparing');
    provider.isDown = false;
    await agent.call(generateInvoiceLink, { params: { id } });
    expect((await page(token)).body.data.state).toBe('open');
  });

  it('reports that it cannot be paid there once publishing is no longer retried', async () => {
    const { token } = await withoutPage();
    t.current.clock.advance(DAY_MS + 1);
    expect((await page(token)).body.data).toMatchObject({
      state: 'not_payable',
      redirect_url: null,
      due_cents: 9630,
    });
  });
});
