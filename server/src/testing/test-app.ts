import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BodyInput, Endpoint, ParamsInput, QueryInput, ReplyOf } from '@ledgerline/contract/endpoint';
import type { ErrorBody } from '@ledgerline/contract/errors';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, inject } from 'vitest';
import { buildApp, jobHandlers } from '#app';
import { templateJobs } from '#features/forms/templates/jobs.ts';
import { TEMPLATE_SYNC_QUEUE } from '#features/forms/templates/sync/run-sync.ts';
import { BRAND_OF_DATABASE } from '#features/settings/brand/service.ts';
import { createReadLog } from '#platform/audit/read-log.ts';
import { createTokenSigner } from '#platform/auth/tokens.ts';
import { fixedClock } from '#platform/clock.ts';
import { type Config, readConfig } from '#platform/config.ts';
import type { Context, Deps } from '#platform/context.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts';
import { openLiveFeed } from '#platform/live-feed.ts';
import { createLog } from '#platform/log.ts';
import { createFieldCipher } from '#platform/secrets/field-cipher.ts';
import type { KeyRing } from '#platform/secrets/key-ring.ts';
import { createProviders } from '#providers/providers.ts';
import { createTestDatabase } from './database.ts';

export interface CallInput<E extends Endpoint> {
  params?: ParamsInput<E>;
  query?: QueryInput<E>;
  body?: BodyInput<E>;
  headers?: Record<string, string>;
}

/** The response: `body` as the contract promises for a success, else an error. */
export interface CallResult<E extends Endpoint> {
  status: number;
  body: ReplyOf<E>;
  error: ErrorBody;
  headers: Record<string, unknown>;
}

export interface Caller {
  /** Calls an endpoint of the contract; unchecked input may be passed as `never`. */
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<CallResult<E>>;
}

export interface TestApp extends Caller {
  app: FastifyInstance;
  deps: Deps;
  clock: ReturnType<typeof fixedClock>;
  config: Config;
  /** The same calls with a bearer token. */
  withToken(token: string): Caller;
  /** A context of the product itself, for calling services directly. */
  systemContext(): Context;
  /** Starts the real job queue with the product's handlers; stopped with the app. */
  startJobs(): Promise<void>;
}

export const TEST_NOW = new Date('2026-11-20T15:00:00Z');

/** A tenth of the servers' polling interval: recording a payment takes three queues, one after another. */
const QUEUE_POLL_MS = 50;

function urlOf(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = Object.entries((input.query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString();
  return `/api${path}${search ? `?${search}` : ''}`;
}

function callerOn(app: FastifyInstance, token?: string): Caller {
  return {
    async call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) {
      const response = await app.inject({
        method: endpoint.method,
        url: urlOf(endpoint, input),
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...input.headers },
        ...(input.body === undefined ? {} : { payload: input.body as object }),
      });
      const isJson = String(response.headers['content-type']).includes('json');
      const body = isJson ? response.json() : response.body;
      return { status: response.statusCode, body, error: body, headers: response.headers };
    },
  };
}

/** An existing installation: its database, its data folder, and its keys. */
export interface Installed {
  url: string;
  dataDir: string;
  keys: KeyRing;
  /** Removes all of it. */
  drop(): Promise<void>;
}

/** A new installation with an empty database and keys that are the same in every test. */
async function newInstallation(): Promise<Installed> {
  const database = await createTestDatabase(inject('databaseUrl'));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ledgerline-app-'));
  return {
    url: database.url,
    dataDir,
    keys: { fieldKeys: [{ id: 'test', key: Buffer.alloc(32, 1) }], tokenSecret: Buffer.alloc(48, 7) },
    async drop() {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** If a test has not started the queue, a template sync runs at once: most tests only need the library's templates. */
function withSyncsAtOnce(jobs: Jobs, deps: () => Deps): Jobs {
  let isStarted = false;
  return {
    ...jobs,
    start(handlers) {
      isStarted = handlers.some(({ queue }) => queue === TEMPLATE_SYNC_QUEUE);
      return jobs.start(handlers);
    },
    async send(db, queue, data, options) {
      if (queue !== TEMPLATE_SYNC_QUEUE || isStarted) return jobs.send(db, queue, data, options);
      await db.afterTransaction(async () => {
        await templateJobs(deps())
          .find((job) => job.queue === queue)
          ?.work(data);
      });
    },
  };
}

/** A complete server on its own database; the clock stays at TEST_NOW until moved. */
export async function openTestApp(
  environment: Record<string, string> = {},
  installed?: Installed,
): Promise<TestApp & { close(): Promise<void> }> {
  const { url, dataDir, keys, drop } = installed ?? (await newInstallation());
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...environment });
  const log = createLog(config.LOG_LEVEL);
  const clock = fixedClock(TEST_NOW);
  const jobs = withSyncsAtOnce(createJobs(url, log, { times: { pollMs: QUEUE_POLL_MS } }), () => deps);
  const database = openDatabase(url, { max: 5, onError: () => undefined });
  const parts = {
    config,
    clock,
    log,
    database,
    cipher: createFieldCipher(keys),
    tokens: createTokenSigner(keys.tokenSecret),
    jobs,
    live: await openLiveFeed(url, log),
    // Tests decide when logged reads are written.
    reads: createReadLog({ database, clock, log, everyMs: null }),
  };
  // The disk usage of the machine that runs the tests does not affect them.
  const deps: Deps = { ...parts, ...createProviders(parts, BRAND_OF_DATABASE), freeBytes: async () => null };
  const app = await buildApp(deps);
  return {
    app,
    deps,
    clock,
    config,
    ...callerOn(app),
    withToken: (token) => callerOn(app, token),
    systemContext: () => ({
      actor: { kind: 'system' },
      db: deps.database,
      deps,
      requestId: 'test',
      address: '127.0.0.1',
      tab: undefined,
    }),
    startJobs: () => jobs.start(jobHandlers(deps)),
    async close() {
      await deps.live.close();
      await app.close();
      await jobs.stop();
      deps.email.close();
      await deps.database.close();
      await drop();
    },
  };
}

type Environment = Record<string, string>;

/**
 * One server per test file: `const t = useTestApp()` and then `t.app` inside the tests. Settings that are known only once a fake provider
 * runs come from a function.
 */
export function useTestApp(environment: Environment | (() => Promise<Environment>) = {}): {
  readonly current: TestApp;
} {
  let opened: Awaited<ReturnType<typeof openTestApp>> | undefined;
  beforeAll(async () => {
    opened = await openTestApp(typeof environment === 'function' ? await environment() : environment);
  });
  afterAll(() => opened?.close());
  return {
    get current() {
      if (!opened) throw new Error('the test app is not open yet');
      return opened;
    },
  };
}
