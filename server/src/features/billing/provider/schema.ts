import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { invoices } from '#features/billing/invoice-store/schema.ts';
import { clients } from '#features/records/clients/schema.ts';
import { id, instant, refers } from '#platform/database/columns.ts';

/**
 * A publication with a provider, current or planned. It is stored before the call, so that a retry uses the same key and a
 * call whose response was lost can still be cancelled. An invoice whose amount changes gets a new one.
 */
export const invoicePublications = pgTable(
  'invoice_publications',
  {
    id: id(),
    invoice_id: refers(() => invoices.id, 'restrict').notNull(),
    provider: text().notNull(),
    square_account: text().notNull(),
    /** The InvoiceToPublish, without its key. */
    content: jsonb().notNull(),
    provider_invoice_id: text(),
    public_url: text(),
    /** planned, published, cancelling, cancelled; refused when the provider would not publish or cancel it. */
    status: text().notNull().default('planned'),
    error: text(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    index('invoice_publications_invoice').on(table.invoice_id, table.id),
    uniqueIndex('invoice_publications_provider_unique').on(table.square_account, table.provider_invoice_id),
    index('invoice_publications_cancelling').on(table.id).where(sql`status = 'cancelling'`),
  ],
);

/** The provider's customer of a client, one per account. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    id: id(),
    client_id: refers(() => clients.id, 'cascade').notNull(),
    provider: text().notNull(),
    square_account: text().notNull(),
    customer_id: text().notNull(),
  },
  (table) => [
    uniqueIndex('payment_customers_unique').on(table.client_id, table.provider, table.square_account),
  ],
);
