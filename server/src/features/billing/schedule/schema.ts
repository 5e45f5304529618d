import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { clients } from '#features/records/clients/schema.ts';
import type { ScheduleContent } from './rules.ts';

const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/**
 * Schedules of repeated invoices (1§3). The rhythm is counted from `anchor_date`, so that the 31st stays the 31st
 * (decisions L12). What each invoice holds is kept here as it was when the schedule began.
 */
export const recurringPayments = pgTable(
  'recurring_payments',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    status: text().notNull().default('ACTIVE'),
    client_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => clients.id, { onDelete: 'restrict' }),
    amount_cents: bigint({ mode: 'number' }).notNull(),
    square_account: text().notNull(),
    frequency: text().notNull(),
    frequency_interval: integer().notNull().default(1),
    anchor_date: date({ mode: 'string' }).notNull(),
    next_payment_date: date({ mode: 'string' }),
    end_date: date({ mode: 'string' }),
    total_payments: integer(),
    /** The first one included; how many of them are paid is counted from the invoices (decisions O4). */
    invoices_made: integer().notNull().default(0),
    /** Title, description, lines, tax, contact: the content of the next invoice. */
    content: jsonb().$type<ScheduleContent>().notNull(),
    /** The invoice it began with; no foreign key, since the invoice names its schedule already. */
    source_invoice_id: bigint({ mode: 'number' }),
    created_by: bigint({ mode: 'number' }).references(() => agents.id, { onDelete: 'set null' }),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    index('recurring_payments_due').on(table.next_payment_date, table.id).where(sql`status = 'ACTIVE'`),
    uniqueIndex('recurring_payments_source_unique').on(table.source_invoice_id),
    index('recurring_payments_client').on(table.client_id, table.id),
  ],
);
