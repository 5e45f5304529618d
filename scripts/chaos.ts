import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Round, reportOf } from './chaos/report.ts';
import { openRun, type RunOptions } from './chaos/run.ts';

/** In every tenth round the checks wait for jobs to finish; in the others the next failure interrupts the jobs. */
const SETTLED_EVERY = 10;

function readOptions(): RunOptions & { rounds: number } {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '200' },
      seed: { type: 'string', default: '1' },
      database: { type: 'string', default: 'own' },
      providers: { type: 'string', default: 'fake' },
      port: { type: 'string', default: '3440' },
      folder: { type: 'string', default: './data/chaos' },
      failure: { type: 'string', multiple: true, default: [] },
    },
  });
  return {
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    database: values.database === 'embedded' ? 'embedded' : 'own',
    providers: values.providers === 'builtin' ? 'builtin' : 'fake',
    port: Number(values.port),
    folder: path.resolve(values.folder),
    failures: values.failure,
  };
}

/**
 * npm run chaos: in each round, causes a failure, ends it, and checks that all acknowledged work exists exactly once and is
 * complete (docs/reliability.md). `--seed` repeats the same failures in the same order, `--database embedded` lets the portal
 * start its own database, `--providers builtin` signs and pays in the portal, `--failure` limits the failures to these.
 */
const options = readOptions();
mkdirSync(options.folder, { recursive: true });
const run = await openRun(options);
const rounds: Round[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void run.close().finally(() => process.exit(1)));
try {
  for (let number = 1; number <= options.rounds; number += 1) {
    const round = await run.round(number % SETTLED_EVERY === 0 || number === options.rounds);
    rounds.push(round);
    const { failure, recoveryMs, acknowledged, violations, unexpected } = round;
    console.log(
      `${number}. ${failure}: first response after ${Math.round(recoveryMs ?? -1)} ms, ${acknowledged} acknowledged so far`,
    );
    for (const sentence of [...violations, ...unexpected.map((text) => `(unexpected) ${text}`)])
      console.log(`   ${sentence}`);
    writeFileSync(path.join(options.folder, 'rounds.json'), JSON.stringify(rounds, null, 1));
  }
  for (const line of reportOf(rounds, run.recorder, run.endedByItself())) console.log(line);
} finally {
  await run.close();
}
const isComplete =
  rounds.length === options.rounds && rounds.every(({ violations }) => violations.length === 0);
if (isComplete) rmSync(options.folder, { recursive: true, force: true });
process.exit(isComplete ? 0 : 1);
