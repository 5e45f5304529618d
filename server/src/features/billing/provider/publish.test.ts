import { randomUUID } from 'node:crypto';
import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { ACCOUNT_NAMES } from '@ledgerline/contract/rules';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dueOfTotal } from '#platform/ports/built-in-pay-page.ts';
import { PaymentError } from '#platform/ports/payments.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { withProvider } from '#testing/replaced-provider.ts';
import { type Caller, TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { paymentJobs } from './jobs.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
let agent: Caller;

beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});
beforeEach(() => t.current.clock.set(TEST_NOW));

interface Contact {
  primary_email?: string;
  primary_phone?: string;
  pref_lang?: string;
}

async function addInvoice(contact: Contact = { primary_email: 'ana@example.test' }, values: object = {}) {
  const customer_id = await buildClient(t.current, { client_first_name: 'Ana', ...contact });
  const { body } = await agent.call(endpoints.createInvoice, {
    body: {
      title: 'Review',
      customer_id,
      square_account: 'BFS',
      line_items: [{ description: 'Plan review', quantity: 1, unit_price_cents: 10_000 }],
      ...values,
    },
  });
  return { ...body, customer_id };
}

const read = async (id: number) => (await agent.call(endpoints.getInvoice, { params: { id } })).body.data;
const link = (id: number) => agent.call(endpoints.generateInvoiceLink, { params: { id } });
const publications = (id: number) =>
  t.current.deps.database.query<{ status: string; provider_invoice_id: string; square_account: string }>(
    'select * from invoice_publications where invoice_id = $1 order by id',
    [id],
  );

