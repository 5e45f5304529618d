import { reasonOf, StartupError } from '../host/src/startup-error.ts';
import { connectToInstallation, openStopped } from '../server/src/platform/backup/installation.ts';
import type { Config } from '../server/src/platform/config.ts';
import { type DatabasePool, openDatabase } from '../server/src/platform/database/database.ts';
import { migrateDatabase } from '../server/src/platform/database/migrate.ts';
import { AppError } from '../server/src/platform/errors.ts';
import { createFieldCipher } from '../server/src/platform/secrets/field-cipher.ts';
import { findKeyProblem } from '../server/src/platform/secrets/key-marks.ts';
import { type KeyRing, newFieldKey, requireKeys } from '../server/src/platform/secrets/key-ring.ts';
import { wrongKeysSentence } from '../server/src/platform/secrets/open-keys.ts';
import {
  deleteUnusedKeys,
  fieldKeysText,
  reencryptAll,
  rotateKeyFile,
} from '../server/src/platform/secrets/rotate-keys.ts';
import { type RewrappedFiles, rewrapFiles } from '../server/src/platform/storage/encrypted/rewrap-files.ts';
import { createStorage, openStorage } from '../server/src/providers/providers.ts';
import { runCommand } from './installation.ts';

/** The keys, after checking that they decrypt what the database contains. */
async function verifiedKeys(config: Config, database: DatabasePool, keysFile: string): Promise<KeyRing> {
  const ring = await requireKeys(config, keysFile);
  const problem = await findKeyProblem(database, ring);
  if (problem) throw new StartupError(wrongKeysSentence(problem, config, keysFile));
  return ring;
}

/**
 * Wraps the keys of the stored files with the newest key of the ring. Older keys are removed only after all files are
 * done.
 */
async function rewrapAll(config: Config, database: DatabasePool, ring: KeyRing): Promise<RewrappedFiles> {
  const storage = openStorage(createStorage(config), { cipher: createFieldCipher(ring), database });
  try {
    return await rewrapFiles({ database, storage });
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    throw new StartupError(
      `The values use the new key, but not all files do (${reasonOf(cause)}). Run the command again to continue. Keep all keys until then.`,
      { cause },
    );
  }
}

function printFiles({ rewrapped, plain, unopened, unopenedCount }: RewrappedFiles): void {
  console.log(`The keys of ${rewrapped} files were wrapped with the current key.`);
  if (plain > 0)
    console.log(
      `${plain} files of an earlier version are not encrypted yet: a running server encrypts them.`,
    );
  if (unopenedCount === 0) return;
  console.log(
    `${unopenedCount} files cannot be decrypted with any of these keys: they are damaged or belong to another installation. Restore them from a backup:`,
  );
  for (const key of unopened) console.log(`  ${key}`);
}

/** The operator manages keys in the environment: servers that have the new key may keep running meanwhile. */
async function rotateConfiguredKeys(config: Config, database: DatabasePool, keysFile: string): Promise<void> {
  const ring = await verifiedKeys(config, database, keysFile);
  const reencrypted = await reencryptAll(database, ring);
  const files = await rewrapAll(config, database, ring);
  const unused = await deleteUnusedKeys(database, ring);
  console.log(`${reencrypted} values were re-encrypted with the key ${ring.fieldKeys[0]?.id}.`);
  printFiles(files);
  if (unused.length > 0) {
    console.log(`No stored value or file uses ${unused.join(', ')} anymore.`);
    console.log(
      'Remove unused keys from FIELD_KEYS at the next restart, and keep a copy as long as you keep older backups.',
    );
  } else if (reencrypted + files.rewrapped === 0) {
    console.log('To use a new key, set this, restart every server, and run npm run keys:rotate again:');
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
  const { reencrypted, files, current, wasUnfinished } = await rotateKeyFile(
    database,
    keysFile,
    ring,
    (rotated) => rewrapAll(config, database, rotated),
  );
  if (wasUnfinished) console.log('Completed an interrupted rotation.');
  console.log(`${reencrypted} values were re-encrypted with the key ${current}. Older keys were deleted.`);
  printFiles(files);
  console.log('Older backups contain their own keys. Create a new backup now.');
}

/** npm run keys:rotate: with a key file, the server must be stopped. */
await runCommand(async (config) => {
  const isConfigured = config.FIELD_KEYS !== undefined;
  const installation = await (isConfigured ? connectToInstallation(config) : openStopped(config));
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
