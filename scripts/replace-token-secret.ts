import { openStopped } from '../server/src/platform/backup/installation.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { migrateDatabase } from '../server/src/platform/database/migrate.ts';
import { replaceTokenSecret } from '../server/src/platform/secrets/replace-token-secret.ts';
import { runCommand } from './installation.ts';

/** npm run keys:token: replaces the token secret with a new one or with TOKEN_SECRET; all servers must be stopped. */
await runCommand(async (config) => {
  const installation = await openStopped(config);
  const database = openDatabase(installation.url, { max: 1, onError: () => undefined });
  try {
    const { url, paths } = installation;
    const secret = await replaceTokenSecret(database, config, paths.keysFile, () => migrateDatabase(url));
    console.log(
      secret === 'configured'
        ? 'The token secret is now the value of TOKEN_SECRET.'
        : `A new token secret was written to ${paths.keysFile}.`,
    );
    console.log('All agents must sign in again, and links sent earlier no longer work.');
  } finally {
    await database.close();
    await installation.close();
  }
});
