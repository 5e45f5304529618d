import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { StartupError } from '@ledgerline/host/startup-error';
import type { Account } from './account.ts';

export const OWN_DATABASE_HINT = 'set DATABASE_URL to your own PostgreSQL';

/**
 * Starts one of PostgreSQL's programs: in its own process group, so that Ctrl-C in a terminal reaches only the portal,
 * and without the portal's environment, which contains secrets and may contain PG* variables.
 */
export function spawnPostgresProgram(file: string, args: string[], account?: Account): ChildProcess {
  const windows = process.platform === 'win32';
  const options: SpawnOptions = {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: !windows,
    windowsHide: true,
    // The account may not be able to enter the current folder.
    cwd: windows ? undefined : '/',
    env: windows ? undefined : { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' },
    uid: account?.uid,
    gid: account?.gid,
  };
  try {
    return spawn(file, args, options);
  } catch (error) {
    throw cannotRun(file, error);
  }
}

/** The error for a program that could not be started. */
export function cannotRun(file: string, error: unknown): StartupError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  // ENOENT for a file that exists means that its loader (glibc) is missing.
  const reason =
    code === 'ENOENT' && existsSync(file) ? 'this system lacks glibc, as Alpine Linux does' : code;
  return new StartupError(
    `The embedded database cannot run here (${reason}). To use another database, ${OWN_DATABASE_HINT}.`,
    { cause: error },
  );
}

/** Runs a program until it exits. Its output is returned for error messages; `input` is written to its stdin. */
export function runPostgresProgram(
  file: string,
  args: string[],
  account?: Account,
  input = '',
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawnPostgresProgram(file, args, account);
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', (error) => reject(cannotRun(file, error)));
    child.once('close', (code) => resolve({ code, output }));
    // A program that exits before it has read everything reports the reason in its output.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
