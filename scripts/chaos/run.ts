import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../demo/random.ts';
import { findViolations } from './checks.ts';
import { CutProxy } from './cut-proxy.ts';
import { DatabaseServer, embeddedDatabase } from './database-server.ts';
import { FAILURES, possibleFailures, type Stage } from './failures.ts';
import { PortalServer } from './portal-server.ts';
import { openProviders, type Providers } from './providers.ts';
import { Recorder } from './recorder.ts';
import { RECOVERY_MS, type Round } from './report.ts';
import { SmallDisk } from './small-disk.ts';
import { verifyAuditLog } from './verify-audit-log.ts';
import { OWNER, openWriters, type Writers } from './writers.ts';

/** Options of a run. */
export interface RunOptions {
  seed: number;
  /** `own`: a PostgreSQL beside the portal, behind a connection that can be cut. */
  database: 'own' | 'embedded';
  providers: 'fake' | 'builtin';
  port: number;
  folder: string;
  /** Only these failures; if empty, all possible ones. */
  failures: string[];
}

export interface Run {
  recorder: Recorder;
  /** `isSettled`: waits for jobs before the checks, so that their results are checked too. */
  round(isSettled: boolean): Promise<Round>;
  endedByItself(): number;
  close(): Promise<void>;
}

/** If the portal starts its database itself, files and database share the files disk. */
const DISK_MB = { database: 1500, files: { own: 400, embedded: 3000 } };

/** All running parts; `close` stops them in reverse order. */
interface Running extends Stage {
  providers: Providers | null;
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
  const providers = options.providers === 'fake' ? await openProviders(folder, address) : null;
  if (providers) closers.unshift(() => providers.stop());
  const environment: Record<string, string> = {
    DATA_DIR: dataDir,
    PUBLIC_URL: address,
    OWNER_USERNAME: OWNER.username,
    OWNER_PASSWORD: OWNER.password,
    FIELD_KEYS: `chaos:${randomBytes(32).toString('base64')}`,
    TOKEN_SECRET: randomBytes(48).toString('base64'),
    ...providers?.environment,
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
    const database = embeddedDatabase(dataDir);
    const parts = { portal: portalOn(), database, network: null, databaseDisk: filesDisk, filesDisk };
    return { ...parts, random, providers, environment, close };
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
    providers,
    environment,
    close,
  };
}

/** Starts portal, database, providers and writers on an empty folder. */
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
      providers: stage.providers,
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
        // Every failure occurs equally often, in an order that depends on the seed.
        if (order.length === 0) order = shuffled(names, random);
        const failure = order.pop() ?? '';
        const round = await runRound({
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
  /** Whether to wait for jobs before the checks. */
  isSettled: boolean;
  random: Random;
}

async function runRound({
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
  await untilRecovered(recorder);
  await sleep(random.integer(200, 800));
  await writers.close();
  const { recoveryMs } = recorder;
  const checked = {
    recorder,
    url: () => stage.database.url(),
    providers: stage.providers,
    reader: writers.reader,
    filesReadTo,
    isSettled,
    environment: stage.environment,
  };
  const [violations, auditProblems] = await Promise.all([
    findViolations(checked),
    stage.database.url().then((url) => verifyAuditLog(url, stage.environment)),
  ]);
  violations.push(...auditProblems);
  if (recoveryMs === null || recoveryMs > RECOVERY_MS)
    violations.push(`no recovery within ${RECOVERY_MS / 1000} s`);
  const acknowledged = recorder.operations.filter(({ state }) => state === 'acknowledged').length;
  const unexpected = writers.unexpected();
  return {
    failure,
    recoveryMs,
    acknowledged,
    violations,
    unexpected,
    seconds: (performance.now() - started) / 1000,
  };
}

async function untilRecovered(recorder: Recorder): Promise<void> {
  const deadline = performance.now() + 2 * RECOVERY_MS;
  while (recorder.recoveryMs === null && performance.now() < deadline) await sleep(20);
}
