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

/** npm run storage:accept: takes the place for files as it is, also without the files; every server has to be stopped. */
await runCommand(async (config) => {
  const installation = await openStopped(config);
  const database = openDatabase(installation.url, { max: 1, onError: () => undefined });
  try {
    // As at a start: the database of another installation is not brought to this version, and takes no place.
    await assertKeysMatch(database, config, installation.paths.keysFile);
    await migrateDatabase(installation.url);
    const { looked, there } = await hasItsFiles(database, createStorage(config));
    const location = await filesLocation(config);
    await claimLocation(database, location);
    // Copies of an earlier version may be among the files: they are read, and encrypted once a server runs.
    await clearEncryptionMarks(database);
    console.log(
      `${location.label} is now that of this database. Of the newest ${looked} files it names ${there} are there.`,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new StartupError(`The files could not be looked for: ${reasonOf(error.cause)}.`, { cause: error });
  } finally {
    await database.close();
    await installation.close();
  }
});
