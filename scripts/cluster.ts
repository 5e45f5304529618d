import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { StartupError } from '../host/src/startup-error.ts';
import { findWrongs } from './chaos/checks.ts';
import { Recorder } from './chaos/recorder.ts';
import { ANSWER_MS, type Round, reportOf } from './chaos/report.ts';
import { verifyAuditLog } from './chaos/verify-audit-log.ts';
import { openWriters, type Writers } from './chaos/writers.ts';
import { findPrograms } from './cluster/programs.ts';
import { type Cluster, openCluster } from './cluster/stage.ts';
import { createRandom } from './demo/random.ts';

/** What is killed, in turn. */
const VICTIMS: Record<string, (cluster: Cluster) => Promise<void>> = {
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
    rounds: { type: 'string', default: String(2 * Object.keys(VICTIMS).length) },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '3450' },
    folder: { type: 'string', default: '/tmp/ledgerline-cluster' },
    only: { type: 'boolean', default: false },
  },
});

interface Played {
  cluster: Cluster;
  recorder: Recorder;
  writers: Writers;
  victim: string;
  filesReadTo: number;
}

async function playRound({ cluster, recorder, writers, victim, filesReadTo }: Played): Promise<Round> {
  const started = performance.now();
  await cluster.untilSynchronous();
  writers.open();
  await sleep(3000);
  await VICTIMS[victim]?.(cluster);
  recorder.failureEnded();
  while (recorder.msToAnswer === null && performance.now() - started < 4 * ANSWER_MS) await sleep(20);
  // A standby that becomes the primary, and a session that waits for one, show themselves within the lock's 15 s.
  await sleep(18_000);
  await writers.close();
  const { databaseUrl, outside, environment } = cluster;
  const wrongs = await findWrongs({
    recorder,
    url: async () => databaseUrl,
    outside,
    reader: writers.reader,
    filesReadTo,
    isSettled: true,
    environment,
  });
  wrongs.push(
    ...(await verifyAuditLog(databaseUrl, {
      ...environment,
      DATA_DIR: path.join(values.folder, 'portal-1'),
    })),
  );
  const { msToAnswer } = recorder;
  if (recorder.longestWaitMs > ANSWER_MS)
    wrongs.push(`a write waited for ${Math.round(recorder.longestWaitMs)} ms`);
  const acknowledged = recorder.operations.filter(({ state }) => state === 'acknowledged').length;
  const seconds = (performance.now() - started) / 1000;
  return { failure: victim, msToAnswer, acknowledged, wrongs, surprises: writers.surprises(), seconds };
}

/**
 * npm run cluster: a PostgreSQL with a synchronous standby under Patroni, PgBouncer, three portals and a proxy on this
 * machine, a load on them, and each part killed in turn (docs/reliability.md). `--only` starts it and leaves it running.
 */
async function main(): Promise<void> {
  const programs = findPrograms();
  rmSync(values.folder, { recursive: true, force: true });
  mkdirSync(values.folder, { recursive: true });
  const cluster = await openCluster(programs, values.folder, Number(values.port));
  console.log(`The cluster answers on http://127.0.0.1:${cluster.ports.web}`);
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
      outside: cluster.outside,
      pauseMs: 600,
    });
    let filesReadTo = 0;
    for (let number = 0; number < Number(values.rounds); number += 1) {
      const names = Object.keys(VICTIMS);
      const victim = names[number % names.length] ?? '';
      const round = await playRound({ cluster, recorder, writers, victim, filesReadTo });
      filesReadTo = recorder.operations.length;
      rounds.push(round);
      console.log(
        `${number + 1}. ${victim} killed: answered after ${Math.round(round.msToAnswer ?? -1)} ms, longest wait ${Math.round(recorder.longestWaitMs)} ms, ${round.acknowledged} acknowledged so far`,
      );
      for (const sentence of [...round.wrongs, ...round.surprises.map((text) => `(noted) ${text}`)])
        console.log(`   ${sentence}`);
    }
    const ended = cluster.portals.reduce((sum, { endedByItself }) => sum + endedByItself, 0);
    for (const line of reportOf(rounds, recorder, ended)) console.log(line);
  } finally {
    await cluster.close();
  }
  process.exit(rounds.every(({ wrongs }) => wrongs.length === 0) ? 0 : 1);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.error(error.message);
  process.exit(1);
}
