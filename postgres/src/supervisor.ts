import { setTimeout as sleep } from 'node:timers/promises';
import type { DiskReserve } from '@ledgerline/host/disk-reserve';
import { reasonOf } from '@ledgerline/host/startup-error';
import type { EmbeddedLog } from './postgres-log.ts';
import type { Postmaster } from './postmaster.ts';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
const ADJUST_EVERY_MS = 2_000;

interface Parts {
  /** Starts PostgreSQL; `port` is set when it must come back where clients expect it. */
  start: (again: { port?: number; signal: AbortSignal }) => Promise<Postmaster>;
  reserve: DiskReserve;
  log: EmbeddedLog;
}

/**
 * Starts PostgreSQL and starts it again, on the same port, whenever it ends by itself: on a full disk it gives up, and
 * comes back as soon as there is room. Until then its clients find no database.
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
      log.error(`The embedded database stopped on its own (code ${code}). Starting it again.`);
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
    // A start that was under way when the stop came may have gone through.
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

/** Waits for room on the disk and starts PostgreSQL, however often it fails; undefined when the portal stops first. */
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
        if (!signal.aborted) log.error(`The embedded database does not start again: ${reasonOf(error)}`);
      }
    } else if (!isReported) {
      isReported = true;
      log.error('The disk of the embedded database is full. Free up space, and it starts again by itself.');
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

/** Adjusts the reserve every few seconds. Without one the database still runs, so a failure is only logged, once. */
async function maintainReserve({ reserve, log }: Parts, signal: AbortSignal): Promise<void> {
  let isFailing = false;
  while (!signal.aborted) {
    try {
      if ((await reserve.adjust()) === 'released')
        log.error('The disk of the database is almost full: its reserve was released. Free up space soon.');
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn(`The disk reserve of the database could not be changed: ${reasonOf(error)}`);
      isFailing = true;
    }
    await sleep(ADJUST_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
