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
 * A portal that was killed leaves its PostgreSQL running, and nobody knows that one's port. The data folder's lock is
 * ours by now, so a PostgreSQL on this cluster is such an orphan: it is asked to stop. Whatever else has the
 * number that the cluster's pid file names is left alone.
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
    log.info('Stopping the PostgreSQL that a killed server left running.');
    await stopProcesses(dir, pidFile);
  }
  // PostgreSQL would refuse to start if another process of the same user has the number by now.
  await rm(pidFile, { force: true });
}

async function stopProcesses(dir: string, pidFile: string): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    const processes = await postgresProcesses(dir);
    const main = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
    // The main process ends the others; without it they have to be told one by one.
    for (const pid of processes.includes(main) ? [main] : processes) signalIfThere(pid, signal);
    if (await haveEnded(dir, timeoutMs)) return;
  }
  throw new StartupError(
    `A PostgreSQL that an earlier server left running on ${dir} does not stop: end it by hand.`,
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

/** Every PostgreSQL process works inside its cluster's folder; no other program does. */
async function postgresProcesses(dir: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const folder = await readlink(`/proc/${name}/cwd`).catch(() => undefined);
    if (folder !== dir) continue;
    const program = await readlink(`/proc/${name}/exe`).catch(() => '');
    // After an update by npm the kernel appends " (deleted)" to the path of a program that still runs.
    if (basename(program).replace(/ \(deleted\)$/, '') === 'postgres') found.push(Number(name));
  }
  return found;
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
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
  log.info('Stopping the PostgreSQL that a killed server left running.');
  const stop = await runPostgresProgram(
    native.pgCtl,
    ['stop', '-m', 'fast', '-w', '-D', clusterDir],
    account,
  );
  if (stop.code !== 0) {
    throw new StartupError(
      `A PostgreSQL that an earlier server left running on ${clusterDir} does not stop: end it by hand.`,
    );
  }
}
