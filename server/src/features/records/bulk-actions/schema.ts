import type {
  ItemState,
  OperationKind,
  OperationState,
  RecordedKind,
} from '@ledgerline/contract/bulk-actions/endpoints';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { id, instant, int8, refers } from '#platform/database/columns.ts';

const count = () => integer().notNull().default(0);

/** One bulk action (decision 130): a draft with its preview, then what was done. */
export const operations = pgTable(
  'operations',
  {
    id: id(),
    agent_id: refers(() => agents.id, 'set null'),
    agent_name: text().notNull(),
    kind: text().$type<OperationKind | RecordedKind>().notNull(),
    state: text().$type<OperationState>().notNull(),
    /** What the action needs as JSON, encrypted: a value may be personal data. Null only within the transaction that creates the row. */
    params: text(),
    total: count(),
    changed: count(),
    skipped: count(),
    rejected: count(),
    undone: count(),
    kept: count(),
    created_at: instant().notNull(),
    /** The last heartbeat, from an agent or a job. */
    progressed_at: instant().notNull(),
    started_at: instant(),
    /** Since when a running action has waited for a provider that is unavailable. */
    waiting_since: instant(),
    finished_at: instant(),
    undo_until: instant(),
    undone_at: instant(),
    undone_by: refers(() => agents.id, 'set null'),
  },
  (table) => [
    index('operations_agent').on(table.agent_id, table.id),
    index('operations_state').on(table.state),
    index('operations_undone_by').on(table.undone_by),
  ],
);

const isOpen = sql`state = 'pending'`;
const isUndoable = sql`state = 'changed' and undo is null`;

/** One record of a bulk action, with what happened to it. The values before and after are in the audit log. */
export const operationItems = pgTable(
  'operation_items',
  {
    id: int8().primaryKey().generatedByDefaultAsIdentity(),
    operation_id: refers(() => operations.id, 'cascade').notNull(),
    /** The record as it was selected; stays when clients are merged. */
    record_id: int8().notNull(),
    /** The client to whom it belongs now. */
    client_id: int8(),
    state: text().$type<ItemState>().notNull(),
    reason: text().notNull().default(''),
    /** What the undo needs, such as the id of the task that was added. */
    result: jsonb().$type<Record<string, unknown>>(),
    undo: text().$type<'undone' | 'kept'>(),
    /** When it was processed; while it is pending, when its service was last unavailable. */
    done_at: instant(),
  },
  (table) => [
    uniqueIndex('operation_items_record').on(table.operation_id, table.record_id),
    index('operation_items_open').on(table.operation_id, table.record_id).where(isOpen),
    index('operation_items_undoable').on(table.operation_id, table.record_id).where(isUndoable),
    index('operation_items_client').on(table.client_id),
  ],
);
