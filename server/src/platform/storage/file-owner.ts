import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { databaseIdentity } from '../database/database-identity.ts';
import { OWNER_FILE, type Storage } from './storage.ts';

const MARK = 'files';

/**
 * Who may clean up these files; null for a storage that no database has claimed. The storage contains the random name of the
 * database that owns it, and its PostgreSQL identity. A database restored from a backup has its own name, and one copied by other
 * means (dump, clone) has another PostgreSQL identity: a test copy on the files of the live portal treats none of them as
 * orphaned.
 */
export async function storageOwner(db: Database, storage: Storage): Promise<'this' | 'another' | null> {
  if ((await storage.size(OWNER_FILE)) === null) return null;
  const owner = (await storage.read(OWNER_FILE)).toString().trim();
  const name = await nameOf(db);
  if (owner === (await markOf(db, name))) return 'this';
  // Earlier versions wrote only the name.
  if (owner !== name) return 'another';
  await ownStorage(db, storage);
  return 'this';
}

/** Claims the storage for this database. */
export async function ownStorage(db: Database, storage: Storage): Promise<void> {
  await storage.put(OWNER_FILE, Buffer.from(await markOf(db, await nameOf(db))));
}

const markOf = async (db: Database, name: string) => `${name} ${await databaseIdentity(db)}`;

async function nameOf(db: Database): Promise<string> {
  await db.query(
    'insert into installation_marks (name, value) values ($1, $2) on conflict (name) do nothing',
    [MARK, randomBytes(16).toString('hex')],
  );
  const [mark] = await db.query<{ value: string }>('select value from installation_marks where name = $1', [
    MARK,
  ]);
  return mark?.value ?? '';
}
