import { openBesideServer, openStopped } from '../server/src/platform/backup/installation.ts';
import type { Config } from '../server/src/platform/config.ts';
import { type DatabasePool, openDatabase } from '../server/src/platform/database/database.ts';
import { loadKeyRing } from '../server/src/platform/secrets/key-ring.ts';
import {
  fieldKeysText,
  newFieldKey,
  resealAll,
  rotateKeyFile,
  usedKeyIds,
} from '../server/src/platform/secrets/rotate-keys.ts';
import { runCommand } from './installation.ts';

/** Keys in the environment are the operator's: servers that know the new key may keep running meanwhile. */
async function rotateConfiguredKeys(config: Config, database: DatabasePool, keysFile: string): Promise<void> {
  const ring = await loadKeyRing(config, keysFile);
  const resealed = await resealAll(database, ring);
  const used = await usedKeyIds(database);
  const unused = ring.fieldKeys.slice(1).filter(({ id }) => !used.has(id));
  console.log(`${resealed} values were encrypted again with the key ${ring.fieldKeys[0]?.id}.`);
  if (unused.length > 0) {
    console.log(`No stored value needs ${unused.map(({ id }) => id).join(', ')} any more.`);
    console.log(
      'Take it out of FIELD_KEYS at the next restart, and keep it for as long as you keep older backups.',
    );
  } else if (resealed === 0) {
    console.log('For a new key set this, restart every server, and run npm run keys:rotate again:');
    console.log(`FIELD_KEYS=${fieldKeysText([newFieldKey(ring.fieldKeys), ...ring.fieldKeys])}`);
  }
}

async function rotateFile(config: Config, database: DatabasePool, keysFile: string): Promise<void> {
  const ring = await loadKeyRing(config, keysFile);
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
    const rotate = isConfigured ? rotateConfiguredKeys : rotateFile;
    await rotate(config, database, installation.paths.keysFile);
  } finally {
    await database.close();
    await installation.close();
  }
});
