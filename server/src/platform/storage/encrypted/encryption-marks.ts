import type { Database } from '../../database/database.ts';

/** In `installation_marks`: when a scan found no unencrypted file, and how many were left at the last scan. */
const ALL_ENCRYPTED = 'files sealed';
const IN_CLEAR = 'files in clear';

/** Whether every file is encrypted, so that an unencrypted one is not ours. */
export async function areAllEncrypted(db: Database): Promise<boolean> {
  return (await markOf(db, ALL_ENCRYPTED)) !== null;
}

/** Files of earlier versions that wait to be encrypted, as far as they were counted. */
export async function countInClear(db: Database): Promise<number> {
  return Number((await markOf(db, IN_CLEAR)) ?? 0);
}

export async function recordUnencryptedFiles(db: Database, files: number): Promise<void> {
  await put(db, IN_CLEAR, String(files));
}

export async function recordAllEncrypted(db: Database, now: Date): Promise<void> {
  await put(db, ALL_ENCRYPTED, now.toISOString());
  await put(db, IN_CLEAR, '0');
}

/** Files may be unencrypted again: after a restore, or when a location is claimed as it is. The next scan finds them. */
export async function clearEncryptionMarks(db: Database): Promise<void> {
  await db.query('delete from installation_marks where name in ($1, $2)', [ALL_ENCRYPTED, IN_CLEAR]);
}

async function markOf(db: Database, name: string): Promise<string | null> {
  const rows = await db.query<{ value: string }>('select value from installation_marks where name = $1', [
    name,
  ]);
  return rows[0]?.value ?? null;
}

async function put(db: Database, name: string, value: string): Promise<void> {
  await db.query(
    `insert into installation_marks (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [name, value],
  );
}
