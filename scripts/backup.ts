import { writeBackup } from '../server/src/platform/backup/backup.ts';
import { openBesideServer } from '../server/src/platform/backup/installation.ts';
import { filesBucketOf } from '../server/src/platform/backup/manifest.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { runCommand } from './installation.ts';

/** npm run backup [-- <new folder>]: works while the server runs and while it does not. */
await runCommand(async (config, [folder]) => {
  const installation = await openBesideServer(config);
  try {
    const bucket = filesBucketOf(config);
    const source = { ...installation, version: config.version, clock: systemClock, bucket };
    console.log(`Backup written to ${await writeBackup(source, folder)}`);
    if (bucket) {
      console.log(
        `Documents lie in the bucket ${bucket.bucket} and are not part of it: keep them safe by versions or a copy of the bucket.`,
      );
    }
  } finally {
    await installation.close();
  }
});
