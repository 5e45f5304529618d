import { reasonOf, StartupError } from '../host/src/startup-error.ts';
import { openBesideServer, openStopped } from '../server/src/platform/backup/installation.ts';
import type { Config } from '../server/src/platform/config.ts';
import { type DatabasePool, openDatabase } from '../server/src/platform/database/database.ts';
import { migrateDatabase } from '../server/src/platform/database/migrate.ts';
import { AppError } from '../server/src/platform/errors.ts';
import { createFieldCipher } from '../server/src/platform/secrets/field-cipher.ts';
import { findKeyProblem } from '../server/src/platform/secrets/key-marks.ts';
import { type KeyRing, newFieldKey, requireKeys } from '../server/src/platform/secrets/key-ring.ts';
import { wrongKeysSentence } from '../server/src/platform/secrets/open-keys.ts';
import {
  fieldKeysText,
  forgetUnused,
  resealAll,
  rotateKeyFile,
} from '../server/src/platform/secrets/rotate-keys.ts';
import { type RewrappedFiles, rewrapFiles } from '../server/src/platform/storage/encrypted/rewrap-files.ts';
import { createStorage, openStorage } from '../server/src/providers/providers.ts';
import { runCommand } from './installation.ts';

/** The keys, proven on what the database holds. */
async function verifiedKeys(config: Config, database: DatabasePool, keysFile: string): Promise<KeyRing> {
  const ring = await requireKeys(config, keysFile);
  const problem = await findKeyProblem(database, ring);
  if (problem) throw new StartupError(wrongKeysSentence(problem, config, keysFile));
  return ring;
}

/** The keys of the stored files go under the newest of the ring; no key is given up before all have. */
async function rewrapAll(config: Config, database: DatabasePool, ring: KeyRing): Promise<RewrappedFiles> {
  const storage = openStorage(createStorage(config), { cipher: createFieldCipher(ring), database });
  try {
    return await rewrapFiles({ database, storage });
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    throw new StartupError(
      `The values have the new key, but not all files (${reasonOf(cause)}). Run it again: it goes on. Keep every key until then.`,
      { cause },
    );
  }
}

function printFiles({ rewrapped, plain, unopened, unopenedCount }: RewrappedFiles): void {
  console.log(`${rewrapped} files have their keys under it.`);
  if (plain > 0)
    console.log(`${plain} files of an earlier version are not encrypted yet: a server that runs does it.`);
  if (unopenedCount === 0) return;
  console.log(
    `${unopenedCount} files open with none of the keys that are here: they are damaged, or another installation's. Bring them back from a backup:`,
  );
  for (const key of unopened) console.log(`  ${key}`);
}

/** Keys in the environment are the operator's: servers that know the new key may keep running meanwhile. */
async function rotateConfiguredKeys(config: Config, database: DatabasePool, keysFile: string): Promise<void> {
  const ring = await verifiedKeys(config, database, keysFile);
  const resealed = await resealAll(database, ring);
  const files = await rewrapAll(config, database, ring);
  const unused = await forgetUnused(database, ring);
  console.log(`${resealed} values were encrypted again with the key ${ring.fieldKeys[0]?.id}.`);
  printFiles(files);
  if (unused.length > 0) {
    console.log(`No stored value and no file needs ${unused.join(', ')} any more.`);
    console.log(
      'Take it out of FIELD_KEYS at the next restart, and keep it for as long as you keep older backups.',
    );
  } else if (resealed + files.rewrapped === 0) {
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
  const ring = await verifiedKeys(config, database, keysFile);
  await migrate();
  const { resealed, files, current, wasUnfinished } = await rotateKeyFile(
    database,
    keysFile,
    ring,
    (rotated) => rewrapAll(config, database, rotated),
  );
  if (wasUnfinished) console.log('An interrupted rotation was finished.');
  console.log(`${resealed} values were encrypted again; the key is ${current}. Older keys are gone.`);
  printFiles(files);
  console.log('Older backups keep their own keys. Make a new backup now.');
}

/** npm run keys:rotate: with a key file the server has to be stopped. */
await runCommand(async (config) => {
  const isConfigured = config.FIELD_KEYS !== undefined;
  const installation = await (isConfigured ? openBesideServer(config) : openStopped(config));
  const database = openDatabase(installation.url, { max: 2, onError: () => undefined });
  try {
    const { url, paths } = installation;
    if (isConfigured) await rotateConfiguredKeys(config, database, paths.keysFile);
    else await rotateFile(config, database, paths.keysFile, () => migrateDatabase(url));
  } finally {
    await database.close();
    await installation.close();
  }
});
