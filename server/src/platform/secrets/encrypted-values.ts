import type { Database } from '../database/database.ts';
import type { FieldPlace } from './field-cipher.ts';
import { placeOf, placeSelect, SEALED_COLUMNS, type SealedColumns } from './encrypted-columns.ts';

/** The oldest value that a column holds under a key. */
export interface OldestSealed {
  keyId: string;
  sealed: string;
  place: FieldPlace;
}

/** The sealed columns of tables that this database has, whatever its version. */
export async function existingSealed(db: Database): Promise<readonly SealedColumns[]> {
  const rows = await db.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  );
  const there = new Set(rows.map(({ name }) => name));
  return SEALED_COLUMNS.map((sealed) => ({
    ...sealed,
    columns: sealed.columns.filter((column) => there.has(`${sealed.table}.${column}`)),
  })).filter(({ columns }) => columns.length > 0);
}

/** For each sealed column and each key that its values name: the oldest of them. */
export async function oldestSealed(db: Database): Promise<OldestSealed[]> {
  const found: OldestSealed[] = [];
  for (const sealed of await existingSealed(db)) {
    for (const column of sealed.columns) {
      const rows = await db.query<{
        key: string;
        value: string;
        place_row: number;
        place_field: string | null;
      }>(
        `select k.key, v.* from (
            select split_part("${column}", '.', 2) as key, min(id) as first
              from "${sealed.table}" where "${column}" like 'v1.%' group by 1) k
          join lateral (select ${placeSelect(sealed)}, "${column}" as value
              from "${sealed.table}" where id = k.first) v on true`,
      );
      for (const row of rows) {
        found.push({ keyId: row.key, sealed: row.value, place: placeOf(sealed, column, row) });
      }
    }
  }
  return found;
}
