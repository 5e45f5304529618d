import { chmod, mkdir, stat } from 'node:fs/promises';
import { reasonOf, StartupError } from '@ledgerline/host/startup-error';
import { OWN_DATABASE_HINT } from './run-command.ts';

/** Where things go that an account without rights in our folders has to reach. */
export const SYSTEM_DIR = '/var/lib/ledgerline';

/** Makes the folder for any account to pass through; root's umask must not decide who can. */
export async function createSystemDir(systemDir: string): Promise<void> {
  if (await stat(systemDir).catch(() => undefined)) return;
  try {
    await mkdir(systemDir, { recursive: true });
    await chmod(systemDir, 0o755);
  } catch (error) {
    throw new StartupError(
      `The folder ${systemDir}, needed because PostgreSQL does not run as root, cannot be made (${reasonOf(error)}): start as an ordinary user, or ${OWN_DATABASE_HINT}.`,
      { cause: error },
    );
  }
}
