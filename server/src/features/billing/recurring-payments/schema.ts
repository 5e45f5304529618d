import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { clients } from '#features/records/clients/schema.ts';
import { day, id, instant, int8, refers } from '#platform/database/columns.ts';
import type { ScheduleContent } from './rules.ts';

/**
 * Recurring payment schedules (1§3). Dates are counted from `anchor_date`, so that the 31st stays the 31st (decisions L12).
 * The content of each invoice is stored here as it was when the schedule started.
 */
export const recurringPayments = pgTable(
  'recurring_payments',
  {
    id: id(),
    name: text().notNull(),
    status: text().notNull().default('ACTIVE'),
    client_id: refers(() => clients.id, 'restrict').notNull(),
    amount_cents: int8().notNull(),
    square_account: text().notNull(),
    frequency: text().notNull(),
    frequency_interval: integer().notNull().default(1),
    anchor_date: day().notNull(),
    next_payment_date: day(),
    end_date: day(),
    total_payments: integer(),
    /** Includes the first invoice; the number of paid ones is counted from the invoices (decisions O4). */
    invoices_made: integer().notNull().default(0),
    /** Title, description, lines, tax, contact: the content of the next invoice. */
    content: jsonb().$type<ScheduleContent>().notNull(),
    /** The invoice that started the schedule. No foreign key, because the invoice references its schedule already. */
    source_invoice_id: int8(),
    created_by: refers(() => agents.id, 'set null'),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    index('recurring_payments_due').on(table.next_payment_date, table.id).where(sql`status = 'ACTIVE'`),
    uniqueIndex('recurring_payments_source_unique').on(table.source_invoice_id),
    index('recurring_payments_client').on(table.client_id, table.id),
  ],
);
