import * as invoices from '@ledgerline/contract/invoices/endpoints';
import { describe, expect, it, vi } from 'vitest';
import { PaymentError } from '#platform/ports/payments.ts';
import { useProviderInvoices } from '#testing/provider-invoices.ts';
import { TEST_NOW } from '#testing/test-app.ts';
import { paymentJobs } from './jobs.ts';

const { t, agent, provider, published, read, page, pay, current } = useProviderInvoices();

describe('a payment at a page that is cancelled before its event arrives', () => {
  const edit = (id: number, unit_price_cents: number) =>
    agent.call(invoices.updateInvoice, {
      params: { id },
      body: { line_items: [{ description: 'Plan review and more', quantity: 1, unit_price_cents }] },
    });

  it('is not requested again by the next page', async () => {
    const { id } = await published();
    const before = await current(id);
    before.invoice.status = 'paid';
    provider.money(before.invoice.providerInvoiceId, { amount_cents: 10_700, at: TEST_NOW });
    const { body } = await edit(id, 12_000);
    expect(body.data).toMatchObject({ status: 'partially_paid', paid_amount_cents: 10_700 });
    expect((await current(id)).requested.total_cents).toBe(2140);
  });

  it('leaves no page when it covers the full total, from any path that requests one', async () => {
    const { id } = await published();
    const before = await current(id);
    before.invoice.status = 'paid';
    provider.money(before.invoice.providerInvoiceId, { amount_cents: 10_700, at: TEST_NOW });
    const pages = provider.stored.size;
    const { body } = await edit(id, 10_000);
    expect(body.data).toMatchObject({ status: 'paid', square_public_url: null });
    const link = await agent.call(invoices.generateInvoiceLink, { params: { id } });
    expect([link.status, provider.stored.size]).toEqual([409, pages]);
  });

  it('stays recorded on a void invoice', async () => {
    const { id } = await published();
    const before = await current(id);
    before.invoice.status = 'paid';
    provider.money(before.invoice.providerInvoiceId, { amount_cents: 10_700, at: TEST_NOW });
    await agent.call(invoices.voidInvoice, { params: { id } });
    expect(await read(id)).toMatchObject({ status: 'void', paid_amount_cents: 10_700 });
  });
});

it('creates no other page while the provider refuses to close one that can be paid', async () => {
  const { id } = await published();
  const before = await current(id);
  const cancelling = vi
    .spyOn(provider, 'cancelInvoice')
    .mockRejectedValue(new PaymentError('wrong_state', 'a payment was under way'));
  await pay(id, 700);
  const link = await agent.call(invoices.generateInvoiceLink, { params: { id } });
  expect([link.status, link.error.message]).toEqual([502, 'Failed to generate payment link']);
  expect((await read(id)).square_public_url).toBeNull();
  cancelling.mockRestore();
  expect((await agent.call(invoices.generateInvoiceLink, { params: { id } })).status).toBe(200);
  expect(before.invoice.status).toBe('cancelled');
  expect((await current(id)).requested.total_cents).toBe(10_000);
});

it("creates a page when an edit changes what the provider's page shows, and none for other edits", async () => {
  const { id, token } = await published();
  const before = await current(id);
  const edit = (body: object) => agent.call(invoices.updateInvoice, { params: { id }, body });
  await edit({ full_name: 'Ana Other', phone: '+13055550100' });
  expect(await current(id)).toBe(before);
  await edit({ title: 'Yearly review', due_date: '2026-12-24' });
  expect(before.invoice.status).toBe('cancelled');
  expect((await current(id)).requested).toMatchObject({ title: 'Yearly review', due_date: '2026-12-24' });
  expect((await page(token)).body.data).toMatchObject({ state: 'open', due_cents: 10_700 });
});

it('lets the scheduled job create a page that could not be replaced during a long outage', async () => {
  const { id, url } = await published();
  const sending = vi.spyOn(t.current.deps.jobs, 'send').mockResolvedValue();
  const publishing = vi
    .spyOn(provider, 'publishInvoice')
    .mockRejectedValueOnce(new PaymentError('unavailable', 'no response'));
  await pay(id, 700);
  publishing.mockRestore();
  expect((await read(id)).square_public_url).toBeNull();
  const maintenance = paymentJobs(t.current.deps).find(
    ({ queue }) => queue === 'invoice-publications-tending',
  );
  t.current.clock.advance(6 * 60_000);
  await maintenance?.work({});
  expect((await read(id)).square_public_url).toBeNull();
  t.current.clock.advance(10 * 60_000);
  await maintenance?.work({});
  sending.mockRestore();
  expect((await read(id)).square_public_url).toBe(url);
  expect((await current(id)).requested.total_cents).toBe(10_000);
});

it('limits provider calls however many visitors open a link', async () => {
  const { token } = await published();
  provider.calls.length = 0;
  const answers: number[] = [];
  for (let n = 0; n < 32; n += 1) answers.push((await page(token)).status);
  expect(answers).toEqual([...Array(30).fill(200), 429, 429]);
  expect(provider.calls).toEqual(Array(30).fill('getInvoice'));
});

it('retries a page that the provider refuses to replace for a day, not forever', async () => {
  const { id } = await published();
  const publishing = vi
    .spyOn(provider, 'publishInvoice')
    .mockRejectedValue(new PaymentError('invalid', 'the order was rejected'));
  await pay(id, 700);
  const maintenance = paymentJobs(t.current.deps).find(
    ({ queue }) => queue === 'invoice-publications-tending',
  );
  const triesOf = async (hours: number) => {
    publishing.mockClear();
    for (let hour = 0; hour < hours; hour += 1) {
      t.current.clock.advance(3_600_000);
      await maintenance?.work({});
    }
    return publishing.mock.calls.length;
  };
  expect(await triesOf(24)).toBeGreaterThan(0);
  await triesOf(3);
  expect(await triesOf(24)).toBe(0);
  publishing.mockRestore();
});
