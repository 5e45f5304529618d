import { date, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { id, int8 } from '#platform/database/columns.ts';

/**
 * How many clients each status and owner had on a day at the brokerage (decision 137). Without foreign keys: a past day stays as
 * it was when its owner is deleted. Each stored day has a row of every status without an owner, so that everyone sees that it is
 * stored.
 */
export const clientStatusDays = pgTable(
  'client_status_days',
  {
    id: id(),
    day: date({ mode: 'string' }).notNull(),
    status: text().notNull(),
    owner_agent_id: int8(),
    clients: integer().notNull(),
  },
  (table) => [
    unique('client_status_days_unique').on(table.day, table.status, table.owner_agent_id).nullsNotDistinct(),
  ],
);
