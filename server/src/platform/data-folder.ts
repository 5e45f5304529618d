import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readlink, rm, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { renameScratch, writeScratch } from '@ledgerline/host/scratch';
import { StartupError } from '@ledgerline/host/startup-error';
import { systemClock } from '#platform/clock.ts';

/** The locations of everything that the server stores on disk. */
export interface DataPaths {
  readonly path: string;
  /**
   * The location of the embedded database unless its account cannot reach it; `clusterDir` of the running one is authoritative.
   */
  readonly databaseDir: string;
  readonly filesDir: string;
  readonly outboxDir: string;
  readonly templatesDir: string;
  readonly backupsDir: string;
  readonly keysFile: string;
  /** The default file for checkpoints of the audit chain. */
  readonly auditHeadFile: string;
  /** Permanently deleted clients, for restores of older backups (decision 072). */
  readonly deletedClientsFile: string;
}

/** The folder, locked until `release()`. */
export interface DataFolder extends DataPaths {
  release(): Promise<void>;
}

export function dataPaths(dir: string): DataPaths {
  const path = resolve(dir);
  return {
    path,
    databaseDir: join(path, 'database'),
    filesDir: join(path, 'files'),
    outboxDir: join(path, 'outbox'),
    templatesDir: join(path, 'templates'),
    backupsDir: join(path, 'backups'),
    keysFile: join(path, 'keys.json'),
    auditHeadFile: join(path, 'audit-head.jsonl'),
    deletedClientsFile: join(path, 'deleted-clients.jsonl'),
  };
}

interface Lock {
  pid: number;
  /** Distinguishes this process from a later one with the same id; undefined without /proc. */
  startTime?: string;
  /** The kernel boot and process namespace of the process id; undefined without /proc. */
  host?: string;
  startedAt: string;
  token: string;
}

const HEARTBEAT_MS = 3_000;
// Four missed heartbeats: a lock owner on another machine, whose process cannot be checked, counts as stopped.
const HEARTBEAT_LOST_MS = 12_000;

/**
 * Creates the data folder if necessary and takes its lock, so that no two servers ever share it. A lock whose process has ended
 * (crash, `kill -9`, power failure) is taken over.
 * @throws StartupError if the folder is not writable or another live server has locked it
 */
export async function openDataFolder(dir: string): Promise<DataFolder> {
  const path = resolve(dir);
  await writableStep(path, () => mkdir(path, { recursive: true, mode: 0o700 }));
  const release = await acquireLock(path);
  return { ...dataPaths(path), release };
}

async function acquireLock(path: string): Promise<() => Promise<void>> {
  const file = join(path, 'server.lock');
  const mine = JSON.stringify(await describeThisProcess());
  while (!(await writableStep(path, () => createExclusively(file, mine)))) {
    const existing = await writableStep(path, () => readSettledLock(file));
    if (existing === undefined) continue;
    const holder = parseLock(existing);
    if (holder && (await isAlive(holder, file))) {
      throw new StartupError(
        `The data folder ${path} is already in use by another Ledgerline server (process ${holder.pid}).`,
      );
    }
    if (await writableStep(path, () => forceClaim(file, existing, mine))) break;
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS).unref();
  return async () => {
    clearInterval(heartbeat);
    if ((await readIfExists(file)) === mine) await rm(file, { force: true });
  };
}

/** The first write of a start: its errors are for the operator to fix. */
async function writableStep<T>(path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST' || code === 'ENOTDIR') {
      throw new StartupError(`The data folder ${path} is not a folder.`, { cause: error });
    }
    throw new StartupError(
      `The data folder ${path} is not writable (${code ?? error}): give this user write access to it, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

async function createExclusively(file: string, content: string): Promise<boolean> {
  try {
    await writeScratch(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Creating and filling the lock are two steps: one that is still empty gets a moment to be filled. */
async function readSettledLock(file: string): Promise<string | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const content = await readIfExists(file);
    if (content === undefined || parseLock(content) || attempt === 20) return content;
    await sleep(25);
  }
}

/**
 * Several servers may find the same stale lock: only the one that gets the guard may replace it, in one atomic step, so that the
 * lock is never absent. A guard lasts milliseconds; one left by a dead process is removed.
 */
async function forceClaim(file: string, expected: string, mine: string): Promise<boolean> {
  const guard = `${file}.takeover`;
  if (!(await createExclusively(guard, mine))) {
    const content = await readSettledLock(guard);
    const holder = content === undefined ? undefined : parseLock(content);
    if (content !== undefined && !(holder && (await isAlive(holder, guard))))
      await rm(guard, { force: true });
    else await sleep(25);
    return false;
  }
  try {
    if ((await readIfExists(file)) !== expected) return false;
    const replacement = `${file}.${randomBytes(4).toString('hex')}`;
    await writeScratch(replacement, mine);
    await renameScratch(replacement, file);
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

async function isAlive(lock: Lock, file: string): Promise<boolean> {
  if (lock.host !== (await currentHost())) return isBeating(file);
  const startTime = await processStartTime(lock.pid);
  if (startTime !== undefined && lock.startTime !== undefined) return startTime === lock.startTime;
  try {
    process.kill(lock.pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * The holder ran in another container, on another machine, or before a reboot: its process id means nothing here, so its
 * heartbeat decides. Waiting is needed only if the last one is recent.
 */
async function isBeating(file: string): Promise<boolean> {
  const seen = await modifiedAt(file);
  while (seen !== undefined && systemClock.now().getTime() - seen < HEARTBEAT_LOST_MS) {
    await sleep(250);
    if ((await modifiedAt(file)) !== seen) return true;
  }
  return false;
}

async function describeThisProcess(): Promise<Lock> {
  return {
    pid: process.pid,
    startTime: await processStartTime(process.pid),
    host: await currentHost(),
    startedAt: systemClock.now().toISOString(),
    token: randomBytes(8).toString('hex'),
  };
}

/** Field 22 of /proc/<pid>/stat: clock ticks from boot to the start of the process. A zombie has none: it counts as dead. */
async function processStartTime(pid: number): Promise<string | undefined> {
  const line = await readIfExists(`/proc/${pid}/stat`);
  // The name in parentheses may contain anything, including spaces and parentheses: fields are counted after it.
  const fields = line?.slice(line.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : fields[19];
}

async function currentHost(): Promise<string | undefined> {
  const bootId = await readIfExists('/proc/sys/kernel/random/boot_id');
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return bootId && `${bootId.trim()} ${namespace}`;
}

function parseLock(content: string): Lock | undefined {
  try {
    const lock: unknown = JSON.parse(content);
    return typeof lock === 'object' && lock && 'pid' in lock && Number.isInteger(lock.pid)
      ? (lock as Lock)
      : undefined;
  } catch {
    return undefined;
  }
}

function touch(file: string): void {
  const now = systemClock.now();
  utimes(file, now, now).catch(() => {});
}

async function modifiedAt(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.mtimeMs;
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    // ESRCH: the process ended while its entry in /proc was being read.
    if (['ENOENT', 'ESRCH'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
