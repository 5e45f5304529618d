import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../demo/random.ts';
import { findWrongs } from './checks.ts';
import { CutProxy } from './cut-proxy.ts';
import { DatabaseServer, portalsDatabase } from './database-server.ts';
import { FAILURES, possibleFailures, type Stage } from './failures.ts';
import { type Outside, openOutside } from './outside.ts';
import { PortalServer } from './portal-server.ts';
import { Recorder } from './recorder.ts';
import { ANSWER_MS, type Round } from './report.ts';
import { SmallDisk } from './small-disk.ts';
import { verifyAuditLog } from './verify-audit-log.ts';
import { OWNER, openWriters, type Writers } from './writers.ts';

/** How a run is set up. */
export interface RunOptions {
  seed: number;
  /** `own`: a PostgreSQL beside the portal, behind a wire that can be cut. */
  database: 'own' | 'embedded';
  providers: 'fake' | 'builtin';
  port: number;
  folder: string;
  /** Only these faults; all that are possible when empty. */
  failures: string[];
}

export interface Run {
  recorder: Recorder;
  /** `isSettled`: jobs are waited for before the look, so that what they bring about is judged as well. */
  round(isSettled: boolean): Promise<Round>;
  endedByItself(): number;
  close(): Promise<void>;
}

/** Where the portal starts its database itself, both lie on the second one. */
const DISK_MB = { database: 1500, files: { own: 400, embedded: 3000 } };

/** Everything that runs beside each other, and what ends it again, newest first. */
interface Running extends Stage {
  outside: Outside | null;
  environment: Record<string, string>;
  close(): Promise<void>;
}

async function openStage(options: RunOptions, random: Random): Promise<Running> {
  const { folder, port } = options;
  const closers: (() => unknown)[] = [];
  const disk = (name: 'database' | 'files', megabytes: number) => {
    const created = new SmallDisk(path.join(folder, name), megabytes);
    closers.unshift(() => created.remove());
    return created;
  };
  const filesDisk = disk('files', DISK_MB.files[options.database]);
  const dataDir = path.join(filesDisk.folder, 'portal');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const address = `http://127.0.0.1:${port}`;
  const outside = options.providers === 'fake' ? await openOutside(folder, address) : null;
  if (outside) closers.unshift(() => outside.stop());
  const environment: Record<string, string> = {
    DATA_DIR: dataDir,
    PUBLIC_URL: address,
    OWNER_USERNAME: OWNER.username,
    OWNER_PASSWORD: OWNER.password,
    FIELD_KEYS: `chaos:${randomBytes(32).toString('base64')}`,
    TOKEN_SECRET: randomBytes(48).toString('base64'),
    ...outside?.environment,
  };
  const close = async () => {
    for (const step of closers.splice(0)) await step();
  };
  const portalOn = (url?: string) => {
    if (url) environment.DATABASE_URL = url;
    const portal = new PortalServer(port, environment, path.join(folder, 'portal.log'));
    closers.unshift(() => portal.stop());
    return portal;
  };
  if (options.database === 'embedded') {
    const database = portalsDatabase(dataDir);
    const parts = { portal: portalOn(), database, network: null, databaseDisk: filesDisk, filesDisk };
    return { ...parts, random, outside, environment, close };
  }
  const databaseDisk = disk('database', DISK_MB.database);
  const server = new DatabaseServer(databaseDisk.folder);
  closers.unshift(() => server.stop());
  const database = await server.start();
  const network = new CutProxy(() => server.port);
  closers.unshift(() => network.stop());
  await network.start(port + 1);
  const url = new URL(await database.url());
  url.port = String(port + 1);
  return {
    portal: portalOn(url.href),
    database,
    network,
    databaseDisk,
    filesDisk,
    random,
    outside,
    environment,
    close,
  };
}

/** Opens portal, database, providers and writers on an empty folder. */
export async function openRun(options: RunOptions): Promise<Run> {
  const random = createRandom(options.seed);
  const recorder = new Recorder();
  const stage = await openStage(options, createRandom(options.seed + 1));
  try {
    await stage.portal.start();
    const { address } = stage.portal;
    const writersRandom = createRandom(options.seed + 2);
    const parts = {
      recorder,
      random: writersRandom,
      addresses: [address],
      outside: stage.outside,
      pauseMs: 900,
    };
    const writers = await openWriters(parts);
    const names = options.failures.length > 0 ? options.failures : possibleFailures(stage);
    let filesReadTo = 0;
    let order: string[] = [];
    return {
      recorder,
      endedByItself: () => stage.portal.endedByItself,
      close: stage.close,
      async round(isSettled) {
        // Every fault comes equally often, in an order that only the seed knows.
        if (order.length === 0) order = shuffled(names, random);
        const failure = order.pop() ?? '';
        const round = await playRound({
          stage,
          recorder,
          writers,
          failure,
          filesReadTo,
          isSettled,
          random,
        });
        filesReadTo = recorder.operations.length;
        return round;
      },
    };
  } catch (error) {
    await stage.close();
    throw error;
  }
}

function shuffled(names: readonly string[], random: Random): string[] {
  return [...names]
    .map((name) => ({ name, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

interface Parts {
  stage: Running;
  recorder: Recorder;
  writers: Writers;
  failure: string;
  filesReadTo: number;
  /** Whether jobs are waited for before the look. */
  isSettled: boolean;
  random: Random;
}

async function playRound({
  stage,
  recorder,
  writers,
  failure,
  filesReadTo,
  isSettled,
  random,
}: Parts): Promise<Round> {
  const started = performance.now();
  writers.open();
  await sleep(random.integer(800, 2000));
  await FAILURES[failure]?.(stage);
  recorder.failureEnded();
  await untilAnswered(recorder);
  await sleep(random.integer(200, 800));
  await writers.close();
  const { msToAnswer } = recorder;
  const checked = {
    recorder,
    url: () => stage.database.url(),
    outside: stage.outside,
    reader: writers.reader,
    filesReadTo,
    isSettled,
    environment: stage.environment,
  };
  const [wrongs, auditProblems] = await Promise.all([
    findWrongs(checked),
    stage.database.url().then((url) => verifyAuditLog(url, stage.environment)),
  ]);
  wrongs.push(...auditProblems);
  if (msToAnswer === null || msToAnswer > ANSWER_MS) wrongs.push(`no answer within ${ANSWER_MS / 1000} s`);
  const acknowledged = recorder.operations.filter(({ state }) => state === 'acknowledged').length;
  const surprises = writers.surprises();
  return {
    failure,
    msToAnswer,
    acknowledged,
    wrongs,
    surprises,
    seconds: (performance.now() - started) / 1000,
  };
}

async function untilAnswered(recorder: Recorder): Promise<void> {
  const deadline = performance.now() + 2 * ANSWER_MS;
  while (recorder.msToAnswer === null && performance.now() < deadline) await sleep(20);
}
