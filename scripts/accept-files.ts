import { reasonOf, StartupError } from '../host/src/startup-error.ts';
import { openStopped } from '../server/src/platform/backup/installation.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { migrateDatabase } from '../server/src/platform/database/migrate.ts';
import { AppError } from '../server/src/platform/errors.ts';
import { assertKeysMatch } from '../server/src/platform/secrets/open-keys.ts';
import { clearEncryptionMarks } from '../server/src/platform/storage/encrypted/encryption-marks.ts';
import { filesLocation } from '../server/src/platform/storage/files-location.ts';
import { claimLocation, hasItsFiles } from '../server/src/platform/storage/verify-location.ts';
import { createStorage } from '../server/src/providers/providers.ts';
import { runCommand } from './installation.ts';

/**
 * npm run storage:accept: claims the configured file location as it is, even if files are missing; all servers must be
 * stopped.
 */
await runCommand(async (config) => {
  const installation = await openStopped(config);
  const database = openDatabase(installation.url, { max: 1, onError: () => undefined });
  try {
    // Same check as at startup: the database of another installation must not be migrated and must not claim a location.
    await assertKeysMatch(database, config, installation.paths.keysFile);
    await migrateDatabase(installation.url);
    const { looked, there } = await hasItsFiles(database, createStorage(config));
    const location = await filesLocation(config);
    await claimLocation(database, location);
    // Files may include unencrypted ones of an earlier version: they stay readable, and a running server encrypts them.
    await clearEncryptionMarks(database);
    console.log(
      `${location.label} now belongs to this database. ${there} of its ${looked} newest files were found.`,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new StartupError(`The files could not be checked: ${reasonOf(error.cause)}.`, { cause: error });
  } finally {
    await database.close();
    await installation.close();
  }
});
