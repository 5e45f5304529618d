import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { OWNER_FILE, type Storage } from './storage.ts';

const MARK = 'files';

/**
 * Whether these files are this database's to clean up. The storage holds the random name of the database that owns it; an
 * unowned storage is taken into possession. A database that was restored from a backup has a name of its own, so that a
 * restore for trying, on the files of the real portal, takes none of them for nobody's.
 */
export async function ownsStorage(db: Database, storage: Storage): Promise<boolean> {
  await db.query(
    'insert into installation_marks (name, value) values ($1, $2) on conflict (name) do nothing',
    [MARK, randomBytes(16).toString('hex')],
  );
  const [mark] = await db.query<{ value: string }>('select value from installation_marks where name = $1', [
    MARK,
  ]);
  const mine = mark?.value ?? '';
  if ((await storage.size(OWNER_FILE)) === null) await storage.put(OWNER_FILE, Buffer.from(mine));
  return (await storage.read(OWNER_FILE)).toString() === mine;
}
