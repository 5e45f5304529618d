import { reasonOf, StartupError } from '../host/src/startup-error.ts';
import { openStopped } from '../server/src/platform/backup/installation.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { migrateDatabase } from '../server/src/platform/database/migrate.ts';
import { AppError } from '../server/src/platform/errors.ts';
import { refuseWrongKeys } from '../server/src/platform/secrets/open-keys.ts';
import { filesPlace } from '../server/src/platform/storage/files-location.ts';
import { hasItsFiles, takePlace } from '../server/src/platform/storage/verify-location.ts';
import { forgetSealing } from '../server/src/platform/storage/encrypted/encryption-marks.ts';
import { createStorage } from '../server/src/providers/providers.ts';
import { runCommand } from './installation.ts';

/** npm run storage:accept: takes the place for files as it is, also without the files; every server has to be stopped. */
await runCommand(async (config) => {
  const installation = await openStopped(config);
  const database = openDatabase(installation.url, { max: 1, onError: () => undefined });
  try {
    // As at a start: the database of another installation is not brought to this version, and takes no place.
    await refuseWrongKeys(database, config, installation.paths.keysFile);
    await migrateDatabase(installation.url);
    const { looked, there } = await hasItsFiles(database, createStorage(config));
    const place = await filesPlace(config);
    await takePlace(database, place);
    // Copies of an earlier version may be among the files: they are read, and encrypted once a server runs.
    await forgetSealing(database);
    console.log(
      `${place.words} is now that of this database. Of the newest ${looked} files it names ${there} are there.`,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new StartupError(`The files could not be looked for: ${reasonOf(error.cause)}.`, { cause: error });
  } finally {
    await database.close();
    await installation.close();
  }
});
