import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import {
  getInvoice,
  getInvoiceTotals,
  listInvoices,
  listInvoiceTransactions,
} from '@ledgerline/contract/invoices/endpoints';
import type { Invoice, InvoiceRow, InvoiceTotals, Transaction } from '@ledgerline/contract/invoices/schemas';
import { listLineItemTemplates } from '@ledgerline/contract/line-item-templates/endpoints';
import { invoicePaymentState } from '@ledgerline/contract/rules';
import { aClientRow } from '../../../testing/client-row.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';

export const COUNTS: ReplyOf<typeof listInvoices>['counts'] = {
  all: 40,
  draft: 11,
  sent: 9,
  partially_paid: 4,
  paid: 12,
  void: 3,
  pending: 1,
  pending_payment: 13,
  recurring: 5,
  accounts: { all: 40, BFS: 28, BFA: 12 },
};

export const TOTALS: InvoiceTotals = {
  all: { outstanding_cents: 123_456, overdue_cents: 20_000, collected_cents: -500 },
  BFS: { outstanding_cents: 100_000, overdue_cents: 20_000, collected_cents: 0 },
  BFA: { outstanding_cents: 23_456, overdue_cents: 0, collected_cents: -500 },
};

export function anInvoice(id: number, fields: Partial<Invoice> = {}): Invoice {
  return {
    id,
    external_ref: `INV-${1000 + id}`,
    title: 'Annual plan',
    description: '',
    tax_rate: 0.07,
    is_tax_enabled: true,
    customer_id: 5,
    full_name: 'Maria Alvarez',
    email: 'maria@example.com',
    phone: '3055551000',
    due_date: null,
    status: 'draft',
    send_immediately: false,
    square_account: 'BFS',
    is_recurring: false,
    recurring_frequency: null,
    recurring_frequency_interval: null,
    recurring_end_date: null,
    recurring_total_payments: null,
    recurring_payment_id: null,
    subtotal_cents: 10_000,
    tax_cents: 700,
    total_cents: 10_700,
    paid_amount_cents: null,
    refunded_cents: 0,
    payment_state: invoicePaymentState({ status: 'draft', ...fields }),
    progress: 0,
    square_public_url: null,
    square_invoice_id: null,
    provider_status: null,
    session_id: null,
    sent_at: null,
    paid_at: null,
    voided_at: null,
    created_at: '2026-03-02T15:00:00.000Z',
    updated_at: '2026-03-02T15:00:00.000Z',
    line_items: [{ description: 'Advice', quantity: 2, unit_price_cents: 5_000, line_total_cents: 10_000 }],
    ...fields,
  };
}

export function aTransaction(id: number, fields: Partial<Transaction> = {}): Transaction {
  return {
    id,
    invoice_id: 1,
    session_id: null,
    kind: 'payment',
    payment_method: 'card',
    card_brand: 'Visa',
    card_last4: '4242',
    amount: 2_500,
    refund_of: null,
    payment_status: 'completed',
    paid_on: '2026-03-05',
    note: '',
    recorded_by: null,
    refund_at_provider: false,
    created_at: '2026-03-05T15:00:00.000Z',
    ...fields,
  };
}

export function aClient(id: number): ClientRow {
  return aClientRow(id, {
    status: 'client',
    primary_email: 'maria@example.com',
    primary_phone: '3055551000',
  });
}

/** A fake server with these invoices, without payments and templates. */
export function serveInvoices(server: FakeServer, invoices: Invoice[], total = invoices.length): FakeServer {
  const one = (path: string) => {
    const id = Number(path.split('/')[2]);
    const data = invoices.find((invoice) => invoice.id === id) ?? anInvoice(id);
    return { success: true as const, data, invoice: data };
  };
  return server
    .reply(listInvoices, { success: true, data: invoices.map(toRow), total, counts: COUNTS })
    .reply(getInvoiceTotals, { success: true, data: TOTALS })
    .reply(getInvoice, ({ path }) => one(path))
    .reply(listInvoiceTransactions, { success: true, data: [] })
    .reply(listLineItemTemplates, { success: true, data: [] });
}

function toRow({ line_items: _, ...row }: Invoice): InvoiceRow {
  return row;
}
