import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '@ledgerline/host/startup-error';
import pg from 'pg';
import type { Account } from './account.ts';
import { type Cluster, ROLE } from './cluster.ts';
import type { NativeBinaries } from './native-binaries.ts';
import { type EmbeddedLog, eachLine, readLogLine } from './postgres-log.ts';
import { cannotRun, runPostgresProgram, spawnPostgresProgram } from './run-command.ts';
import { type PostgresSettings, settingArguments } from './settings.ts';

const FAST_SHUTDOWN_MS = 10_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;
const POLL_MS = 15;
// Replaying the log after a crash can take a while, so the operator is informed.
const LOG_AFTER_MS = 5_000;

/** Options of a start. */
export interface PostmasterOptions {
  cluster: Cluster;
  native: NativeBinaries;
  account: Account | undefined;
  log: EmbeddedLog;
  settings?: PostgresSettings;
  /** The port to listen on; defaults to a free one. */
  port?: number | undefined;
  /** Aborts a start that is in progress. */
  signal?: AbortSignal | undefined;
}

/** A PostgreSQL that accepts connections. */
export interface Postmaster {
  url: string;
  port: number;
  exited: Promise<number | null>;
  stop(): Promise<void>;
  /** For a process that is exiting and cannot wait: signals PostgreSQL to stop, which it then does on its own. */
  abandon(): void;
}

/** PostgreSQL exited, or the start was aborted, before it was ready. */
export class PostmasterEnded extends Error {
  override name = 'PostmasterEnded';
}

/**
 * Starts PostgreSQL, on a free port if none is given, and waits until it accepts connections.
 * @throws PostmasterEnded when PostgreSQL exits on its own
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { cluster, native, account, log } = options;
  const port = options.port ?? (await freePort());
  const args = ['-D', cluster.dir, ...settingArguments(port, options.settings)];
  const child = spawnPostgresProgram(native.postgres, args, account);
  child.stdin?.end();
  const state = watch(child, native.postgres, log);
  const url = `postgres://${ROLE}:${cluster.password}@127.0.0.1:${port}/${ROLE}`;
  try {
    await untilReady(url, state, options);
  } catch (error) {
    child.kill('SIGQUIT');
    if (!(await endsWithin(state, IMMEDIATE_SHUTDOWN_MS))) child.kill('SIGKILL');
    throw error;
  }
  state.ready = true;
  return {
    url,
    port,
    exited: state.exited,
    stop: () => stopPostmaster(child, state, options),
    abandon: () => child.kill('SIGINT'),
  };
}

interface State {
  ready: boolean;
  stopping: boolean;
  ended: boolean;
  failure?: Error;
  lastLog: string;
  exited: Promise<number | null>;
}

function watch(child: ChildProcess, program: string, log: EmbeddedLog): State {
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  const state: State = { ready: false, stopping: false, ended: false, lastLog: '', exited };
  child.once('error', (error) => {
    state.failure = cannotRun(program, error);
  });
  exited.then(() => {
    state.ended = true;
  });
  if (child.stderr) eachLine(child.stderr, (line) => report(line, state, log));
  child.stdout?.resume();
  return state;
}

function report(line: string, state: State, log: EmbeddedLog): void {
  const entry = readLogLine(line);
  // A program that cannot load its libraries writes error lines in another format.
  if (!state.ready && (entry || !line.includes('|')))
    state.lastLog = `${state.lastLog} ${entry?.text ?? line}`;
  // The caller reports a failed start, and "terminating connection" is expected while stopping.
  if (entry && state.ready && !state.stopping) log[entry.level](`PostgreSQL: ${entry.text}`);
}

async function untilReady(url: string, state: State, { log, signal }: PostmasterOptions): Promise<void> {
  const started = performance.now();
  let isLogged = false;
  while (!(await accepts(url))) {
    if (state.failure) throw state.failure;
    if (signal?.aborted) throw new PostmasterEnded('the portal is stopping');
    if (state.ended) throw new PostmasterEnded(state.lastLog.trim() || 'no reason given');
    if (!isLogged && performance.now() - started > LOG_AFTER_MS) {
      isLogged = true;
      log.info(
        'The database is still starting; it may be recovering from an unclean shutdown. The portal starts when it is ready.',
      );
    }
    await sleep(POLL_MS);
  }
}

async function accepts(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // Without a listener, a connection that breaks later would crash the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
    // Of PostgreSQL's own errors, only "the database system is starting up" is retried.
    if (error instanceof pg.DatabaseError && error.code !== '57P03') {
      throw new StartupError(`The embedded database rejected the portal’s connection: ${error.message}.`);
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function stopPostmaster(child: ChildProcess, state: State, options: PostmasterOptions): Promise<void> {
  if (state.ended) return;
  state.stopping = true;
  if (process.platform === 'win32') {
    const args = ['stop', '-m', 'fast', '-w', '-D', options.cluster.dir];
    await runPostgresProgram(options.native.pgCtl, args, options.account);
  } else child.kill('SIGINT');
  if (await endsWithin(state, FAST_SHUTDOWN_MS)) return;
  options.log.warn('PostgreSQL did not stop within 10 s. Forcing it to stop; the next start recovers.');
  child.kill('SIGQUIT');
  if (await endsWithin(state, IMMEDIATE_SHUTDOWN_MS)) return;
  child.kill('SIGKILL');
  await state.exited;
}

async function endsWithin(state: State, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  await Promise.race([state.exited, sleep(timeoutMs, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
  return state.ended;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
