import { bigint, date, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { invoices } from '#features/billing/invoice/schema.ts';
import { sessions } from '#features/forms/sessions/schema.ts';
import { agents } from '#features/people/agents/schema.ts';

const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** Money received and given back; never changed but for its status, never deleted. `amount` in cents, above zero. */
export const transactions = pgTable(
  'transactions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    invoice_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => invoices.id, { onDelete: 'restrict' }),
    session_id: bigint({ mode: 'number' }).references(() => sessions.id, { onDelete: 'set null' }),
    square_account: text().notNull(),
    kind: text().notNull(),
    payment_method: text().notNull(),
    card_brand: text(),
    card_last4: text(),
    amount: bigint({ mode: 'number' }).notNull(),
    payment_status: text().notNull(),
    /** Of a refund: the payment it gives back. */
    refund_of: bigint({ mode: 'number' }),
    provider: text(),
    provider_payment_id: text(),
    paid_on: date({ mode: 'string' }).notNull(),
    note: text().notNull().default(''),
    recorded_by: bigint({ mode: 'number' }).references(() => agents.id, { onDelete: 'set null' }),
    created_at: instant().notNull(),
  },
  (table) => [
    index('transactions_invoice').on(table.invoice_id, table.id),
    index('transactions_session').on(table.session_id, table.id),
    uniqueIndex('transactions_provider_unique').on(
      table.provider,
      table.square_account,
      table.provider_payment_id,
    ),
  ],
);
