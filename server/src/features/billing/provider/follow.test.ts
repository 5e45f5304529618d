import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as invoices from '@ledgerline/contract/invoices/endpoints';
import { describe, expect, it } from 'vitest';
import { dataPaths } from '#platform/data-folder.ts';
import { TotalDiffers } from '#platform/ports/payments.ts';
import { buildClient } from '#testing/factories.ts';
import { useProviderInvoices } from '#testing/provider-invoices.ts';
import { TEST_NOW } from '#testing/test-app.ts';
import { applyProviderUpdate } from './apply-provider-update.ts';

const setup = useProviderInvoices();
const { t, agent, provider, read, page, pay, current } = setup;
const published = () => setup.published({ pref_lang: 'Spanish' });

describe('the payment link with an outside provider', () => {
  it('is our own, stays the same, and leads to a fresh address each time', async () => {
    const { id, url, token } = await published();
    expect(url).toMatch(/^https:\/\/portal\.example\/pay\/[\w-]{40,}$/);
    expect((await read(id)).square_public_url).toBe(url);
    const again = await agent.call(invoices.generateInvoiceLink, { params: { id } });
    expect(again.body.payment_url).toBe(url);
    const [first, second] = [await page(token), await page(token)];
    expect(first.body.data).toMatchObject({ state: 'open', due_cents: 10_700, language: 'es' });
    expect(first.body.data.redirect_url).toMatch(/^https:\/\/pay\.outside\.example\//);
    expect(second.body.data.redirect_url).not.toBe(first.body.data.redirect_url);
    const stored = await t.current.deps.database.query(
      `select 1 from invoices i join invoice_publications p on p.invoice_id = i.id
        where i::text like '%outside.example%' or p::text like '%outside.example%'`,
    );
    expect(stored).toEqual([]);
  });

  it('shows the number from the first send on, on a page that replaces the one of the draft', async () => {
    const { id } = await setup.createInvoice();
    const link = await agent.call(invoices.generateInvoiceLink, { params: { id } });
    const draft = await current(id);
    expect(draft.requested.reference).toBeNull();
    const { status, body } = await agent.call(invoices.sendInvoice, { params: { id } });
    expect([status, body.data.square_public_url]).toEqual([200, link.body.payment_url]);
    expect(body.data.external_ref).toMatch(/^INV-\d+$/);
    expect((await current(id)).requested.reference).toBe(body.data.external_ref);
    expect(draft.invoice.status).toBe('cancelled');
  });

  it('is emailed as our own address', async () => {
    const { id, url } = await published();
    await agent.call(invoices.sendInvoice, { params: { id } });
    const folder = dataPaths(t.current.config.dataDir).outboxDir;
    const letters = async () => {
      const names = await readdir(folder, { recursive: true }).catch(() => []);
      const files = names.filter((name) => name.endsWith('.eml')).map((name) => path.join(folder, name));
      return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
    };
    const plain = (text: string) => text.replaceAll(/=\r?\n/g, '');
    await expect.poll(async () => plain(await letters())).toContain(url);
    expect(await letters()).not.toContain('outside.example');
  });

  it.each([
    ['processing', 'processing'],
    ['paid', 'paid'],
    ['refunded', 'refunded'],
    ['cancelled', 'cancelled'],
    ['failed', 'cancelled'],
  ])("redirects nowhere and reports the state when the provider's status is %s", async (word, state) => {
    const { id, token } = await published();
    (await current(id)).invoice.status = word;
    expect((await page(token)).body.data).toMatchObject({ state, redirect_url: null });
  });

  it('is closed once the invoice is void, without a provider call', async () => {
    const { id, token } = await published();
    await agent.call(invoices.voidInvoice, { params: { id } });
    provider.calls.length = 0;
    expect((await page(token)).body.data).toMatchObject({ state: 'cancelled', redirect_url: null });
    expect(provider.calls).toEqual([]);
  });

  it('can be retried while the provider does not answer, and is invalid when unknown', async () => {
    const { token } = await published();
    provider.isDown = true;
    const { status } = await page(token);
    provider.isDown = false;
    expect(status).toBe(502);
    const unknown = await page('x'.repeat(43));
    expect([unknown.status, unknown.error.message]).toEqual([404, 'This payment link is not valid.']);
  });

  it('requests what an edit changed, at the same address', async () => {
    const { id, token } = await published();
    const before = await current(id);
    await agent.call(invoices.updateInvoice, {
      params: { id },
      body: { line_items: [{ description: 'Plan review', quantity: 2, unit_price_cents: 10_000 }] },
    });
    expect(before.invoice.status).toBe('cancelled');
    expect((await current(id)).requested.total_cents).toBe(21_400);
    expect((await page(token)).body.data).toMatchObject({ state: 'open', due_cents: 21_400 });
  });
});

describe('money recorded by hand', () => {
  it("for the full amount closes the provider's page, so that it cannot be paid twice", async () => {
    const { id, token } = await published();
    const before = await current(id);
    const { body } = await pay(id, 10_700);
    expect(before.invoice.status).toBe('cancelled');
    expect(body.invoice).toMatchObject({ status: 'paid', square_public_url: null });
    expect((await page(token)).body.data).toMatchObject({ state: 'paid', redirect_url: null });
  });

  it('for a part leaves a page for the balance, behind the same address', async () => {
    const { id, token } = await published();
    const before = await current(id);
    await pay(id, 2700);
    expect(before.invoice.status).toBe('cancelled');
    const after = await current(id);
    expect(after.requested).toMatchObject({
      total_cents: 8000,
      tax_cents: 0,
      lines: [{ line_total_cents: 8000 }],
    });
    expect((await page(token)).body.data).toMatchObject({
      state: 'open',
      total_cents: 10_700,
      paid_cents: 2700,
      due_cents: 8000,
    });
    await pay(id, 8000);
    expect(after.invoice.status).toBe('cancelled');
  });

  it('never creates a second page while a payment at the first is pending', async () => {
    const { id } = await published();
    const before = await current(id);
    before.invoice.status = 'processing';
    await pay(id, 700);
    expect((await read(id)).square_public_url).toBeNull();
    const link = await agent.call(invoices.generateInvoiceLink, { params: { id } });
    expect([link.status, link.error.message]).toEqual([
      409,
      expect.stringContaining('A payment of this invoice is being processed.'),
    ]);
    before.invoice.status = 'unpaid';
    const later = await agent.call(invoices.generateInvoiceLink, { params: { id } });
    expect(later.status).toBe(200);
    expect(before.invoice.status).toBe('cancelled');
    expect((await current(id)).requested.total_cents).toBe(10_000);
  });

  it('counts together with a concurrent payment at the page, and no page requests it again', async () => {
    const { id } = await published();
    const { square_invoice_id } = await read(id);
    const first = square_invoice_id ?? '';
    provider.of(first).invoice.status = 'paid';
    provider.money(first, { amount_cents: 10_700, at: TEST_NOW });
    const { body } = await pay(id, 700);
    expect(body.invoice).toMatchObject({
      status: 'paid',
      paid_amount_cents: 11_400,
      square_public_url: null,
    });
    const reported = provider.of(first).payments;
    await t.current.deps.database.transaction((db) =>
      applyProviderUpdate(
        { ...t.current.systemContext(), db },
        { account: 'BFS', providerInvoiceId: first, status: 'paid', version: null, payments: reported },
      ),
    );
    expect(await read(id)).toMatchObject({ paid_amount_cents: 11_400 });
  });

  it('that is returned reopens a page, also where the server stops before creating it', async () => {
    const { id, url } = await published();
    const { body } = await pay(id, 10_700);
    provider.isDown = true;
    const refunded = await agent.call(invoices.refundPayment, {
      params: { id: body.data.id },
      body: { kind: 'reversal', amount_cents: 10_700, refunded_on: '2026-11-20' },
    });
    provider.isDown = false;
    expect(refunded.body.invoice).toMatchObject({ square_public_url: null });
    await expect.poll(async () => (await read(id)).square_public_url).toBe(url);
    expect((await current(id)).requested.total_cents).toBe(10_700);
  });
});

it('reports a total that differs, and leaves nothing published', async () => {
  const customer_id = await buildClient(t.current, { primary_email: 'ana@example.test' });
  const line_items = [{ description: 'Plan review', quantity: 1, unit_price_cents: 10_000 }];
  const { body } = await agent.call(invoices.createInvoice, {
    body: { title: 'Review', customer_id, square_account: 'BFS', line_items },
  });
  const publish = provider.publishInvoice;
  provider.publishInvoice = async () => {
    throw new TotalDiffers(10_001, 10_000, 'the order comes to 10001');
  };
  const link = await agent.call(invoices.generateInvoiceLink, { params: { id: body.id } });
  provider.publishInvoice = publish;
  expect([link.status, link.error.message]).toEqual([
    409,
    'The payment provider calculated a different total ($100.01 instead of $100.00), so the invoice was not published. Change a price by a few cents and try again.',
  ]);
  expect(await read(body.id)).toMatchObject({ square_public_url: null, square_invoice_id: null });
  const [publication] = await t.current.deps.database.query<{ status: string }>(
    'select status from invoice_publications where invoice_id = $1',
    [body.id],
  );
  expect(publication?.status).toBe('refused');
});
