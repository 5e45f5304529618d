import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { whichDatabase } from '../database/database-identity.ts';
import { OWNER_FILE, type Storage } from './storage.ts';

const MARK = 'files';

/**
 * Whose these files are to clean up; null for a storage of which nobody has taken possession. The storage holds the random
 * name of the database that owns it, and which of PostgreSQL's databases that was. A database that was restored from a
 * backup has a name of its own, and one that was copied by other means (dump, clone) is another of PostgreSQL's: a copy for
 * trying, on the files of the real portal, takes none of them for nobody's.
 */
export async function storageOwner(db: Database, storage: Storage): Promise<'this' | 'another' | null> {
  if ((await storage.size(OWNER_FILE)) === null) return null;
  const owner = (await storage.read(OWNER_FILE)).toString().trim();
  const name = await nameOf(db);
  if (owner === (await markOf(db, name))) return 'this';
  // Earlier versions wrote the name alone.
  if (owner !== name) return 'another';
  await ownStorage(db, storage);
  return 'this';
}

/** Makes the storage this database's. */
export async function ownStorage(db: Database, storage: Storage): Promise<void> {
  await storage.put(OWNER_FILE, Buffer.from(await markOf(db, await nameOf(db))));
}

const markOf = async (db: Database, name: string) => `${name} ${await whichDatabase(db)}`;

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
