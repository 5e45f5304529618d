import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { StartupError } from '../host/src/startup-error.ts';
import { findViolations } from './chaos/checks.ts';
import { Recorder } from './chaos/recorder.ts';
import { RECOVERY_MS, type Round, reportOf } from './chaos/report.ts';
import { verifyAuditLog } from './chaos/verify-audit-log.ts';
import { openWriters, type Writers } from './chaos/writers.ts';
import { findPrograms } from './cluster/programs.ts';
import { type Cluster, openCluster } from './cluster/stage.ts';
import { createRandom } from './demo/random.ts';

/** The parts that are killed, one per round. */
const TARGETS: Record<string, (cluster: Cluster) => Promise<void>> = {
  'a portal': async ({ portals }) => portals[1]?.kill(),
  'the pooler': async ({ parts }) => parts.pooler.kill(),
  'the web proxy': async ({ parts }) => parts['web proxy'].kill(),
  'the standby': async ({ nodes, primary }) => nodes[1 - (await primary())]?.kill(),
  etcd: async ({ parts }) => parts.etcd.kill(),
  'the primary': async ({ nodes, primary }) => nodes[await primary()]?.kill(),
  'the database proxy': async ({ parts }) => parts['database proxy'].kill(),
};

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: String(2 * Object.keys(TARGETS).length) },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '3450' },
    folder: { type: 'string', default: '/tmp/ledgerline-cluster' },
    only: { type: 'boolean', default: false },
  },
});

interface RoundParts {
  cluster: Cluster;
  recorder: Recorder;
  writers: Writers;
  target: string;
  filesReadTo: number;
}

async function runRound({ cluster, recorder, writers, target, filesReadTo }: RoundParts): Promise<Round> {
  const started = performance.now();
  await cluster.untilSynchronous();
  writers.open();
  await sleep(3000);
  await TARGETS[target]?.(cluster);
  recorder.failureEnded();
  while (recorder.recoveryMs === null && performance.now() - started < 4 * RECOVERY_MS) await sleep(20);
  // A promotion, and the sessions that wait for it, show their effect only after the 15 s of the leader lock.
  await sleep(18_000);
  await writers.close();
  const { databaseUrl, providers, environment } = cluster;
  const violations = await findViolations({
    recorder,
    url: async () => databaseUrl,
    providers,
    reader: writers.reader,
    filesReadTo,
    isSettled: true,
    environment,
  });
  violations.push(
    ...(await verifyAuditLog(databaseUrl, {
      ...environment,
      DATA_DIR: path.join(values.folder, 'portal-1'),
    })),
  );
  const { recoveryMs } = recorder;
  if (recorder.longestWaitMs > RECOVERY_MS)
    violations.push(`a write waited for ${Math.round(recorder.longestWaitMs)} ms`);
  const acknowledged = recorder.operations.filter(({ state }) => state === 'acknowledged').length;
  const seconds = (performance.now() - started) / 1000;
  return { failure: target, recoveryMs, acknowledged, violations, unexpected: writers.unexpected(), seconds };
}

/**
 * npm run cluster: starts PostgreSQL with a synchronous standby under Patroni, PgBouncer, three portals and a proxy on this
 * machine, and kills each part in turn under load (docs/reliability.md). `--only` starts the cluster and leaves it running.
 */
async function main(): Promise<void> {
  const programs = findPrograms();
  rmSync(values.folder, { recursive: true, force: true });
  mkdirSync(values.folder, { recursive: true });
  const cluster = await openCluster(programs, values.folder, Number(values.port));
  console.log(`The cluster is available at http://127.0.0.1:${cluster.ports.web}`);
  if (values.only) return;
  const rounds: Round[] = [];
  const recorder = new Recorder();
  try {
    const addresses = [`http://127.0.0.1:${cluster.ports.web}`];
    const random = createRandom(Number(values.seed));
    const writers = await openWriters({
      recorder,
      random,
      addresses,
      providers: cluster.providers,
      pauseMs: 600,
    });
    let filesReadTo = 0;
    for (let number = 0; number < Number(values.rounds); number += 1) {
      const names = Object.keys(TARGETS);
      const target = names[number % names.length] ?? '';
      const round = await runRound({ cluster, recorder, writers, target, filesReadTo });
      filesReadTo = recorder.operations.length;
      rounds.push(round);
      console.log(
        `${number + 1}. ${target} killed: first response after ${Math.round(round.recoveryMs ?? -1)} ms, longest wait ${Math.round(recorder.longestWaitMs)} ms, ${round.acknowledged} acknowledged so far`,
      );
      for (const sentence of [...round.violations, ...round.unexpected.map((text) => `(unexpected) ${text}`)])
        console.log(`   ${sentence}`);
    }
    const ended = cluster.portals.reduce((sum, { endedByItself }) => sum + endedByItself, 0);
    for (const line of reportOf(rounds, recorder, ended)) console.log(line);
  } finally {
    await cluster.close();
  }
  process.exit(rounds.every(({ violations }) => violations.length === 0) ? 0 : 1);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exit(1);
}
