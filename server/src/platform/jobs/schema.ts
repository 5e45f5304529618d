import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** Every server that works jobs off, while its session lasts. Each holds an advisory lock with its id. */
export const jobServers = pgTable('job_servers', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  started_at: instant().notNull().defaultNow(),
  seen_at: instant().notNull().defaultNow(),
});

/** Which server has which job in hand; one without a server waits to be handed out again. */
export const jobLocks = pgTable(
  'job_holds',
  {
    job_id: uuid().primaryKey(),
    queue: text().notNull(),
    /** Made anew with every handing out: who does not know it may not write any more. */
    run: uuid().notNull().unique(),
    server_id: integer().references(() => jobServers.id, { onDelete: 'set null' }),
    /** How often its server was lost, or the database was. */
    interruptions: integer().notNull().default(0),
  },
  (table) => [index('job_holds_server').on(table.server_id)],
);
