import { chmod, mkdir, stat } from 'node:fs/promises';
import { reasonOf, StartupError } from '@ledgerline/host/startup-error';
import { OWN_DATABASE_HINT } from './run-command.ts';

/** For files that an account without access to the portal's folders must read. */
export const SYSTEM_DIR = '/var/lib/ledgerline';

/** Creates the folder so that every account can traverse it, regardless of root's umask. */
export async function createSystemDir(systemDir: string): Promise<void> {
  if (await stat(systemDir).catch(() => undefined)) return;
  try {
    await mkdir(systemDir, { recursive: true });
    await chmod(systemDir, 0o755);
  } catch (error) {
    throw new StartupError(
      `The folder ${systemDir}, required because PostgreSQL does not run as root, cannot be created (${reasonOf(error)}). Start as an ordinary user, or ${OWN_DATABASE_HINT}.`,
      { cause: error },
    );
  }
}
