import { StartupError } from '@ledgerline/host/startup-error';
import type { Config } from '../config.ts';
import type { DatabasePool } from '../database/database.ts';
import { findKeyProblem, renewMarks } from './key-marks.ts';
import { findKeys, newFieldKey, newTokenSecret, readKeyFile, writeKeyFile } from './key-ring.ts';
import { wrongKeysSentence } from './open-keys.ts';

/**
 * Changes the token secret on purpose, with every server stopped: the one that TOKEN_SECRET says, else a new one in the key
 * file. The field keys have to be the right ones, which is found out before `migrate` brings the database to this version.
 * An interrupted change is finished by running it again.
 */
export async function replaceTokenSecret(
  database: DatabasePool,
  config: Config,
  keysFile: string,
  migrate: () => Promise<void>,
): Promise<'configured' | 'new'> {
  const found = await findKeys(config, keysFile);
  if (!found.fieldKeys) {
    throw new StartupError(`There is no key file ${keysFile}, and FIELD_KEYS is not set.`);
  }
  const isConfigured = config.TOKEN_SECRET !== undefined && found.tokenSecret !== null;
  const tokenSecret = isConfigured && found.tokenSecret ? found.tokenSecret : newTokenSecret();
  const ring = { fieldKeys: found.fieldKeys, tokenSecret };
  const problem = await findKeyProblem(database, ring);
  if (problem?.of === 'field_keys') throw new StartupError(wrongKeysSentence(problem, config, keysFile));
  await migrate();
  if (!isConfigured) {
    // What else the file holds stays: keys that the settings replace may still be somebody's.
    const stored = await readKeyFile(keysFile);
    await writeKeyFile(keysFile, { fieldKeys: stored?.fieldKeys ?? [newFieldKey()], tokenSecret });
  }
  await database.transaction((db) => renewMarks(db, ring));
  return isConfigured ? 'configured' : 'new';
}
