import { bigint, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';

/** One uploaded file and what was done with it. */
export const imports = pgTable(
  'imports',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    agent_id: bigint({ mode: 'number' }).references(() => agents.id, { onDelete: 'set null' }),
    agent_name: text().notNull(),
    file_name: text().notNull(),
    state: text().notNull(),
    headers: jsonb().notNull(),
    mapping: jsonb().notNull(),
    match: jsonb().notNull(),
    duplicates: text().notNull(),
    row_count: integer().notNull(),
    done_count: integer().notNull().default(0),
    total_count: integer().notNull().default(0),
    counts: jsonb().notNull(),
    error: text(),
    created_at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    /** When the dry run began: clients changed later are looked at again before the run. */
    checked_at: timestamp({ withTimezone: true, mode: 'date' }),
    /** The last sign of life, of a person or a job. */
    progressed_at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    finished_at: timestamp({ withTimezone: true, mode: 'date' }),
  },
  (table) => [index('imports_agent').on(table.agent_id, table.id), index('imports_state').on(table.state)],
);

/** One row of a file. Its cells may hold secrets: sealed while they are needed, then removed. */
export const importRows = pgTable(
  'import_rows',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    import_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    row_number: integer().notNull(),
    cells: text(),
    findings: jsonb().notNull().default([]),
    matches: jsonb().notNull().default([]),
    plan: text(),
    /** The existing client that an update goes to, or the earlier row of the file whose client it is. */
    match_id: bigint({ mode: 'number' }),
    match_row: integer(),
    outcome: text(),
    client_id: bigint({ mode: 'number' }),
    revert: text(),
  },
  (table) => [uniqueIndex('import_rows_number').on(table.import_id, table.row_number)],
);
