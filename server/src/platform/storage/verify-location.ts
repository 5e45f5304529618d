import { StartupError } from '@ledgerline/host/startup-error';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { newestReferenced } from './file-columns.ts';
import { type FilesLocation, knownLocation } from './files-location.ts';
import type { Storage } from './storage.ts';

/** In `installation_marks`: the mark of the location of this database's files. */
const MARK = 'files place';
/** The number of files checked in each column. */
const SAMPLE = 10;

/**
 * Rejects a server whose files are not those of the database, whatever its version, and changes nothing. A location with the
 * database's mark is accepted. Any other (a new volume, another portal's, the same files moved or copied into a bucket, a
 * restore, a version without marks) is checked by the files themselves: the newest that rows reference must be there, though not
 * every one. Returns false if that cannot be determined now.
 */
export async function assertFilesMatch(
  db: Database,
  config: Config,
  storage: Pick<Storage, 'size'>,
  log: Log,
): Promise<boolean> {
  const { mark, label } = await knownLocation(config);
  if (mark !== null && mark === (await markedLocation(db))) return true;
  const found = await countFiles(db, storage, log);
  if (found === null) return false;
  if (found.there * 2 >= found.looked) return true;
  throw new StartupError(
    `${label} does not contain the files that this database references (${found.there} of the newest ${found.looked} were found): configure or mount the previous server’s location, or copy its files there, for example from a backup. If they are permanently lost, run npm run storage:accept.`,
  );
}

/** Claims a checked or intentionally accepted location for the database. */
export async function claimLocation(db: Database, { mark }: FilesLocation): Promise<void> {
  await db.query(
    `insert into installation_marks as m (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value where m.value <> excluded.value`,
    [MARK, mark],
  );
}

/** How many of the newest referenced files exist. */
export async function hasItsFiles(
  db: Database,
  storage: Pick<Storage, 'size'>,
): Promise<{ looked: number; there: number }> {
  const keys = await newestReferenced(db, SAMPLE);
  let there = 0;
  for (const key of keys) if ((await storage.size(key)) !== null) there += 1;
  return { looked: keys.length, there };
}

/** Null while the storage cannot be reached: an S3 outage does not abort a start. */
async function countFiles(db: Database, storage: Pick<Storage, 'size'>, log: Log) {
  try {
    return await hasItsFiles(db, storage);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'provider_unavailable') throw error;
    log.warn({ err: error }, 'the files of this database could not be checked');
    return null;
  }
}

async function markedLocation(db: Database): Promise<string | null> {
  const [table] = await db.query<{ there: boolean }>(
    `select to_regclass('public.installation_marks') is not null as there`,
  );
  if (!table?.there) return null;
  const text = 'select value from installation_marks where name = $1';
  return (await db.query<{ value: string }>(text, [MARK]))[0]?.value ?? null;
}
