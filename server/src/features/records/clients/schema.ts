import { CLIENT_FIELDS, type FieldName } from '@ledgerline/contract/clients/fields/catalogue';
import type { ClientField } from '@ledgerline/contract/clients/fields/field';
import { type SQL, sql } from 'drizzle-orm';
import { index, numeric, type PgColumnBuilderBase, pgTable, text } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { day, id, instant, int8, refers } from '#platform/database/columns.ts';

function columnOf(field: ClientField): PgColumnBuilderBase {
  if (field.name === 'status') return text().notNull().default('new');
  if (field.kind === 'date') return day();
  if (field.kind === 'money') return int8();
  if (field.kind === 'percent') return numeric({ precision: 5, scale: 2 });
  return field.kind === 'richtext' ? text().notNull().default('') : text();
}

/** A secret has two columns: its ciphertext, and the last four characters for the mask ('' where it shows bullets only). */
const fieldColumns: Record<string, PgColumnBuilderBase> = Object.fromEntries(
  CLIENT_FIELDS.flatMap((field: ClientField<FieldName>) => [
    [field.name, columnOf(field)],
    ...(field.kind === 'secret' ? [[`${field.name}_last4`, text()] as const] : []),
  ]),
);

const SEARCHED = sql`lower(
  coalesce(client_first_name, '') || ' ' || coalesce(client_last_name, '') || ' ' || coalesce(primary_email, '') || ' ' ||
  coalesce(current_health_plan_name, '') || ' ' || regexp_replace(coalesce(primary_phone, ''), '\\D', '', 'g')
)`;

const SORT_NAME = sql`nullif(
  coalesce(client_last_name, '') ||
  case when client_last_name <> '' and client_first_name <> '' then ', ' else '' end ||
  coalesce(client_first_name, ''), '')`;

const sorted = (column: string): SQL => sql.raw(`"${column}" collate "ledger_order"`);

/** Clients: every field of the catalogue, and what lists need to find and order them. */
export const clients = pgTable(
  'clients',
  {
    id: int8().primaryKey().generatedByDefaultAsIdentity(),
    created_by: refers(() => agents.id, 'set null'),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    ...fieldColumns,
    search_text: text().generatedAlwaysAs(SEARCHED),
    sort_name: text().generatedAlwaysAs(SORT_NAME),
    /** The row as the ledger sends it (presenter.ts); null where it has to be made anew. */
    ledger_text: text(),
  },
  (table) => [
    index('clients_by_name').on(sorted('sort_name'), table.id),
    index('clients_by_status_name').on(sql`"status"`, sorted('sort_name'), table.id),
    index('clients_by_phone').on(sorted('primary_phone'), table.id),
    index('clients_by_email').on(sorted('primary_email'), table.id),
    index('clients_by_plan').on(sorted('current_health_plan_name'), table.id),
    index('clients_by_follow_up').on(sql`"next_f_u_date"`, table.id),
    index('clients_by_updated').on(table.updated_at, table.id),
    index('clients_by_creator').on(table.created_by),
    index('clients_search').using('gin', sql`"search_text" gin_trgm_ops`),
  ],
);

/**
 * How many clients each status has, as appended deltas: writers only add rows, so none waits for another; readers sum
 * them and fold them together now and then. Filled by triggers (migration 0000).
 */
export const clientCountDeltas = pgTable('client_count_deltas', {
  id: id(),
  status: text().notNull(),
  delta: int8().notNull(),
});
