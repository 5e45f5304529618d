import { sql } from 'drizzle-orm';
import { customType, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { id, instant, int8 } from '../database/columns.ts';

/** A transaction number, which is never reused within one cluster. */
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Who did what and when: one row per changed field, or one per action. Values are wire values; secrets are masked, with the old
 * ciphertext stored beside them so that they can be restored without being shown. Triggers reject changes to rows (decision 061).
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: id(),
    at: instant().notNull(),
    actor_kind: text().notNull(),
    actor_id: int8(),
    actor_name: text().notNull(),
    address: text(),
    action: text().notNull(),
    entity: text().notNull(),
    entity_id: int8(),
    field: text(),
    old_value: jsonb(),
    new_value: jsonb(),
    old_cipher: text(),
    /** Groups the rows of one action: an import, a paste. */
    operation: text(),
    request_id: text(),
    /** The transaction that wrote it; rows are linked in this order. */
    written_in: xid8().notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('audit_events_entity').on(table.entity, table.entity_id, table.id),
    index('audit_events_operation').on(table.operation),
    // The owners' screen reads in chronological order, by actor, object and source (decision 063).
    index('audit_events_at').on(table.at, table.id),
    index('audit_events_actor').on(table.actor_id, table.at, table.id),
    index('audit_events_actor_action').on(table.actor_id, table.action, table.at, table.id),
    index('audit_events_action').on(table.action, table.at, table.id),
    index('audit_events_address').on(table.address, table.at, table.id),
    index('audit_events_unsealed').on(table.written_in, table.id),
  ],
);

/** The chain: each audit row once, in transaction order, with a hash over it and the previous link. */
export const auditLinks = pgTable('audit_links', {
  position: int8().primaryKey(),
  event_id: int8().notNull().unique('audit_links_event'),
  /** The encoding of the hashed row. */
  version: smallint().notNull(),
  /** When it was added to the chain; part of the hash since version 2, null in links of version 1. */
  sealed_at: instant(),
  hash: bytes().notNull(),
});

/** The end of the chain: one row. */
export const auditChain = pgTable('audit_chain', {
  id: integer().primaryKey().default(1),
  position: int8().notNull().default(0),
  hash: bytes().notNull(),
  /** The last linked row; in this lifetime of the database, the next linked rows come after it. */
  last_xid: xid8().notNull().default('0'),
  last_id: int8().notNull().default(0),
  /** The database and cluster at the last start, and the last row that came with it. */
  life: text(),
  life_from: int8().notNull().default(0),
  sealed_at: instant(),
  head_position: int8().notNull().default(0),
  head_at: instant(),
});

/** Files of rows that are no longer in the table, oldest first. */
export const auditArchives = pgTable('audit_archives', {
  id: id(),
  storage_key: text().notNull(),
  sha256: text().notNull(),
  size: int8().notNull(),
  from_position: int8().notNull(),
  to_position: int8().notNull(),
  /** The hashes before its first row and of its last row. */
  previous_hash: bytes().notNull(),
  last_hash: bytes().notNull(),
  /** The times of its oldest and newest row. */
  from_at: instant().notNull(),
  to_at: instant().notNull(),
  archived_at: instant().notNull(),
  /** When its SHA-256 was written as a checkpoint outside the database; its rows are deleted after that. */
  checkpoint_at: instant(),
});

/** Checks of the audit log that owners started; the result stays until the next one. */
export const auditChecks = pgTable('audit_checks', {
  id: id(),
  state: text().$type<'running' | 'done' | 'failed'>().notNull(),
  agent_name: text().notNull(),
  started_at: instant().notNull(),
  /** The last progress; a check without progress has lost its server. */
  seen_at: instant().notNull(),
  finished_at: instant(),
  done: int8().notNull().default(0),
  total: int8().notNull().default(0),
  unsealed: int8().notNull().default(0),
  result: jsonb(),
  error: text(),
});
