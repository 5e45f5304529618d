import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** Every server that runs jobs, while its session lasts. Each holds an advisory lock on its id. */
export const jobServers = pgTable('job_servers', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  started_at: instant().notNull().defaultNow(),
  seen_at: instant().notNull().defaultNow(),
});

/** Which server runs which job; one without a server waits to be claimed again. */
export const jobLocks = pgTable(
  'job_holds',
  {
    job_id: uuid().primaryKey(),
    queue: text().notNull(),
    /** Generated for every claim: a server that does not know it may no longer write. */
    run: uuid().notNull().unique(),
    server_id: integer().references(() => jobServers.id, { onDelete: 'set null' }),
    /** How often its server or the database was lost. */
    interruptions: integer().notNull().default(0),
  },
  (table) => [index('job_holds_server').on(table.server_id)],
);
