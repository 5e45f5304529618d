import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../demo/random.ts';
import type { CutProxy } from './cut-proxy.ts';
import type { TargetDatabase } from './database-server.ts';
import type { PortalServer } from './portal-server.ts';
import type { SmallDisk } from './small-disk.ts';

/** The parts in which failures can be caused. */
export interface Stage {
  portal: PortalServer;
  database: TargetDatabase;
  /** Null if the portal starts its database itself. */
  network: CutProxy | null;
  databaseDisk: SmallDisk;
  filesDisk: SmallDisk;
  random: Random;
}

/** Causes a failure and ends it; resolves when it has ended or, for a kill, when the signal was sent. */
export type Failure = (stage: Stage) => Promise<void>;

const HOUR_MS = 3_600_000;

async function during(ms: number, start: () => void, end: () => void): Promise<void> {
  start();
  await sleep(ms);
  end();
}

async function fullDisk(disk: SmallDisk, random: Random): Promise<void> {
  const until = performance.now() + random.integer(1000, 4000);
  while (performance.now() < until) {
    disk.fill();
    await sleep(200);
  }
  disk.freeSpace();
}

async function wrongClock({ portal, random }: Stage, offsetMs: number): Promise<void> {
  await during(
    random.integer(1500, 4000),
    () => portal.setClock(offsetMs),
    () => portal.setClock(0),
  );
}

export const FAILURES: Record<string, Failure> = {
  'portal killed': async ({ portal }) => portal.kill(),
  'database killed': async ({ database }) => database.kill(),
  'one process of the database killed': async ({ database, random }) =>
    database.killWorker((pids) => (pids.length > 0 ? random.pick(pids) : undefined)),
  'both killed': async ({ portal, database }) => {
    portal.kill();
    database.kill();
  },
  'killed again while starting': async ({ portal, database, random }) => {
    portal.kill();
    await sleep(random.integer(400, 2500));
    portal.kill();
    database.kill();
  },
  'portal frozen': ({ portal, random }) =>
    during(
      random.integer(1000, 6000),
      () => portal.freeze(),
      () => portal.thaw(),
    ),
  'database frozen': ({ database, random }) =>
    during(
      random.integer(500, 5000),
      () => database.freeze(),
      () => database.thaw(),
    ),
  'database disk full': ({ databaseDisk, random }) => fullDisk(databaseDisk, random),
  'files disk full': ({ filesDisk, random }) => fullDisk(filesDisk, random),
  'clock ahead': (stage) => wrongClock(stage, stage.random.pick([0.1, 0.7, 3, 13, 50]) * HOUR_MS),
  'clock back': (stage) => wrongClock(stage, -stage.random.pick([0.1, 0.7, 3, 13, 50]) * HOUR_MS),
  'network cut': async ({ network, random }) =>
    during(
      random.integer(500, 5000),
      () => network?.cut(),
      () => network?.heal(),
    ),
  'network silent': async ({ network, random }) =>
    during(
      random.integer(500, 5000),
      () => network?.silence(),
      () => network?.heal({ isLost: random.chance(0.5) }),
    ),
};

const NEEDS_NETWORK = ['network cut', 'network silent'];
const NEEDS_SMALL_DISK = ['database disk full', 'files disk full'];

/** The failures that are possible on this stage. */
export function possibleFailures({ network, databaseDisk, filesDisk }: Stage): string[] {
  const hasSmallDisks = databaseDisk.isSmall && filesDisk.isSmall;
  return Object.keys(FAILURES).filter(
    (name) =>
      (network || !NEEDS_NETWORK.includes(name)) && (hasSmallDisks || !NEEDS_SMALL_DISK.includes(name)),
  );
}
