import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Who did what, when: one row per changed field, or one per act. Values are wire values; secrets stand as masks, with
 * the old ciphertext beside them so that a restore is possible without ever showing it.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    actor_kind: text().notNull(),
    actor_id: bigint({ mode: 'number' }),
    actor_name: text().notNull(),
    address: text(),
    action: text().notNull(),
    entity: text().notNull(),
    entity_id: bigint({ mode: 'number' }),
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
  ],
);
