import type { Database } from '../database/database.ts';
import type { FieldCipher } from '../secrets/field-cipher.ts';

/** A value as stored in the audit log, encrypted under the key of the client it is about. */
interface EncryptedValue {
  encrypted: string;
}

/** Shown instead of a value whose key was destroyed with its client. */
export const DESTROYED = 'destroyed with the client';

/** The parts of an audit entry that may hold personal values. */
interface PersonalEntry {
  entity: string;
  old_value?: unknown;
  new_value?: unknown;
  of_client?: number | 'unknown' | null;
}

type Parts = { db: Database; cipher: FieldCipher };

const aadOf = (client: number, entity: string) => ({ table: 'audit_events', row: client, field: entity });

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/**
 * Encrypts the values of entries about a client under that client's key, so that permanent deletion of the client makes them
 * unreadable while the chain, which hashes the ciphertext, still verifies. For a client without a key, which only an earlier
 * version left behind, values stay in clear text.
 */
export async function encryptPersonal<Entry extends PersonalEntry>(
  { db, cipher }: Parts,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const stored = entries.map((entry) => (entry.of_client === 'unknown' ? withoutTexts(entry) : entry));
  const ids = stored.flatMap(({ of_client, old_value, new_value }) =>
    typeof of_client === 'number' && !(isEmpty(old_value) && isEmpty(new_value)) ? [of_client] : [],
  );
  if (ids.length === 0) return stored;
  const keys = await keysOf(db, ids);
  return stored.map((entry) => {
    const client = typeof entry.of_client === 'number' ? entry.of_client : 0;
    const wrapped = keys.get(client);
    if (wrapped === undefined) return entry;
    const key = cipher.own.open(client, wrapped);
    const encrypted = (value: unknown) =>
      isEmpty(value) ? value : { encrypted: key.encrypt(JSON.stringify(value), aadOf(client, entry.entity)) };
    return { ...entry, old_value: encrypted(entry.old_value), new_value: encrypted(entry.new_value) };
  });
}

function withoutTexts<Entry extends PersonalEntry>(entry: Entry): Entry {
  const stored = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? value : null);
  return { ...entry, old_value: stored(entry.old_value), new_value: stored(entry.new_value) };
}

/** Rows with decrypted values; a value of a permanently deleted client says so. */
export async function decryptPersonal<Row extends { entity: string; old_value: unknown; new_value: unknown }>(
  { db, cipher }: Parts,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.flatMap(({ old_value, new_value }) => [clientOf(old_value), clientOf(new_value)]);
  const keys = await keysOf(
    db,
    ids.filter((id) => id !== null),
  );
  return rows.map((row) => {
    const plain = (value: unknown): unknown => {
      const client = clientOf(value);
      if (client === null || !isEncrypted(value)) return value;
      const wrapped = keys.get(client);
      if (wrapped === undefined) return DESTROYED;
      return JSON.parse(cipher.decrypt(value.encrypted, aadOf(client, row.entity), wrapped));
    };
    return { ...row, old_value: plain(row.old_value), new_value: plain(row.new_value) };
  });
}

const isEncrypted = (value: unknown): value is EncryptedValue =>
  typeof value === 'object' && value !== null && 'encrypted' in value && typeof value.encrypted === 'string';

/** The client id in a ciphertext; null for any other value. */
function clientOf(value: unknown): number | null {
  const id = isEncrypted(value) ? /^v2\.(\d{1,15})\./.exec(value.encrypted)?.[1] : undefined;
  return id === undefined ? null : Number(id);
}

async function keysOf(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.arrays<[number, string]>(
    `select id, wrapped_key from client_keys where id = any($1::bigint[])
     union all select id, wrapped_key from merged_clients where id = any($1)`,
    [[...new Set(ids)]],
    'client_keys',
  );
  return new Map(rows);
}