describe('a payment link', () => {
  it('is created once, reports its steps as they happen, and leaves the status unchanged', async () => {
    const { id } = await addInvoice();
    const received: LiveEvent[] = [];
    const stop = t.current.deps.live.subscribe((event) => received.push(event));
    const { status, body } = await link(id);
    expect(status).toBe(200);
    expect(body.payment_url).toMatch(/^https:\/\/portal\.example\/pay\/.{20,}/);
    expect(body.message).not.toBe('');
    const steps = () =>
      received.filter((event) => event.ids?.[0] === id).flatMap((event) => event.fields ?? []);
    await expect.poll(steps).toEqual(['link:customer', 'link:order', 'link:publish', 'link:url']);
    stop();
    const row = await read(id);
    expect(row).toMatchObject({ status: 'draft', sent_at: null, square_public_url: body.payment_url });
    expect(row.square_invoice_id).toEqual(expect.any(String));
    expect((await link(id)).body.payment_url).toBe(body.payment_url);
    expect(await publications(id)).toHaveLength(1);
  });

  it('is one link when it is requested concurrently', async () => {
    const { id } = await addInvoice();
    const all = await Promise.all(Array.from({ length: 5 }, () => link(id)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(all.map(({ body }) => body.payment_url)).size).toBe(1);
    expect(await publications(id)).toHaveLength(1);
    const books = await t.current.deps.database.query(
      `select 1 from pay_invoices p join payment_customers c on c.customer_id = p.customer_id where c.client_id = $1`,
      [(await read(id)).customer_id],
    );
    expect(books).toHaveLength(1);
  });

  it('belongs to the account of its invoice, with one customer for each', async () => {
    for (const square_account of ACCOUNT_NAMES) {
      const { id, customer_id } = await addInvoice(undefined, { square_account });
      await link(id);
      expect((await publications(id))[0]?.square_account).toBe(square_account);
      const customers = await t.current.deps.database.query(
        'select square_account from payment_customers where client_id = $1',
        [customer_id],
      );
      expect(customers).toEqual([{ square_account }]);
    }
  });

  it('needs an email or a phone number', async () => {
    const { id } = await addInvoice({});
    const { status, error } = await link(id);
    expect([status, error.code]).toEqual([409, 'contact_required']);
    expect(error.message).toContain('Contact Information Required');
    expect(await publications(id)).toEqual([]);
  });

  it('reports an unavailable provider, and a second attempt uses the same key', async () => {
    const { id } = await addInvoice();
    const keys: string[] = [];
    const { status, error } = await withProvider(
      t.current,
      {
        publishInvoice: async ({ idempotencyKey }) => {
          keys.push(idempotencyKey);
          throw new PaymentError('unavailable', 'timed out');
        },
      },
      () => link(id),
    );
    expect([status, error.message]).toEqual([502, 'Failed to generate payment link']);
    const real = t.current.deps.payments;
    await withProvider(
      t.current,
      {
        publishInvoice: (invoice, step) => {
          keys.push(invoice.idempotencyKey);
          return real.publishInvoice(invoice, step);
        },
      },
      () => link(id),
    );
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(await publications(id)).toMatchObject([{ status: 'published' }]);
  });

  it('is rejected where the provider computes another total, and its invoice is cancelled', async () => {
    const { id } = await addInvoice();
    const real = t.current.deps.payments;
    const { status, error } = await withProvider(
      t.current,
      {
        publishInvoice: async (invoice, step) => ({
          ...(await real.publishInvoice(invoice, step)),
          total_cents: 1,
        }),
      },
      () => link(id),
    );
    expect(status).toBe(409);
    expect(error.message).toContain('a different total');
    expect(await read(id)).toMatchObject({ square_public_url: null, square_invoice_id: null });
    const [publication] = await publications(id);
    expect(publication?.status).toBe('cancelled');
    const known = await real.getInvoice('BFS', publication?.provider_invoice_id ?? '');
    expect(known.status).toBe('cancelled');
  });
});

describe('a published invoice', () => {
  const statusOf = async (providerId: string) =>
    (await t.current.deps.payments.getInvoice('BFS', providerId)).status;

  it('is published again when the amount changes, at the same address, and the old one is cancelled', async () => {
    const { id } = await addInvoice();
    await link(id);
    const before = await read(id);
    const { body } = await agent.call(endpoints.updateInvoice, {
      params: { id },
      body: { line_items: [{ description: 'More', quantity: 1, unit_price_cents: 20_000 }] },
    });
    const { square_invoice_id: fresh, square_public_url } = body.data;
    expect(fresh).not.toBe(before.square_invoice_id);
    expect(square_public_url).toBe(before.square_public_url);
    expect(await statusOf(before.square_invoice_id ?? '')).toBe('cancelled');
    const known = await t.current.deps.payments.getInvoice('BFS', fresh ?? '');
    expect(known).toMatchObject({ status: 'unpaid', total_cents: 20_000 });
  });

  it('stays when only texts change', async () => {
    const { id } = await addInvoice();
    await link(id);
    const before = await read(id);
    const { body } = await agent.call(endpoints.updateInvoice, {
      params: { id },
      body: { title: 'Other words', due_date: '2027-01-01', phone: '555' },
    });
    expect(body.data.square_invoice_id).toBe(before.square_invoice_id);
  });

  it('keeps its account and client, and its total once money was received', async () => {
    const { id } = await addInvoice();
    await link(id);
    const change = (body: object) =>
      agent.call(endpoints.updateInvoice, { params: { id }, body: body as never });
    const account = await change({ square_account: 'BFA' });
    expect([account.status, account.error.message]).toEqual([
      409,
      'This invoice has had a payment link: its account and client can no longer be changed. Void it and create a new one.',
    ]);
    await t.current.deps.database.query(
      `update invoices set status = 'partially_paid', paid_amount_cents = 100 where id = $1`,
      [id],
    );
    const sum = await change({ is_tax_enabled: true });
    expect([sum.status, sum.error.code]).toEqual([409, 'wrong_state']);
    expect((await change({ title: 'Still possible' })).status).toBe(200);
  });

  it('is cancelled with the provider when the invoice is voided', async () => {
    const { id } = await addInvoice();
    await link(id);
    const { square_invoice_id } = await read(id);
    await agent.call(endpoints.voidInvoice, { params: { id } });
    expect(await statusOf(square_invoice_id ?? '')).toBe('cancelled');
    expect(await publications(id)).toMatchObject([{ status: 'cancelled' }]);
  });

  it('is cancelled although the response to publishing was lost', async () => {
    const { id } = await addInvoice();
    const real = t.current.deps.payments;
    const { status } = await withProvider(
      t.current,
      {
        publishInvoice: async (invoice, step) => {
          await real.publishInvoice(invoice, step);
          throw new PaymentError('unavailable', 'the answer was lost');
        },
      },
      () => link(id),
    );
    expect(status).toBe(502);
    await agent.call(endpoints.voidInvoice, { params: { id } });
    const [publication] = await publications(id);
    expect(publication?.status).toBe('cancelled');
    expect(await statusOf(publication?.provider_invoice_id ?? '')).toBe('cancelled');
  });

  it('is cancelled by the job when the provider was unavailable during the void', async () => {
    const { id } = await addInvoice();
    await link(id);
    const { square_invoice_id } = await read(id);
    const away = async (): Promise<never> => {
      throw new PaymentError('unavailable', 'down');
    };
    const voided = await withProvider(t.current, { cancelInvoice: away }, () =>
      agent.call(endpoints.voidInvoice, { params: { id } }),
    );
    expect([voided.status, voided.body.data.status]).toEqual([200, 'void']);
    const [job] = paymentJobs(t.current.deps);
    await job?.work({ id });
    expect(await statusOf(square_invoice_id ?? '')).toBe('cancelled');
    expect(await publications(id)).toMatchObject([{ status: 'cancelled' }]);
  });
});

describe('refreshing', () => {
  const refresh = (id: number) => agent.call(endpoints.refreshInvoice, { params: { id } });

  it("applies the provider's state once", async () => {
    const { id } = await addInvoice();
    await link(id);
    const { payments } = t.current.deps;
    if (!payments.hasOwnPage) throw new Error('the built-in provider is asked');
    const { token } = await payments.pageOf('BFS', (await read(id)).square_invoice_id ?? '');
    const attempt = { method: 'card' as const, key: randomUUID(), dueOf: dueOfTotal(10_000) };
    await payments.pay(token, { ...attempt, outcome: 'partial', amount_cents: 2500 });
    const partial = await refresh(id);
    expect(partial.body.data).toMatchObject({
      status: 'partially_paid',
      paid_amount_cents: 2500,
      progress: 25,
    });
    await payments.pay(token, { ...attempt, key: randomUUID(), outcome: 'paid', amount_cents: null });
    const [first, second] = await Promise.all([refresh(id), refresh(id)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await read(id)).toMatchObject({ status: 'paid', paid_amount_cents: 10_000, progress: 100 });
    expect((await agent.call(endpoints.voidInvoice, { params: { id } })).status).toBe(409);
  });

  it('returns an invoice without a link unchanged', async () => {
    const { id } = await addInvoice();
    const { status, body } = await refresh(id);
    expect([status, body.data]).toEqual([200, await read(id)]);
    expect((await refresh(999_999)).status).toBe(404);
  });
});
