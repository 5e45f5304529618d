import { setTimeout as sleep } from 'node:timers/promises';
import type { DiskReserve } from '@ledgerline/host/disk-reserve';
import { reasonOf } from '@ledgerline/host/startup-error';
import type { EmbeddedLog } from './postgres-log.ts';
import type { Postmaster } from './postmaster.ts';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
const ADJUST_EVERY_MS = 2_000;

interface Parts {
  /** Starts PostgreSQL; `port` is set for a restart, because clients keep using the same port. */
  start: (again: { port?: number; signal: AbortSignal }) => Promise<Postmaster>;
  reserve: DiskReserve;
  log: EmbeddedLog;
}

/**
 * Starts PostgreSQL and restarts it on the same port whenever it exits on its own. On a full disk PostgreSQL exits; it is
 * restarted as soon as there is space. Until then clients cannot connect.
 */
export async function supervise(parts: Parts): Promise<{ url: string; stop(): Promise<void> }> {
  const { start, log } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  let current: Postmaster | undefined = await start({ signal });
  const { url, port } = current;
  const abandon = () => current?.abandon();
  process.once('exit', abandon);
  const watch = async () => {
    while (current) {
      const code = await current.exited;
      current = undefined;
      if (signal.aborted) return;
      log.error(`The embedded database stopped on its own (code ${code}). Restarting it.`);
      current = await restart(parts, port, signal);
      if (signal.aborted) return;
      log.info('The embedded database is running again.');
    }
  };
  const watching = watch();
  const adjusting = maintainReserve(parts, signal);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await current?.stop();
    await watching;
    // A restart that was in progress when stop was called may have succeeded.
    await current?.stop();
    await adjusting;
    process.removeListener('exit', abandon);
  };
  return {
    url,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Waits for disk space and starts PostgreSQL, retrying until it succeeds; undefined if the portal stops first. */
async function restart(
  { start, reserve, log }: Parts,
  port: number,
  signal: AbortSignal,
): Promise<Postmaster | undefined> {
  let isReported = false;
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    if (await reserve.hasSpace()) {
      try {
        return await start({ port, signal });
      } catch (error) {
        if (!signal.aborted) log.error(`The embedded database failed to restart: ${reasonOf(error)}`);
      }
    } else if (!isReported) {
      isReported = true;
      log.error(
        'The disk of the embedded database is full. The database restarts automatically when space is available.',
      );
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

/** Adjusts the reserve every few seconds. The database can run without a reserve, so a failure is only logged, once until the next success. */
async function maintainReserve({ reserve, log }: Parts, signal: AbortSignal): Promise<void> {
  let isFailing = false;
  while (!signal.aborted) {
    try {
      if ((await reserve.adjust()) === 'released')
        log.error(
          'The disk of the database is almost full, and its reserve was released. Free up space soon.',
        );
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn(`The disk reserve of the database could not be changed: ${reasonOf(error)}`);
      isFailing = true;
    }
    await sleep(ADJUST_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
