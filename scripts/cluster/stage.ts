import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PortalServer } from '../chaos/portal-server.ts';
import { openProviders, type Providers } from '../chaos/providers.ts';
import { OWNER } from '../chaos/writers.ts';
import { Part, type Runner } from './part.ts';
import type { Programs } from './programs.ts';
import {
  DATABASE,
  databaseProxySettings,
  NODES,
  type Ports,
  patroniSettings,
  poolerSettings,
  portsFrom,
  type Secrets,
  webProxySettings,
} from './settings.ts';

/** The running cluster. */
export interface Cluster {
  ports: Ports;
  nodes: Part[];
  parts: Record<'etcd' | 'database proxy' | 'pooler' | 'web proxy', Part>;
  portals: PortalServer[];
  providers: Providers;
  environment: Record<string, string>;
  /** The address for the checks, which bypasses the pooler. */
  databaseUrl: string;
  /** The index of the current primary. */
  primary(): Promise<number>;
  /** Waits until both nodes run and replicate synchronously. */
  untilSynchronous(): Promise<void>;
  close(): Promise<void>;
}

const PORTALS = 3;

/** PostgreSQL and PgBouncer do not run as root. */
function runnerOf(): Runner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

async function waitFor<T>(what: string, poll: () => Promise<T | null>, seconds = 120): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  while (performance.now() < deadline) {
    const result = await poll().catch(() => null);
    if (result !== null) return result;
    await sleep(250);
  }
  throw new Error(`${what}: not within ${seconds} s`);
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Writes the settings, starts all parts in order and waits until the portals respond. */
export async function openCluster(programs: Programs, folder: string, firstPort: number): Promise<Cluster> {
  const ports = portsFrom(firstPort);
  const runner = runnerOf();
  const secret = () => randomBytes(18).toString('hex');
  const secrets: Secrets = { superuser: secret(), replication: secret(), portal: secret() };
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const step of closers.splice(0)) await step();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(1)));
  const home = (name: string) => {
    const created = path.join(folder, name);
    mkdirSync(created, { recursive: true, mode: 0o700 });
    if (runner) chownSync(created, runner.uid, runner.gid);
    return created;
  };
  const write = (file: string, text: string) => {
    writeFileSync(file, text, { mode: 0o600 });
    if (runner) chownSync(file, runner.uid, runner.gid);
    return file;
  };
  const start = (name: string, command: string, args: (folder: string) => string[], restartMs = 1000) => {
    const own = home(name.replaceAll(' ', '-'));
    const logFile = path.join(folder, `${name.replaceAll(' ', '-')}.log`);
    const part = new Part({ name, command, args: args(own), logFile, runner, restartMs, folder: own });
    closers.unshift(() => part.stop());
    part.start();
    return part;
  };
  try {
    chmodSync(folder, 0o755);
    const peers = `http://127.0.0.1:${ports.etcdPeers}`;
    const clients = `http://127.0.0.1:${ports.etcd}`;
    const etcd = start('etcd', programs.etcd, (own) => [
      ...['--name', 'one', '--data-dir', path.join(own, 'data'), '--listen-peer-urls', peers],
      ...['--initial-advertise-peer-urls', peers, '--initial-cluster', `one=${peers}`],
      ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ]);
    const nodes = NODES.map((name, node) =>
      start(
        `node ${name}`,
        programs.patroni,
        (own) => [
          write(
            path.join(own, 'patroni.yaml'),
            patroniSettings(node, { ports, secrets, folder: own, postgresDir: programs.postgresDir }),
          ),
        ],
        5000,
      ),
    );
    const proxy = (name: string, text: string) =>
      start(name, programs.haproxy, (own) => ['-db', '-f', write(path.join(own, 'haproxy.cfg'), text)]);
    const databaseProxy = proxy('database proxy', databaseProxySettings(ports));
    const pooler = start('pooler', programs.pgbouncer, (own) => {
      write(path.join(own, 'users.txt'), `"${DATABASE}" "${secrets.portal}"\n`);
      return [write(path.join(own, 'pgbouncer.ini'), poolerSettings(ports, own))];
    });
    const webProxy = proxy('web proxy', webProxySettings(ports));
    const adminUrl = `postgres://postgres:${secrets.superuser}@127.0.0.1:${ports.database}/postgres`;
    await createDatabase(adminUrl, secrets.portal);
    const synchronous = async () => {
      const text = `select 1 from pg_stat_replication where state = 'streaming' and sync_state in ('sync', 'quorum')`;
      return (await query(adminUrl, text)).length > 0 || null;
    };
    await waitFor('the standby replicates', synchronous);
    const url = (port: number) => `postgres://${DATABASE}:${secrets.portal}@127.0.0.1:${port}/${DATABASE}`;
    const address = `http://127.0.0.1:${ports.web}`;
    const providers = await openProviders(folder, address);
    closers.unshift(() => providers.stop());
    const environment = {
      DATABASE_URL: url(ports.pooler),
      PUBLIC_URL: address,
      TRUST_PROXY: 'true',
      OWNER_USERNAME: OWNER.username,
      OWNER_PASSWORD: OWNER.password,
      FIELD_KEYS: `cluster:${randomBytes(32).toString('base64')}`,
      TOKEN_SECRET: randomBytes(48).toString('base64'),
      // Any portal may write checkpoints of the audit log, so all of them need the same file.
      AUDIT_HEAD: path.join(folder, 'shared', 'audit-head.jsonl'),
      ...providers.environment,
    };
    const portals: PortalServer[] = [];
    for (let number = 0; number < PORTALS; number += 1) {
      const dataDir = sharedData(folder, number);
      const logFile = path.join(folder, `portal-${number + 1}.log`);
      const portal = new PortalServer(
        ports.portals[number] ?? 0,
        { ...environment, DATA_DIR: dataDir },
        logFile,
      );
      closers.unshift(() => portal.stop());
      portals.push(portal);
      await portal.start();
    }
    await waitFor('the proxy responds', async () =>
      (await fetch(`${address}/api/status`)).ok ? true : null,
    );
    return {
      ports,
      nodes,
      parts: { etcd, 'database proxy': databaseProxy, pooler, 'web proxy': webProxy },
      portals,
      providers,
      environment,
      databaseUrl: url(ports.database),
      primary: () => waitFor('there is a primary', () => primaryOf(ports)),
      untilSynchronous: async () => {
        await waitFor('both nodes run', synchronous, 180);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function createDatabase(adminUrl: string, password: string): Promise<void> {
  await waitFor('there is a primary', async () => (await query(adminUrl, 'select 1')).length || null);
  await query(adminUrl, `create role ${DATABASE} login password '${password}' in role pg_monitor`);
  await query(adminUrl, `create database ${DATABASE} owner ${DATABASE}`);
}

async function primaryOf({ patroni }: Ports): Promise<number | null> {
  for (const [node, port] of patroni.entries()) {
    const isPrimary = await fetch(`http://127.0.0.1:${port}/primary`, {
      signal: AbortSignal.timeout(2000),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isPrimary) return node;
  }
  return null;
}

/** A separate data folder in which files, templates and outbox are shared by all portals. */
function sharedData(folder: string, number: number): string {
  const dataDir = path.join(folder, `portal-${number + 1}`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const name of ['files', 'templates', 'outbox']) {
    const shared = path.join(folder, 'shared', name);
    mkdirSync(shared, { recursive: true });
    symlinkSync(shared, path.join(dataDir, name));
  }
  return dataDir;
}
