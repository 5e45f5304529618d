import { writeBackup } from '../server/src/platform/backup/backup.ts';
import { openBesideServer } from '../server/src/platform/backup/installation.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { runCommand } from './installation.ts';

/** npm run backup [-- <new folder>]: works while the server runs and while it does not. */
await runCommand(async (config, [folder]) => {
  const installation = await openBesideServer(config);
  try {
    const source = { ...installation, version: config.version, clock: systemClock };
    console.log(`Backup written to ${await writeBackup(source, folder)}`);
  } finally {
    await installation.close();
  }
});
