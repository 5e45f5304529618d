import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, int8 } from '../database/columns.ts';

/**
 * Who did what, when: one row per changed field, or one per act. Values are wire values; secrets stand as masks, with
 * the old ciphertext beside them so that a restore is possible without ever showing it.
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
    /** Groups the rows of one act: an import, a paste. */
    operation: text(),
    request_id: text(),
  },
  (table) => [
    index('audit_events_entity').on(table.entity, table.entity_id, table.id),
    index('audit_events_operation').on(table.operation),
    // The screen of owners reads in the order of time, by whom, by what and from where (decision 063).
    index('audit_events_at').on(table.at, table.id),
    index('audit_events_actor').on(table.actor_id, table.at, table.id),
    index('audit_events_action').on(table.action, table.at, table.id),
    index('audit_events_address').on(table.address, table.at, table.id),
  ],
);
