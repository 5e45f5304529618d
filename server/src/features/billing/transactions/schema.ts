import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { invoices } from '#features/billing/invoice-store/schema.ts';
import { sessions } from '#features/forms/sessions/schema.ts';
import { agents } from '#features/people/agents/schema.ts';
import { clientOutlines } from '#features/records/clients/schema.ts';
import { day, id, instant, int8, refers } from '#platform/database/columns.ts';

/** Money received and refunded; only its status ever changes, and it is never deleted. `amount` in cents, above zero. */
export const transactions = pgTable(
  'transactions',
  {
    id: id(),
    invoice_id: int8().notNull(),
    /** The invoice's client, for sums by owner: written by a trigger, and kept equal by the foreign key. */
    customer_id: int8().notNull().default(0),
    /** The owner of that client, 0 for none; written and kept equal in the same way. */
    owner_or_zero: int8().notNull().default(0),
    session_id: refers(() => sessions.id, 'set null'),
    square_account: text().notNull(),
    kind: text().notNull(),
    payment_method: text().notNull(),
    card_brand: text(),
    card_last4: text(),
    amount: int8().notNull(),
    payment_status: text().notNull(),
    /** For a refund: the payment that it refunds. */
    refund_of: int8(),
    provider: text(),
    provider_payment_id: text(),
    paid_on: day().notNull(),
    note: text().notNull().default(''),
    recorded_by: refers(() => agents.id, 'set null'),
    /** When it reached its status, as its provider reports it; null for what an agent recorded. */
    provider_at: instant(),
    created_at: instant().notNull(),
  },
  (table) => [
    foreignKey({
      name: 'transactions_invoice_fk',
      columns: [table.customer_id, table.invoice_id],
      foreignColumns: [invoices.customer_id, invoices.id],
    })
      .onDelete('restrict')
      .onUpdate('cascade'),
    foreignKey({
      name: 'transactions_owner_fk',
      columns: [table.customer_id, table.owner_or_zero],
      foreignColumns: [clientOutlines.client_id, clientOutlines.owner_or_zero],
    }).onUpdate('cascade'),
    index('transactions_owner').on(table.customer_id, table.owner_or_zero),
    index('transactions_invoice').on(table.invoice_id, table.id),
    index('transactions_session').on(table.session_id, table.id),
    index('transactions_failed').on(table.created_at, table.id).where(sql`payment_status = 'failed'`),
    // Holds all columns that the sums of collected money need.
    index('transactions_collected')
      .on(table.paid_on, table.square_account, table.kind, table.amount, table.refund_of, table.customer_id)
      .where(sql`payment_status = 'completed'`),
    index('transactions_reversals').on(table.paid_on).where(sql`kind = 'reversal'`),
    uniqueIndex('transactions_provider_unique').on(
      table.provider,
      table.square_account,
      table.provider_payment_id,
    ),
  ],
);

/**
 * The completed payments, refunds and returned payments of each month, merchant account and client owner, as appended deltas
 * (decision 005), written by triggers on transactions. A refund or returned payment has negative cents.
 */
export const collectedDeltas = pgTable(
  'collected_deltas',
  {
    id: id(),
    /** The first day of the month of `paid_on`. */
    month: day().notNull(),
    square_account: text().notNull(),
    owner_agent_id: int8(),
    /** How many transactions. */
    transactions: int8().notNull(),
    cents: int8().notNull(),
  },
  (table) => [index('collected_deltas_month').on(table.month)],
);
