import type {
  ColumnMapping,
  DuplicateChoice,
  IdentityPart,
  Import,
  ImportFinding,
  ImportRow,
  ImportState,
  MatchKey,
} from '@ledgerline/contract/imports/endpoints';
import type { ImportKind } from '@ledgerline/contract/imports/policy-columns';
import type { RowOutcome } from '@ledgerline/contract/lists';
import type { DateOrder, DateOrderEvidence } from '@ledgerline/contract/rules';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { id, instant, int8, refers } from '#platform/database/columns.ts';

/** One uploaded file and what was done with it. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    kind: text().$type<ImportKind>().notNull().default('clients'),
    agent_id: refers(() => agents.id, 'set null'),
    agent_name: text().notNull(),
    file_name: text().notNull(),
    state: text().$type<ImportState>().notNull(),
    headers: jsonb().$type<string[]>().notNull(),
    sheets: jsonb().$type<Import['sheets']>().notNull().default([]),
    sheet: integer().notNull().default(0),
    header_row: integer().notNull().default(1),
    name_column: integer(),
    mapping: jsonb().$type<ColumnMapping>().notNull(),
    match: jsonb().$type<MatchKey[]>().notNull(),
    duplicates: text().$type<DuplicateChoice>().notNull(),
    date_order: text().$type<DateOrder>(),
    date_proofs: jsonb().$type<(DateOrderEvidence | null)[]>().notNull().default([]),
    row_count: integer().notNull(),
    done_count: integer().notNull().default(0),
    total_count: integer().notNull().default(0),
    counts: jsonb().$type<Import['counts']>().notNull(),
    error: text(),
    created_at: instant().notNull(),
    /** When the dry run started: clients changed later are checked again before the run. */
    checked_at: instant(),
    /** The last heartbeat, from an agent or a job. */
    progressed_at: instant().notNull(),
    finished_at: instant(),
  },
  (table) => [index('imports_agent').on(table.agent_id, table.id), index('imports_state').on(table.state)],
);

/** One row of a file. Its cells may hold secrets: encrypted while they are needed, then removed. */
export const importRows = pgTable(
  'import_rows',
  {
    id: int8().primaryKey().generatedByDefaultAsIdentity(),
    import_id: refers(() => imports.id, 'cascade').notNull(),
    sheet: integer().notNull().default(0),
    row_number: integer().notNull(),
    /** Below the column names, on the chosen sheet; other rows are kept in case another layout is chosen. */
    is_data: boolean().notNull().default(true),
    cells: text(),
    findings: jsonb().$type<ImportFinding[]>().notNull().default([]),
    matches: jsonb().$type<Omit<ImportRow['matches'][number], 'name'>[]>().notNull().default([]),
    plan: text().$type<RowOutcome>(),
    /** The existing client to update, or the earlier row of the file that creates the client. */
    match_id: int8(),
    match_row: integer(),
    /**
     * The parts of the client's identity that the update would replace, and whether an agent confirmed that.
     */
    to_confirm: jsonb().$type<IdentityPart[]>().notNull().default([]),
    confirmed: boolean().notNull().default(false),
    outcome: text().$type<RowOutcome>(),
    client_id: int8(),
    revert: text().$type<'reverted' | 'kept'>(),
  },
  (table) => [
    // The sheet last: batches of rows are read in the order of their numbers.
    uniqueIndex('import_rows_number').on(table.import_id, table.row_number, table.sheet),
    index('import_rows_client').on(table.client_id).where(sql`client_id is not null`),
  ],
);
