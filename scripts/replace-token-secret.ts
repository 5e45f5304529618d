import { openStopped } from '../server/src/platform/backup/installation.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { migrateDatabase } from '../server/src/platform/database/migrate.ts';
import { replaceTokenSecret } from '../server/src/platform/secrets/replace-token-secret.ts';
import { runCommand } from './installation.ts';

/** npm run keys:token: a new token secret, or the one that TOKEN_SECRET says; every server has to be stopped. */
await runCommand(async (config) => {
  const installation = await openStopped(config);
  const database = openDatabase(installation.url, { max: 1, onError: () => undefined });
  try {
    const { url, paths } = installation;
    const secret = await replaceTokenSecret(database, config, paths.keysFile, () => migrateDatabase(url));
    console.log(
      secret === 'configured'
        ? 'The token secret is now the one that TOKEN_SECRET says.'
        : `A new token secret is in ${paths.keysFile}.`,
    );
    console.log('Everybody has to sign in again, and links that were sent before do not work any more.');
  } finally {
    await database.close();
    await installation.close();
  }
});
