import { StartupError } from '../host/src/startup-error.ts';
import { type Config, readConfig } from '../server/src/platform/config.ts';

/**
 * Runs a command for the installation that the environment configures; prints errors that the operator can fix as one
 * line.
 */
export async function runCommand(work: (config: Config, args: string[]) => Promise<void>): Promise<void> {
  try {
    await work(readConfig(process.env), process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
