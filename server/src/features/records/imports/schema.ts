import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { id, instant, int8, refers } from '#platform/database/columns.ts';

/** One uploaded file and what was done with it. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    agent_id: refers(() => agents.id, 'set null'),
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
    created_at: instant().notNull(),
    /** When the dry run began: clients changed later are looked at again before the run. */
    checked_at: instant(),
    /** The last sign of life, of a person or a job. */
    progressed_at: instant().notNull(),
    finished_at: instant(),
  },
  (table) => [index('imports_agent').on(table.agent_id, table.id), index('imports_state').on(table.state)],
);

/** One row of a file. Its cells may hold secrets: sealed while they are needed, then removed. */
export const importRows = pgTable(
  'import_rows',
  {
    id: int8().primaryKey().generatedByDefaultAsIdentity(),
    import_id: refers(() => imports.id, 'cascade').notNull(),
    row_number: integer().notNull(),
    cells: text(),
    findings: jsonb().notNull().default([]),
    matches: jsonb().notNull().default([]),
    plan: text(),
    /** The existing client that an update goes to, or the earlier row of the file whose client it is. */
    match_id: int8(),
    match_row: integer(),
    outcome: text(),
    client_id: int8(),
    revert: text(),
  },
  (table) => [uniqueIndex('import_rows_number').on(table.import_id, table.row_number)],
);
