import { StartupError } from '@ledgerline/host/startup-error';
import type { Config } from '../config.ts';
import type { Database, DatabasePool } from '../database/database.ts';
import { dependsOnKeys, findKeyProblem, type KeyProblem, writeMarks } from './key-marks.ts';
import {
  type FoundKeys,
  findKeys,
  type KeyRing,
  newFieldKey,
  newTokenSecret,
  writeKeyFile,
} from './key-ring.ts';

/** Any fixed number: servers that start at the same time validate and create keys one after the other. */
const KEYS_LOCK = 7_301_956;

/**
 * The keys of a starting server. They are validated against the database before anything is encrypted with them; new ones are
 * created only for a database that depends on none. If two servers both create the first keys, one is rejected.
 */
export function openKeyRing(database: DatabasePool, config: Config, keysFile: string): Promise<KeyRing> {
  return database.transaction(async (db) => {
    await waitForTurn(db);
    const found = await verifiedKeys(db, config, keysFile);
    const ring = {
      fieldKeys: found.fieldKeys ?? [newFieldKey()],
      tokenSecret: found.tokenSecret ?? newTokenSecret(),
    };
    // The file before the marks: there are never marks of keys that do not exist.
    if (!found.fieldKeys || !found.tokenSecret) await createKeyFile(keysFile, ring, found);
    await writeMarks(db, ring);
    return ring;
  });
}

async function waitForTurn(db: Database): Promise<void> {
  try {
    await db.query('select pg_advisory_xact_lock($1)', [KEYS_LOCK]);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '55P03')) throw error;
    throw new StartupError(
      'Another starting server has locked the keys of this database for too long. Start this one again, or stop the other.',
      { cause: error },
    );
  }
}

/** Rejects keys that are not those of the database, whatever its version, and changes nothing. */
export async function assertKeysMatch(db: Database, config: Config, keysFile: string): Promise<void> {
  await verifiedKeys(db, config, keysFile);
}

async function verifiedKeys(db: Database, config: Config, keysFile: string): Promise<FoundKeys> {
  const found = await findKeys(config, keysFile);
  const { fieldKeys, tokenSecret } = found;
  if (fieldKeys && tokenSecret) {
    const problem = await findKeyProblem(db, { fieldKeys, tokenSecret });
    if (problem) throw new StartupError(wrongKeysSentence(problem, config, keysFile));
    return found;
  }
  if (!(await dependsOnKeys(db))) return found;
  const missing = fieldKeys ? 'TOKEN_SECRET' : tokenSecret ? 'FIELD_KEYS' : 'FIELD_KEYS and TOKEN_SECRET';
  throw new StartupError(
    `The keys of this database are missing: copy keys.json from the previous server or a backup to ${keysFile}, or set ${missing} as on the other servers.`,
  );
}

/** One sentence that names the setting to change. */
export function wrongKeysSentence(problem: KeyProblem, config: Config, keysFile: string): string {
  if (problem.of === 'token_secret') {
    const setting = config.TOKEN_SECRET ? 'TOKEN_SECRET' : `The token secret in ${keysFile}`;
    return `${setting} is not the one this database was used with. A different one would invalidate every sign-in and every sent link: set TOKEN_SECRET as on the previous servers or, to change it intentionally, stop every server and run npm run keys:token.`;
  }
  const names = problem.ids.join(', ');
  return config.FIELD_KEYS
    ? `FIELD_KEYS cannot decrypt the database (key ${names}): set FIELD_KEYS as on the previous servers.`
    : `The keys in ${keysFile} cannot decrypt the database (key ${names}): replace that file with keys.json from the previous server, or set FIELD_KEYS and TOKEN_SECRET as on the other servers.`;
}

/** A key file contains both secrets, but keys from the settings are not written to disk. */
async function createKeyFile(file: string, ring: KeyRing, found: FoundKeys): Promise<void> {
  if (found.hasFile) return;
  await writeKeyFile(file, {
    fieldKeys: found.fieldKeys ? [newFieldKey()] : ring.fieldKeys,
    tokenSecret: found.tokenSecret ? newTokenSecret() : ring.tokenSecret,
  });
}
