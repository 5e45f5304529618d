import type pg from 'pg';

/** Rows per fetch and per insert: memory stays bounded whatever the table's size. */
export const BATCH_ROWS = 200;

/**
 * The migrator's bookkeeping, data that is useless later or elsewhere, and sign-ins and remembered devices: one ended since must
 * not become valid again.
 */
const LEFT_OUT = [
  '__drizzle_migrations',
  'rate_limits',
  'idempotency_keys',
  'sign_ins',
  'remembered_devices',
  'job_holds',
  'job_servers',
  'audit_checks',
];

export interface Table {
  name: string;
  /** Stored columns in order, with their types; generated ones are excluded. */
  columns: { name: string; type: string }[];
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Every table of the product with its columns, by name. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by c.relname, a.attnum`,
    [LEFT_OUT],
  );
  const tables = new Map<string, Table>();
  for (const { table, column, type } of rows) {
    const known = tables.get(table) ?? { name: table, columns: [] };
    known.columns.push({ name: column, type });
    tables.set(table, known);
  }
  return [...tables.values()];
}

/** How many migrations were applied to the database; 0 for an empty one. */
export async function countAppliedMigrations(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    "select to_regclass('public.__drizzle_migrations') is not null as there",
  );
  if (!rows[0].there) return 0;
  const applied = await client.query('select count(*)::int as n from public.__drizzle_migrations');
  return applied.rows[0].n;
}

/** The current value of each sequence, so that a restored installation never reuses the id of a deleted row. */
export async function listSequences(client: pg.Client): Promise<{ name: string; last_value: string }[]> {
  const { rows } = await client.query<{ name: string; last_value: string }>(
    `select sequencename as name, last_value::text as last_value from pg_sequences
      where schemaname = 'public' and last_value is not null and sequencename not like '\\_\\_drizzle%'
      order by 1`,
  );
  return rows;
}
