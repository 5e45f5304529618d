import type { Database } from '../database/database.ts';
import { aadOf, aadSelect, ENCRYPTED_COLUMNS, type EncryptedColumns } from './encrypted-columns.ts';
import type { FieldAad } from './field-cipher.ts';

/** The oldest value in a column under a key. */
export interface OldestEncrypted {
  keyId: string;
  encrypted: string;
  aad: FieldAad;
}

/** The encrypted columns of tables that exist in this database, whatever its version. */
export async function existingEncryptedColumns(db: Database): Promise<readonly EncryptedColumns[]> {
  const rows = await db.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  );
  const existing = new Set(rows.map(({ name }) => name));
  return ENCRYPTED_COLUMNS.map((encrypted) => ({
    ...encrypted,
    columns: encrypted.columns.filter((column) => existing.has(`${encrypted.table}.${column}`)),
  })).filter(({ columns }) => columns.length > 0);
}

/** For each encrypted column and each key id in its values: the oldest value. */
export async function oldestEncrypted(db: Database): Promise<OldestEncrypted[]> {
  const found: OldestEncrypted[] = [];
  for (const encrypted of await existingEncryptedColumns(db)) {
    for (const column of encrypted.columns) {
      const rows = await db.query<{
        key: string;
        value: string;
        place_row: number;
        place_field: string | null;
      }>(
        `select k.key, v.* from (
            select split_part("${column}", '.', 2) as key, min(id) as first
              from "${encrypted.table}" where "${column}" like 'v1.%' group by 1) k
          join lateral (select ${aadSelect(encrypted)}, "${column}" as value
              from "${encrypted.table}" where id = k.first) v on true`,
      );
      for (const row of rows) {
        found.push({ keyId: row.key, encrypted: row.value, aad: aadOf(encrypted, column, row) });
      }
    }
  }
  return found;
}
