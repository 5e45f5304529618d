import type { Database } from './database.ts';

/**
 * Inserts a row that was stored as JSON, and returns its id; none if it exists again. Columns that were added to the table since
 * get their defaults, and columns that were removed are left out.
 */
export async function insertStored(db: Database, table: string, row: string): Promise<number[]> {
  const columns = await db.arrays<[string]>(
    `select quote_ident(attname) from pg_attribute
      where attrelid = ('public.' || $1)::regclass and attnum > 0 and not attisdropped and attgenerated = '' and $2::jsonb ? attname`,
    [table, row],
  );
  const list = columns.map(([column]) => column).join(', ');
  const rows = await db.arrays<[number]>(
    `insert into ${table} (${list}) overriding system value
     select ${list} from jsonb_populate_record(null::${table}, $1::jsonb) on conflict do nothing returning id`,
    [row],
  );
  return rows.map(([id]) => Number(id));
}
