import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { day, instant, int8 } from '#platform/database/columns.ts';
import type { Account } from '#platform/ports/payments.ts';

const id = () => int8().primaryKey().generatedByDefaultAsIdentity();

/** Known customers at Square; every ID belongs to one account. */
export const squareCustomers = pgTable(
  'square_customers',
  {
    id: id(),
    account: text().$type<Account>().notNull(),
    idempotency_key: text().notNull(),
    /** The client's ID in the portal. */
    reference: text().notNull(),
    /** Square's ID, once it is known. */
    customer_id: text(),
    created_at: instant().notNull(),
  },
  (table) => [uniqueIndex('square_customers_key').on(table.account, table.idempotency_key)],
);

/** The progress of each publication; written before and after every call, so that a repeat continues where it stopped. */
export const squareInvoices = pgTable(
  'square_invoices',
  {
    id: id(),
    account: text().$type<Account>().notNull(),
    idempotency_key: text().notNull(),
    /** Hash of the content; the same key never publishes different content. */
    content_hash: text().notNull(),
    customer_id: text().notNull(),
    /** Set at the first attempt: a repeat on another day has to send the same date. */
    due_date: day().notNull(),
    order_asked_at: instant(),
    order_id: text(),
    invoice_asked_at: instant(),
    /** 2 and up: the invoice number is taken at the location and gets this suffix. */
    number_try: integer().notNull().default(1),
    invoice_id: text(),
    version: integer(),
    /** Square's own status, or DELETED. */
    status: text(),
    total_cents: int8().notNull(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('square_invoices_key').on(table.account, table.idempotency_key),
    uniqueIndex('square_invoices_order').on(table.account, table.order_id),
    uniqueIndex('square_invoices_invoice').on(table.account, table.invoice_id),
  ],
);

/** Payments and refunds that were ever seen: an order drops failed ones, and lists refunds late. */
export const squarePayments = pgTable(
  'square_payments',
  {
    id: id(),
    account: text().$type<Account>().notNull(),
    provider_payment_id: text().notNull(),
    order_id: text().notNull(),
    /** For a refund: the refunded payment. */
    refund_of: text(),
    created_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('square_payments_payment').on(table.account, table.provider_payment_id),
    index('square_payments_order').on(table.account, table.order_id),
  ],
);
