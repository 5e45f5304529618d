import { StartupError } from '@ledgerline/host/startup-error';
import type { Config } from '../config.ts';
import type { DatabasePool } from '../database/database.ts';
import { findKeyProblem, renewMarks } from './key-marks.ts';
import { findKeys, newFieldKey, newTokenSecret, readKeyFile, writeKeyFile } from './key-ring.ts';
import { wrongKeysSentence } from './open-keys.ts';

/**
 * Changes the token secret intentionally, with every server stopped: to TOKEN_SECRET if set, else to a new one in the key file.
 * The field keys must be the right ones, which is checked before `migrate` upgrades the database to this version. An interrupted
 * change is completed by running it again.
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
    // The rest of the file is preserved: keys that the settings override may still be in use.
    const stored = await readKeyFile(keysFile);
    await writeKeyFile(keysFile, { fieldKeys: stored?.fieldKeys ?? [newFieldKey()], tokenSecret });
  }
  await database.transaction((db) => renewMarks(db, ring));
  return isConfigured ? 'configured' : 'new';
}
