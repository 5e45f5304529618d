import { CLIENT_FIELDS, ENCRYPTED_FIELDS, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { ClientField } from '@ledgerline/contract/clients/fields/field';
import { type SQL, sql } from 'drizzle-orm';
import {
  check,
  index,
  jsonb,
  numeric,
  type PgColumnBuilderBase,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import type { DroppedRow, MovedRows } from '#platform/database/client-references.ts';
import { day, id, instant, int8, refers } from '#platform/database/columns.ts';

function columnOf(field: ClientField): PgColumnBuilderBase {
  if (field.name === 'status') return text().notNull().default('new');
  if (field.kind === 'date') return day();
  if (field.kind === 'money') return int8();
  if (field.kind === 'agent') return refers(() => agents.id, 'set null');
  if (field.kind === 'percent') return numeric({ precision: 5, scale: 2 });
  return field.kind === 'richtext' ? text().notNull().default('') : text();
}

/**
 * A secret has two columns: its ciphertext, and the last four characters for the mask ('' if the mask shows
 * bullets only).
 */
const fieldColumns: Record<string, PgColumnBuilderBase> = Object.fromEntries(
  CLIENT_FIELDS.flatMap((field: ClientField<FieldName>) => [
    [field.name, columnOf(field)],
    ...(field.kind === 'secret' ? [[`${field.name}_last4`, text()] as const] : []),
  ]),
);

const ENCRYPTED_COLUMNS = ENCRYPTED_FIELDS.map(({ name }) => `"${name}"`).join(', ');

const sorted = (column: string): SQL => sql.raw(`"${column}" collate "ledger_order"`);

const FIRST_LAST: SQL = sql.raw(
  `(split_part("sort_name", chr(9), 2) || ' ' || split_part("sort_name", chr(9), 1))`,
);

/** Clients: every field of the catalog. */
export const clients = pgTable(
  'clients',
  {
    id: int8().primaryKey().generatedByDefaultAsIdentity(),
    created_by: refers(() => agents.id, 'set null'),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    ...fieldColumns,
    /**
     * The row as the ledger sends it (presenter.ts), without encrypted fields; null if it must be rebuilt.
     */
    ledger_text: text(),
    /**
     * The encrypted fields in one ciphertext (encryption/encrypted-cells.ts); null in a row of an earlier
     * version with the fields in columns.
     */
    sealed: text(),
    /**
     * The names of the encrypted fields that have a value, ',agi,height,', for filters (decision 124); null until the job has
     * listed them.
     */
    filled_encrypted: text(),
  },
  (table) => [
    // Encrypted fields must not be stored anywhere else, whatever writes the row.
    check('clients_sealed_alone', sql.raw(`"sealed" is null or num_nonnulls(${ENCRYPTED_COLUMNS}) = 0`)),
    // Filters check this index first; it is empty once all rows are listed.
    index('clients_unlisted').on(table.id).where(sql`"filled_encrypted" is null`),
    // The job reads this index; it is empty once all rows are encrypted (encryption/encrypt-stored.ts).
    index('clients_unsealed').on(table.id).where(sql`"sealed" is null`),
    index('clients_by_updated').on(table.updated_at, table.id),
    index('clients_by_creator').on(table.created_by),
    // For Today: clients turning 65 and expiring cards; `card_last_day` is defined in migration 0033.
    index('clients_by_birth').on(sql`"dob"`, table.id),
    // For likely duplicates (decision 126): phones and emails; `client_contact_keys` is defined in migration 0078.
    index('clients_by_contact').using(
      'gin',
      sql`client_contact_keys("primary_email", "secondary_email", "primary_phone", "secondary_phone")`,
    ),
    index('clients_by_card_end').on(sql`card_last_day("exp_date")`, table.id),
  ],
);

/**
 * The key of each client, wrapped by the key ring; deleted with the client, which makes all data encrypted
 * with it unreadable (decision 072).
 */
export const clientKeys = pgTable('client_keys', {
  /** The client's ID. */
  id: int8()
    .primaryKey()
    .references(() => clients.id, { onDelete: 'cascade' }),
  wrapped_key: text().notNull(),
});

/** Merges of clients, and what each moved: enough to undo it for 30 days (decision 126). */
export const clientMerges = pgTable(
  'client_merges',
  {
    id: id(),
    /** The remaining client or, if that was merged as well, the client it was merged into, until that merge is undone. */
    client_id: int8()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    /** The remaining client at the time of the merge. */
    survivor_id: int8().notNull(),
    agent_id: refers(() => agents.id, 'set null'),
    agent_name: text().notNull(),
    merged_at: instant().notNull(),
    undone_at: instant(),
    /** Null once the merge can no longer be undone. */
    moved: jsonb().$type<MovedRows[]>(),
    dropped: jsonb().$type<DroppedRow[]>(),
    /** The card security code that the merge replaced, encrypted with the key of the remaining client. */
    replaced_cvc: text(),
  },
  (table) => [
    index('client_merges_client').on(table.client_id),
    index('client_merges_time').on(table.merged_at),
    index('client_merges_agent').on(table.agent_id).where(sql`agent_id is not null`),
  ],
);

/** Clients that were merged into others. The key decrypts their audit log, and is destroyed with the remaining client. */
export const mergedClients = pgTable(
  'merged_clients',
  {
    /** The former client's ID, which leads to the remaining client. */
    id: int8().primaryKey(),
    into_id: int8()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    merge_id: int8()
      .notNull()
      .references(() => clientMerges.id, { onDelete: 'cascade' }),
    created_at: instant().notNull(),
    wrapped_key: text().notNull(),
    /** The row of the client, to restore it; null once the merge can no longer be undone. */
    stored: jsonb(),
  },
  (table) => [
    index('merged_clients_into').on(table.into_id),
    index('merged_clients_merge').on(table.merge_id),
  ],
);

/** Permanently deleted clients: enough to identify them in an older backup, without personal data. */
export const deletedClients = pgTable('deleted_clients', {
  id: int8().primaryKey(),
  created_at: instant().notNull(),
  deleted_at: instant().notNull(),
});

/**
 * The columns by which lists find, count and order clients, in a narrow table of their own. Saving a cell that orders no list
 * touches none of its indexes. Maintained by triggers (migrations 0028 and 0030, decision 043).
 */
export const clientOutlines = pgTable(
  'client_outlines',
  {
    client_id: int8()
      .primaryKey()
      .references(() => clients.id, { onDelete: 'cascade' }),
    status: text().notNull(),
    /** Last name, tab, first name. */
    sort_name: text(),
    primary_phone: text(),
    primary_email: text(),
    current_health_plan_name: text(),
    next_f_u_date: day(),
    owner_agent_id: int8(),
    /** The owner as a value that foreign keys can reference: 0 for none. */
    owner_or_zero: int8().notNull().generatedAlwaysAs(sql`coalesce(owner_agent_id, 0)`),
    /** In lower case: names, email, plan and the digits of the phone. */
    search_text: text().notNull(),
  },
  (table) => [
    // Referenced by payments, which store the owner.
    uniqueIndex('client_outlines_owner').on(table.client_id, table.owner_or_zero),
    index('client_outlines_by_name').on(sorted('sort_name'), table.client_id),
    // For the global search (decision 052): first name, then last name.
    index('client_outlines_by_first_name').on(sql`${FIRST_LAST} collate "ledger_order"`, table.client_id),
    index('client_outlines_by_status').on(table.status, sorted('sort_name'), table.client_id),
    index('client_outlines_by_phone').on(sorted('primary_phone'), table.client_id),
    index('client_outlines_by_email').on(sorted('primary_email'), table.client_id),
    index('client_outlines_by_plan').on(sorted('current_health_plan_name'), table.client_id),
    index('client_outlines_by_follow_up').on(table.next_f_u_date, table.client_id),
    index('client_outlines_by_owner').on(table.owner_agent_id, sorted('sort_name'), table.client_id),
    // For similar names (decision 126).
    index('client_outlines_by_similar_name').using(
      'gin',
      sql`fold_text(replace("sort_name", chr(9), ' ')) gin_trgm_ops`,
    ),
    index('client_outlines_search').using('gin', sql`"search_text" gin_trgm_ops`),
  ],
);

/**
 * How many clients each status and owner has, as appended deltas. Writers only insert rows, so they never wait for each other;
 * readers sum the rows and fold them when there are many (decision 005). Filled by triggers (migration 0030).
 */
export const clientCountDeltas = pgTable('client_count_deltas', {
  id: id(),
  status: text().notNull(),
  owner_agent_id: int8(),
  delta: int8().notNull(),
});
