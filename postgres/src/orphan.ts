import { readdir, readFile, readlink, realpath, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '@ledgerline/host/startup-error';
import type { Account } from './account.ts';
import type { NativeBinaries } from './native-binaries.ts';
import type { EmbeddedLog } from './postgres-log.ts';
import { runPostgresProgram } from './run-command.ts';

const FAST_SHUTDOWN_MS = 10_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/**
 * A killed portal leaves its PostgreSQL running on an unknown port. This process now holds the data folder's lock, so a
 * PostgreSQL on this cluster is such an orphan and is stopped. Any other process with the PID in the cluster's pid file
 * is left alone.
 */
export async function stopOrphan(
  clusterDir: string,
  native: NativeBinaries,
  account: Account | undefined,
  log: EmbeddedLog,
): Promise<void> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  if (!(await stat(pidFile).catch(() => undefined))) return;
  if (process.platform !== 'linux') return stopByPgCtl(clusterDir, native, account, log);
  const dir = await realpath(clusterDir);
  if ((await postgresProcesses(dir)).length > 0) {
    log.info('Stopping a PostgreSQL process that a killed server left running.');
    await stopProcesses(dir, pidFile);
  }
  // PostgreSQL would not start if another process of the same user has this PID by now.
  await rm(pidFile, { force: true });
}

async function stopProcesses(dir: string, pidFile: string): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    const processes = await postgresProcesses(dir);
    const main = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
    // The main process stops the others; without it each one needs its own signal.
    for (const pid of processes.includes(main) ? [main] : processes) signalIfRunning(pid, signal);
    if (await haveEnded(dir, timeoutMs)) return;
  }
  throw new StartupError(
    `A PostgreSQL process that an earlier server left running on ${dir} does not stop. Stop it manually.`,
  );
}

async function haveEnded(dir: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while ((await postgresProcesses(dir)).length > 0) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** The working directory of every PostgreSQL process is its cluster's folder; no other program uses it. */
async function postgresProcesses(dir: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const folder = await readlink(`/proc/${name}/cwd`).catch(() => undefined);
    if (folder !== dir) continue;
    const program = await readlink(`/proc/${name}/exe`).catch(() => '');
    // After npm updates the package, the kernel appends " (deleted)" to the path of a program that is still running.
    if (basename(program).replace(/ \(deleted\)$/, '') === 'postgres') found.push(Number(name));
  }
  return found;
}

function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already exited.
  }
}

async function stopByPgCtl(
  clusterDir: string,
  native: NativeBinaries,
  account: Account | undefined,
  log: EmbeddedLog,
): Promise<void> {
  const status = await runPostgresProgram(native.pgCtl, ['status', '-D', clusterDir], account);
  if (status.code !== 0) return;
  log.info('Stopping a PostgreSQL process that a killed server left running.');
  const stop = await runPostgresProgram(
    native.pgCtl,
    ['stop', '-m', 'fast', '-w', '-D', clusterDir],
    account,
  );
  if (stop.code !== 0) {
    throw new StartupError(
      `A PostgreSQL process that an earlier server left running on ${clusterDir} does not stop. Stop it manually.`,
    );
  }
}
