import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { flag, instant, int8, refers } from '#platform/database/columns.ts';
import type { PayResult } from '#platform/ports/built-in-pay-page.ts';
import type { Account, ProviderPayment } from '#platform/ports/payments.ts';

const id = () => int8().primaryKey().generatedByDefaultAsIdentity();

/** The records of the built-in payment provider: separate from the product's, and separate for each account. */
export const payCustomers = pgTable(
  'pay_customers',
  {
    id: id(),
    /** The public ID: `cus_` and random letters. */
    customer_id: text().notNull(),
    account: text().$type<Account>().notNull(),
    idempotency_key: text().notNull(),
    /** The client's ID in the portal. */
    reference: text().notNull(),
    created_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('pay_customers_customer_id').on(table.customer_id),
    uniqueIndex('pay_customers_key').on(table.account, table.idempotency_key),
  ],
);

export const payInvoices = pgTable(
  'pay_invoices',
  {
    id: id(),
    invoice_id: text().notNull(),
    account: text().$type<Account>().notNull(),
    idempotency_key: text().notNull(),
    customer_id: text().notNull(),
    /** Part of the pay page's URL; 256 random bits. */
    token: text().notNull(),
    total_cents: int8().notNull(),
    /** The invoice as it was published. */
    published: jsonb().notNull(),
    created_at: instant().notNull(),
    cancelled_at: instant(),
  },
  (table) => [
    uniqueIndex('pay_invoices_invoice_id').on(table.invoice_id),
    uniqueIndex('pay_invoices_token').on(table.token),
    uniqueIndex('pay_invoices_key').on(table.account, table.idempotency_key),
  ],
);

/** Payments and refunds; only the status of a pending one ever changes. */
export const payPayments = pgTable(
  'pay_payments',
  {
    id: id(),
    payment_id: text().notNull(),
    invoice_row: refers(() => payInvoices.id, 'restrict').notNull(),
    idempotency_key: text().notNull(),
    kind: text().$type<ProviderPayment['kind']>().notNull(),
    status: text().$type<ProviderPayment['status']>().notNull(),
    method: text().$type<ProviderPayment['method']>().notNull(),
    card_brand: text(),
    card_last4: text(),
    amount_cents: int8().notNull(),
    refund_of: text(),
    /** The result returned to the caller; a repeat of the key gets the same. */
    answer: text().$type<PayResult>().notNull(),
    /** When and how a delayed payment ends. */
    due_at: instant(),
    will_fail: flag(),
    created_at: instant().notNull(),
    changed_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('pay_payments_payment_id').on(table.payment_id),
    uniqueIndex('pay_payments_key').on(table.invoice_row, table.idempotency_key),
    index('pay_payments_due').on(table.status, table.due_at),
  ],
);

/** The provider's events, in its own format, until the webhook receiver accepted them; retained afterwards. */
export const payEvents = pgTable(
  'pay_events',
  {
    id: id(),
    event_id: text().notNull(),
    account: text().$type<Account>().notNull(),
    body: text().notNull(),
    created_at: instant().notNull(),
    delivered_at: instant(),
  },
  (table) => [
    uniqueIndex('pay_events_event_id').on(table.event_id),
    index('pay_events_undelivered').on(table.delivered_at, table.id),
  ],
);
