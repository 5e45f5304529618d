import { randomBytes } from 'node:crypto';
import type { Database, DatabasePool } from '../database/database.ts';
import { createFieldCipher, type FieldCipher } from './field-cipher.ts';
import { type KeyRing, writeKeyFile } from './key-ring.ts';
import { placeOf, placeSelect, SEALED_COLUMNS, type SealedColumns } from './sealed-columns.ts';

const BATCH_ROWS = 500;

type FieldKey = KeyRing['fieldKeys'][number];
type SealedRow = { id: number; place_row: number; place_field: string | null } & Record<
  string,
  string | number | null
>;

/** A key with the next free name: `k1`, `k2` … */
export function newFieldKey(existing: readonly FieldKey[]): FieldKey {
  const numbers = existing.map(({ id }) => Number(/^k(\d+)$/.exec(id)?.[1] ?? 0));
  return { id: `k${Math.max(0, ...numbers) + 1}`, key: randomBytes(32) };
}

/** `FIELD_KEYS` as the environment takes it. */
export function fieldKeysText(keys: readonly FieldKey[]): string {
  return keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');
}

/** Seals again whatever was not sealed with the newest key, batch by batch; gives the number of values. */
export async function resealAll(database: DatabasePool, ring: KeyRing): Promise<number> {
  const cipher = createFieldCipher(ring);
  const current = ring.fieldKeys[0]?.id ?? '';
  let count = 0;
  for (const sealed of await existing(database)) {
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      const done = await database.transaction((db) => resealBatch(db, cipher, sealed, current, from));
      count += done.count;
      after = done.last;
    }
  }
  return count;
}

/** Which keys the stored values need, by id. */
export async function usedKeyIds(db: Database): Promise<Set<string>> {
  const used = new Set<string>();
  for (const { table, columns } of await existing(db)) {
    for (const column of columns) {
      const rows = await db.query<{ key: string }>(
        `select distinct split_part("${column}", '.', 2) as key from "${table}" where "${column}" like 'v1.%'`,
      );
      for (const { key } of rows) used.add(key);
    }
  }
  return used;
}

/**
 * Rotates the keys of a key file: a new key goes first, every value is sealed with it, the old keys go. The file is
 * written before the first value and after the last one, so that an interrupted rotation is finished by running it
 * again: a file with several keys is one.
 */
export async function rotateKeyFile(
  database: DatabasePool,
  keysFile: string,
  ring: KeyRing,
): Promise<{ resealed: number; current: string; wasUnfinished: boolean }> {
  const wasUnfinished = ring.fieldKeys.length > 1;
  const rotated = wasUnfinished
    ? ring
    : { ...ring, fieldKeys: [newFieldKey(ring.fieldKeys), ...ring.fieldKeys] };
  await writeKeyFile(keysFile, rotated);
  const resealed = await resealAll(database, rotated);
  const used = await usedKeyIds(database);
  const [first] = rotated.fieldKeys;
  const kept = rotated.fieldKeys.filter((key) => key === first || used.has(key.id));
  await writeKeyFile(keysFile, { ...rotated, fieldKeys: kept });
  return { resealed, current: first?.id ?? '', wasUnfinished };
}

/** The sealed columns of tables that this database has. */
async function existing(db: Database): Promise<readonly SealedColumns[]> {
  const rows = await db.query<{ relname: string }>(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const tables = new Set(rows.map(({ relname }) => relname));
  return SEALED_COLUMNS.filter(({ table }) => tables.has(table));
}

async function resealBatch(
  db: Database,
  cipher: FieldCipher,
  sealed: SealedColumns,
  current: string,
  after: number,
): Promise<{ count: number; last: number | null }> {
  const stale = sealed.columns.map((column) => `"${column}" not like $2`).join(' or ');
  const rows = await db.query<SealedRow>(
    `select ${placeSelect(sealed)}, ${sealed.columns.map((column) => `"${column}"`).join(', ')}
       from "${sealed.table}" where id > $1 and (${stale}) order by id limit ${BATCH_ROWS} for update`,
    [after, `v1.${current}.%`],
  );
  let count = 0;
  for (const column of sealed.columns) {
    const fresh = rows.flatMap((row) => {
      const value = row[column];
      if (typeof value !== 'string' || cipher.isCurrent(value)) return [];
      const place = placeOf(sealed, column, row);
      return [{ id: row.id, value: cipher.encrypt(cipher.decrypt(value, place), place) }];
    });
    count += fresh.length;
    if (fresh.length > 0) await store(db, sealed.table, column, fresh);
  }
  return { count, last: rows.length < BATCH_ROWS ? null : (rows.at(-1)?.id ?? null) };
}

async function store(
  db: Database,
  table: string,
  column: string,
  fresh: { id: number; value: string }[],
): Promise<void> {
  await db.query(
    `update "${table}" t set "${column}" = v.value
       from unnest($1::bigint[], $2::text[]) as v (id, value) where t.id = v.id`,
    [fresh.map(({ id }) => id), fresh.map(({ value }) => value)],
  );
}
