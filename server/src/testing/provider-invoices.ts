import * as invoices from '@ledgerline/contract/invoices/endpoints';
import { getPayPage } from '@ledgerline/contract/pay-page/endpoints';
import type { Account } from '@ledgerline/contract/rules';
import { beforeAll, beforeEach, vi } from 'vitest';
import { applyProviderUpdate } from '#features/billing/provider/apply-provider-update.ts';
import { ExternalPayments, payWith } from './external-payments.ts';
import { buildClient, signInAs } from './factories.ts';
import { type Caller, TEST_NOW, useTestApp } from './test-app.ts';

type Values = Partial<Parameters<typeof buildClient>[1]>;

/** The product with an external payment provider in memory, reset for each test, and an agent who creates invoices. */
export function useProviderInvoices() {
  const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
  const provider = new ExternalPayments();
  let signedIn: Caller | undefined;
  const agent: Caller = {
    call(endpoint, input) {
      if (!signedIn) throw new Error('the agent is not signed in yet');
      return signedIn.call(endpoint, input);
    },
  };
  beforeAll(async () => {
    await t.current.startJobs();
    signedIn = await signInAs(t.current);
    payWith(t.current.deps, provider);
  });
  beforeEach(() => {
    vi.restoreAllMocks();
    provider.forget();
    t.current.clock.set(TEST_NOW);
  });

  const read = async (id: number) => (await agent.call(invoices.getInvoice, { params: { id } })).body.data;
  /** A draft of $100 and, if requested, the tax. */
  async function createInvoice(
    values: { account?: Account; is_tax_enabled?: boolean; client?: Values } = {},
  ) {
    const { account = 'BFS', is_tax_enabled = false, client } = values;
    const customer_id = await buildClient(t.current, { primary_email: 'ana@example.test', ...client });
    const line_items = [{ description: 'Plan review', quantity: 1, unit_price_cents: 10_000 }];
    const { body } = await agent.call(invoices.createInvoice, {
      body: { title: 'Review', customer_id, square_account: account, is_tax_enabled, line_items },
    });
    return { id: body.id, customer_id };
  }
  /** A sent invoice of $100, published; its own and its provider's id. */
  async function sent(account: Account = 'BFS') {
    const { id } = await createInvoice({ account });
    await agent.call(invoices.sendInvoice, { params: { id } });
    return { id, own: (await read(id)).square_invoice_id ?? '' };
  }
  /** An update of a provider's invoice arrives, with all its payments unless others are passed. */
  function send(
    own: string,
    status: string | null,
    { payments = provider.of(own).payments, version = null as number | null } = {},
  ) {
    const { account } = provider.of(own).requested;
    const update = { account, providerInvoiceId: own, status, version, payments };
    return t.current.deps.database.transaction((db) =>
      applyProviderUpdate({ ...t.current.systemContext(), db }, update),
    );
  }
  return {
    t,
    provider,
    agent,
    read,
    createInvoice,
    sent,
    send,
    link: (id: number) => agent.call(invoices.generateInvoiceLink, { params: { id } }),
    /** An invoice of $107 with its page. */
    async published(client: Values = {}) {
      const { id } = await createInvoice({ is_tax_enabled: true, client });
      const { body } = await agent.call(invoices.generateInvoiceLink, { params: { id } });
      return { id, url: body.payment_url, token: body.payment_url.split('/').at(-1) ?? '' };
    },
    page: (token: string) => t.current.call(getPayPage, { params: { token } }),
    /** The agent records cash. */
    pay: (id: number, amount_cents: number) =>
      agent.call(invoices.recordPayment, {
        params: { id },
        body: { amount_cents, payment_method: 'cash', paid_on: '2026-11-20' },
      }),
    current: async (id: number) => provider.of((await read(id)).square_invoice_id ?? ''),
  };
}
