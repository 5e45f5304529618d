import { StartupError } from '../host/src/startup-error.ts';
import { openBesideServer, openStopped } from '../server/src/platform/backup/installation.ts';
import type { Config } from '../server/src/platform/config.ts';
import { type DatabasePool, openDatabase } from '../server/src/platform/database/database.ts';
import { migrateDatabase } from '../server/src/platform/database/migrate.ts';
import { keyFault } from '../server/src/platform/secrets/key-marks.ts';
import { type KeyRing, newFieldKey, requireKeys } from '../server/src/platform/secrets/key-ring.ts';
import { wrongKeysSentence } from '../server/src/platform/secrets/open-keys.ts';
import {
  fieldKeysText,
  forgetUnused,
  resealAll,
  rotateKeyFile,
} from '../server/src/platform/secrets/rotate-keys.ts';
import { runCommand } from './installation.ts';

/** The keys, proven on what the database holds. */
async function provenKeys(config: Config, database: DatabasePool, keysFile: string): Promise<KeyRing> {
  const ring = await requireKeys(config, keysFile);
  const fault = await keyFault(database, ring);
  if (fault) throw new StartupError(wrongKeysSentence(fault, config, keysFile));
  return ring;
}

/** Keys in the environment are the operator's: servers that know the new key may keep running meanwhile. */
async function rotateConfiguredKeys(config: Config, database: DatabasePool, keysFile: string): Promise<void> {
  const ring = await provenKeys(config, database, keysFile);
  const resealed = await resealAll(database, ring);
  const unused = await forgetUnused(database, ring);
  console.log(`${resealed} values were encrypted again with the key ${ring.fieldKeys[0]?.id}.`);
  if (unused.length > 0) {
    console.log(`No stored value needs ${unused.join(', ')} any more.`);
    console.log(
      'Take it out of FIELD_KEYS at the next restart, and keep it for as long as you keep older backups.',
    );
  } else if (resealed === 0) {
    console.log('For a new key set this, restart every server, and run npm run keys:rotate again:');
    console.log(`FIELD_KEYS=${fieldKeysText([newFieldKey(), ...ring.fieldKeys])}`);
  }
}

async function rotateFile(
  config: Config,
  database: DatabasePool,
  keysFile: string,
  migrate: () => Promise<void>,
): Promise<void> {
  const ring = await provenKeys(config, database, keysFile);
  await migrate();
  const { resealed, current, wasUnfinished } = await rotateKeyFile(database, keysFile, ring);
  if (wasUnfinished) console.log('An interrupted rotation was finished.');
  console.log(`${resealed} values were encrypted again; the key is ${current}. Older keys are gone.`);
  console.log('Older backups keep their own keys. Make a new backup now.');
}

/** npm run keys:rotate: with a key file the server has to be stopped. */
await runCommand(async (config) => {
  const isConfigured = config.FIELD_KEYS !== undefined;
  const installation = await (isConfigured ? openBesideServer(config) : openStopped(config));
  const database = openDatabase(installation.url, { max: 1, onError: () => undefined });
  try {
    const { url, paths } = installation;
    if (isConfigured) await rotateConfiguredKeys(config, database, paths.keysFile);
    else await rotateFile(config, database, paths.keysFile, () => migrateDatabase(url));
  } finally {
    await database.close();
    await installation.close();
  }
});
