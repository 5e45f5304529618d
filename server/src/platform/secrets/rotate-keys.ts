import type { Database, DatabasePool } from '../database/database.ts';
import { isOwnEncrypted } from './client-keys.ts';
import { aadOf, aadSelect, type EncryptedColumns } from './encrypted-columns.ts';
import { existingEncryptedColumns, oldestEncrypted } from './encrypted-values.ts';
import { createFieldCipher, type FieldCipher } from './field-cipher.ts';
import { deleteMarks, writeMarks } from './key-marks.ts';
import { type FieldKey, type KeyRing, newFieldKey, readKeyFile, writeKeyFile } from './key-ring.ts';

const BATCH_ROWS = 500;

type EncryptedRow = { id: number; place_row: number; place_field: string | null } & Record<
  string,
  string | number | null
>;

/** `FIELD_KEYS` in the format of the environment variable. */
export function fieldKeysText(keys: readonly FieldKey[]): string {
  return keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');
}

/** Re-encrypts every value that does not use the newest key, in batches; returns the number of values. */
export async function reencryptAll(database: DatabasePool, ring: KeyRing): Promise<number> {
  const cipher = createFieldCipher(ring);
  const current = ring.fieldKeys[0]?.id ?? '';
  let count = 0;
  for (const encrypted of await existingEncryptedColumns(database)) {
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      const done = await database.transaction((db) => reencryptBatch(db, cipher, encrypted, current, from));
      count += done.count;
      after = done.last;
    }
  }
  return count;
}

/** The ids of the keys that stored values need. */
export async function usedKeyIds(db: Database): Promise<Set<string>> {
  return new Set((await oldestEncrypted(db)).map(({ keyId }) => keyId));
}

/**
 * Drops the keys that no stored value needs, except the first one, with their marks, so that servers start without them. The
 * files have been rewrapped before, so they do not need them either.
 */
export async function deleteUnusedKeys(db: Database, ring: KeyRing): Promise<string[]> {
  const used = await usedKeyIds(db);
  const unused = ring.fieldKeys.slice(1).filter(({ id }) => !used.has(id));
  const ids = unused.map(({ id }) => id);
  await deleteMarks(db, ids);
  return ids;
}

interface Rotated<Files> {
  reencrypted: number;
  files: Files;
  current: string;
  wasUnfinished: boolean;
}

/**
 * Rotates the keys of a key file: adds a new first key, re-encrypts every value with it, rewraps the stored files with `rewrap`,
 * and drops the old keys. The key file is written before the first value and after the last file, so that an interrupted
 * rotation, recognizable by several keys in the file, is completed by running it again.
 */
export async function rotateKeyFile<Files>(
  database: DatabasePool,
  keysFile: string,
  ring: KeyRing,
  rewrap: (rotated: KeyRing) => Promise<Files>,
): Promise<Rotated<Files>> {
  const wasUnfinished = ring.fieldKeys.length > 1;
  const rotated = wasUnfinished ? ring : { ...ring, fieldKeys: [newFieldKey(), ...ring.fieldKeys] };
  // A token secret from the settings is not written to disk; the one in the file may still be in use.
  const tokenSecret = (await readKeyFile(keysFile))?.tokenSecret ?? ring.tokenSecret;
  await writeKeyFile(keysFile, { ...rotated, tokenSecret });
  await writeMarks(database, rotated);
  const reencrypted = await reencryptAll(database, rotated);
  const files = await rewrap(rotated);
  const unused = await deleteUnusedKeys(database, rotated);
  const [first] = rotated.fieldKeys;
  const retained = rotated.fieldKeys.filter(({ id }) => !unused.includes(id));
  await writeKeyFile(keysFile, { fieldKeys: retained, tokenSecret });
  return { reencrypted, files, current: first?.id ?? '', wasUnfinished };
}

async function reencryptBatch(
  db: Database,
  cipher: FieldCipher,
  encrypted: EncryptedColumns,
  current: string,
  after: number,
): Promise<{ count: number; last: number | null }> {
  const stale = encrypted.columns
    .map((column) => `("${column}" like 'v1.%' and "${column}" not like $2)`)
    .join(' or ');
  const rows = await db.query<EncryptedRow>(
    `select ${aadSelect(encrypted)}, ${encrypted.columns.map((column) => `"${column}"`).join(', ')}
       from "${encrypted.table}" where id > $1 and (${stale}) order by id limit ${BATCH_ROWS} for update`,
    [after, `v1.${current}.%`],
  );
  // The trigger of the audit log permits no other change of its rows.
  await db.query(`select set_config('ledgerline.audit_way', 'rotate', true)`);
  let count = 0;
  for (const column of encrypted.columns) {
    const fresh = rows.flatMap((row) => {
      const value = row[column];
      if (typeof value !== 'string' || isOwnEncrypted(value) || cipher.isCurrent(value)) return [];
      const aad = aadOf(encrypted, column, row);
      return [{ id: row.id, value: cipher.encrypt(cipher.decrypt(value, aad), aad) }];
    });
    count += fresh.length;
    if (fresh.length > 0) await store(db, encrypted.table, column, fresh);
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
