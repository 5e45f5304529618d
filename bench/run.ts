import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';
import { fillBrokerage } from '../scripts/demo/brokerage.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { compare, type Target } from './load.ts';
import { type Path, pathsFor } from './paths.ts';
import { type Measured, markdown, type Summary } from './report.ts';
import { BARE, PRODUCT, signInHeaders, startServer } from './servers.ts';
import { indexFigures, installedMegabytes, pasteSeconds } from './single-figures.ts';

/**
 * Figures of the product against a bare handler on the same database, in one run. Options: `--clients` 100000,
 * `--seconds` for each load, `--data` a folder to keep the filled databases in, `--port` the first of three, `--only`
 * a part of a path's title. A figure missed is reported, never an error.
 */
const { values: options } = parseArgs({
  options: {
    clients: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '5' },
    data: { type: 'string' },
    port: { type: 'string', default: '3180' },
    only: { type: 'string', default: '' },
  },
});
const PASSWORD = 'demo1234';
const CONNECTIONS = [1, 16] as const;
const seconds = Number(options.seconds);
const port = Number(options.port);

async function filled(folder: string, clients: number): Promise<string> {
  const dataDir = path.join(folder, `clients-${clients}`);
  await mkdir(dataDir, { recursive: true });
  const config = readConfig({ DATA_DIR: dataDir, OWNER_PASSWORD: PASSWORD });
  console.error((await fillBrokerage(config, { clients, seed: 1, fill: 'all' })).join('; '));
  return dataDir;
}

/** The median of three starts on a folder that is there already, embedded database included. */
async function coldStart(dataDir: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 3; n++) {
    const server = await startServer(PRODUCT, port, { DATA_DIR: dataDir });
    times.push(server.startMs);
    await server.stop();
  }
  return times.sort((a, b) => a - b)[1] ?? 0;
}

async function measure(paths: Path[], product: Target, bare: Target): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const one of paths.filter(({ title }) => title.includes(options.only))) {
    for (const connections of CONNECTIONS) {
      const [ours, yardstick] = await compare(
        [
          { target: product, call: one.product },
          { target: bare, call: one.bare },
        ],
        connections,
        seconds,
      );
      if (!ours || !yardstick) continue;
      measured.push({ title: one.title, limit: one.limit, connections, ours, yardstick });
      console.error(`${one.title}, ${connections}: ${(ours.p50 / yardstick.p50).toFixed(2)}`);
    }
  }
  return measured;
}

async function against(
  dataDir: string,
  work: (product: Target, bare: Target, memory: () => Promise<number>) => Promise<void>,
) {
  const embedded = await startEmbeddedPostgres({ dataDir });
  const environment = { DATA_DIR: dataDir, DATABASE_URL: embedded.url };
  const product = await startServer(PRODUCT, port + 1, environment);
  const bare = await startServer(BARE, port + 2, environment);
  try {
    const headers = await signInHeaders(product.url, PASSWORD);
    await work({ url: product.url, headers }, { url: bare.url, headers: {} }, product.memory);
  } finally {
    await product.stop();
    await bare.stop();
    await embedded.stop();
  }
}

async function listTime(dataDir: string): Promise<number> {
  let p50 = Number.NaN;
  await against(dataDir, async (target) => {
    const call = { method: 'GET', next: () => ({ path: '/api/clients?page=1' }) };
    const [figure] = await compare([{ target, call }], 1, seconds);
    p50 = figure?.p50 ?? p50;
  });
  return p50;
}

async function main(): Promise<void> {
  const folder = options.data ?? (await mkdtemp(path.join(os.tmpdir(), 'ledgerline-bench-')));
  const clients = Number(options.clients);
  const small = await filled(folder, 1000);
  const large = await filled(folder, clients);
  const coldStartMs = await coldStart(large);
  const listSmallMs = await listTime(small);
  let measured: Measured[] = [];
  const summary: Summary = { clients, coldStartMs, listSmallMs };
  await against(large, async (product, bare, memory) => {
    const { ids, ...index } = await indexFigures(product);
    measured = await measure(pathsFor(ids), product, bare);
    Object.assign(summary, index, {
      pasteSeconds: await pasteSeconds(product, ids),
      memoryMegabytes: await memory(),
      installedMegabytes: installedMegabytes(),
    });
  });
  const results = path.join(import.meta.dirname, 'results');
  await mkdir(results, { recursive: true });
  const machine = { cpu: os.cpus()[0]?.model, cores: os.cpus().length, node: process.version };
  await writeFile(path.join(results, 'latest.json'), JSON.stringify({ machine, summary, measured }, null, 2));
  console.log(markdown(measured, summary));
  if (!options.data) await rm(folder, { recursive: true, force: true });
}

await main();
