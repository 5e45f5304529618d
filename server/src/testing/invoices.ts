import {
  createInvoiceRecord,
  type InvoiceContent,
  type InvoiceRecord,
} from '#features/billing/invoice-store/create-invoice.ts';
import { publishInvoice } from '#features/billing/provider/publish.ts';
import { buildClient } from './factories.ts';
import type { TestApp } from './test-app.ts';

type Values = Partial<Pick<InvoiceContent, 'session_id' | 'square_account' | 'customer_id' | 'title'>> & {
  total_cents?: number;
};

/** A draft with one line, 100.00 dollars by default, of a new client with an email. */
export async function buildInvoice(t: TestApp, values: Values = {}): Promise<InvoiceRecord> {
  const { total_cents = 10_000, ...rest } = values;
  const customer_id = rest.customer_id ?? (await buildClient(t));
  const content: InvoiceContent = {
    title: 'Policy review',
    description: 'Yearly review',
    line_items: [{ description: 'Review', quantity: 1, unit_price_cents: total_cents }],
    tax_rate: 0,
    is_tax_enabled: false,
    square_account: 'BFS',
    session_id: null,
    due_date: '2026-12-31',
    contact: { full_name: 'Casey Client', email: 'casey@example.test', phone: null },
    ...rest,
    customer_id,
  };
  return t.deps.database.transaction((db) =>
    createInvoiceRecord({ ...t.systemContext(), db }, content, { created_by: null }),
  );
}

/** The same with a payment link of the built-in provider; `token` identifies its pay page. */
export async function buildPublishedInvoice(
  t: TestApp,
  values: Values = {},
): Promise<InvoiceRecord & { token: string; providerInvoiceId: string }> {
  const { id } = await buildInvoice(t, values);
  const row = await publishInvoice(t.systemContext(), id);
  const token = row.square_public_url?.split('/pay/')[1];
  if (!token || !row.square_invoice_id) throw new Error('the invoice was not published');
  return { ...row, token, providerInvoiceId: row.square_invoice_id };
}
