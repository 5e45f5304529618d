import { StartupError } from '@ledgerline/host/startup-error';
import type { Config } from '../config.ts';
import type { Database, DatabasePool } from '../database/database.ts';
import { dependsOnKeys, findKeyProblem, type KeyProblem, leaveMarks } from './key-marks.ts';
import {
  type FoundKeys,
  findKeys,
  type KeyRing,
  newFieldKey,
  newTokenSecret,
  writeKeyFile,
} from './key-ring.ts';

/** Any fixed number: servers that start at the same time judge and make keys one after the other. */
const KEYS_LOCK = 7_301_956;

/**
 * The keys of a server that starts. They are proven on what the database holds before anything is sealed with them; new
 * ones are made only for a database that depends on none. Of two servers that both make the first keys, one is refused.
 */
export function openKeyRing(database: DatabasePool, config: Config, keysFile: string): Promise<KeyRing> {
  return database.transaction(async (db) => {
    await waitForTurn(db);
    const found = await verifiedKeys(db, config, keysFile);
    const ring = {
      fieldKeys: found.fieldKeys ?? [newFieldKey()],
      tokenSecret: found.tokenSecret ?? newTokenSecret(),
    };
    // The file before the marks: there are never marks of keys that nobody has.
    if (!found.fieldKeys || !found.tokenSecret) await createKeyFile(keysFile, ring, found);
    await leaveMarks(db, ring);
    return ring;
  });
}

async function waitForTurn(db: Database): Promise<void> {
  try {
    await db.query('select pg_advisory_xact_lock($1)', [KEYS_LOCK]);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '55P03')) throw error;
    throw new StartupError(
      'Another server that starts has kept the keys of this database for too long. Start this one again, or end the other.',
      { cause: error },
    );
  }
}

/** Refuses keys that are not those of the database, whatever its version, and changes nothing. */
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
    `This database was used with keys that are not here: put the keys.json of the server before (every backup holds it) to ${keysFile}, or set ${missing} as the other servers have it.`,
  );
}

/** One sentence that says what to set. */
export function wrongKeysSentence(problem: KeyProblem, config: Config, keysFile: string): string {
  if (problem.of === 'token_secret') {
    const setting = config.TOKEN_SECRET ? 'TOKEN_SECRET' : `The token secret in ${keysFile}`;
    return `${setting} is not the one this database was used with, and with another one every sign-in and every link that was sent ends: set TOKEN_SECRET as the servers before had it, or, to change it on purpose, stop every server and run npm run keys:token.`;
  }
  const names = problem.ids.join(', ');
  return config.FIELD_KEYS
    ? `FIELD_KEYS does not open what the database holds (key ${names}): set FIELD_KEYS as the servers before had it.`
    : `The keys in ${keysFile} do not open what the database holds (key ${names}): put the keys.json of the server before there, or set FIELD_KEYS and TOKEN_SECRET as the other servers have them.`;
}

/** A file holds both, whatever the settings give: keys of the settings are not written to the disk. */
async function createKeyFile(file: string, ring: KeyRing, found: FoundKeys): Promise<void> {
  if (found.hasFile) return;
  await writeKeyFile(file, {
    fieldKeys: found.fieldKeys ? [newFieldKey()] : ring.fieldKeys,
    tokenSecret: found.tokenSecret ? newTokenSecret() : ring.tokenSecret,
  });
}
