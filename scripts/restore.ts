import { openStopped } from '../server/src/platform/backup/installation.ts';
import { restoreBackup } from '../server/src/platform/backup/restore.ts';
import { StartupError } from '../server/src/platform/startup-error.ts';
import { runCommand } from './installation.ts';

/** npm run restore -- <backup folder>: into an empty installation whose server is stopped. */
await runCommand(async (config, [folder]) => {
  if (!folder) throw new StartupError('Name the backup: npm run restore -- <folder>');
  const installation = await openStopped(config);
  try {
    const { tables, created_at } = await restoreBackup({ ...installation, config }, folder);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Restored ${rows} rows of ${tables.length} tables from the backup of ${created_at}.`);
  } finally {
    await installation.close();
  }
});
