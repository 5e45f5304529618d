import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';
import { fillBrokerage } from '../scripts/demo/brokerage.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { createFieldCipher } from '../server/src/platform/secrets/field-cipher.ts';
import { requireKeys } from '../server/src/platform/secrets/key-ring.ts';
import { countingProxy, countSaves, type SaveCounters } from './counters.ts';
import { compare, type Target } from './load.ts';
import { BASE_CLIENTS, multiplyClients } from './multiply.ts';
import { PATH_OF_SAVES, type Path, pathsFor, save } from './paths.ts';
import { createPlainClients } from './plain-clients.ts';
import { createPolicies } from './policies.ts';
import { type Measured, markdown, type SizeFigures, type Summary } from './report.ts';
import { BARE, PRODUCT, signInHeaders, startServer } from './servers.ts';
import { indexFigures, installedMegabytes, pasteSeconds } from './single-figures.ts';

/**
 * Measures the product against a bare handler on the same database, in one run. Options: `--clients` 1000,100000 or other
 * sizes, smallest first, each compared with the previous one; `--seconds` per load, `--data` a folder for the filled
 * databases, `--port` the first of three, `--only` a regular expression for titles of paths. A missed target is reported, but is not an
 * error.
 */
const { values: options } = parseArgs({
  options: {
    clients: { type: 'string', default: '1000,100000' },
    seconds: { type: 'string', default: '5' },
    data: { type: 'string' },
    port: { type: 'string', default: '3180' },
    only: { type: 'string', default: '' },
  },
});
const PASSWORD = 'quiet-maple-72';
const CONNECTIONS = [1, 16] as const;
const seconds = Number(options.seconds);
const port = Number(options.port);
const only = new RegExp(options.only);

async function fillFolder(folder: string, clients: number): Promise<string> {
  const dataDir = path.join(folder, `clients-${clients}`);
  await mkdir(dataDir, { recursive: true });
  const config = readConfig({ DATA_DIR: dataDir, OWNER_PASSWORD: PASSWORD });
  const created = Math.min(clients, BASE_CLIENTS);
  console.error((await fillBrokerage(config, { clients: created, seed: 1, fill: 'all' })).join('; '));
  const started = performance.now();
  const embedded = await startEmbeddedPostgres({ dataDir });
  try {
    const ring = await requireKeys(config, path.join(dataDir, 'keys.json'));
    await multiplyClients(embedded.url, clients, createFieldCipher(ring));
    await createPlainClients(embedded.url);
    await createPolicies(embedded.url, clients);
  } finally {
    await embedded.stop();
  }
  console.error(`Copies, plain table and policies: ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  return dataDir;
}

/** The median of three starts on an existing data folder, including the embedded database. */
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
  for (const one of paths.filter(({ title }) => only.test(title))) {
    for (const connections of CONNECTIONS) {
      const [ours, baseline] = await compare(
        [
          { target: product, call: one.product },
          { target: bare, call: one.bare },
        ],
        connections,
        seconds,
      );
      if (!ours || !baseline) continue;
      const limit = connections === 16 ? (one.limitOf16 ?? one.limit) : one.limit;
      measured.push({ title: one.title, limit, connections, ours, baseline });
      console.error(`${one.title}, ${connections}: ${(ours.p50 / baseline.p50).toFixed(2)}`);
    }
  }
  return measured;
}

async function withServers(
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

/** The work of PostgreSQL per save: measured through a proxy, and before the baseline adds work of its own. */
async function savingCounters(dataDir: string): Promise<SaveCounters> {
  const embedded = await startEmbeddedPostgres({ dataDir });
  const proxy = await countingProxy(embedded.url);
  const product = await startServer(PRODUCT, port + 1, { DATA_DIR: dataDir, DATABASE_URL: proxy.url });
  try {
    const target = { url: product.url, headers: await signInHeaders(product.url, PASSWORD) };
    const { ids } = await indexFigures(target);
    return await countSaves(embedded.url, target, save('/api', ids), proxy.roundTrips);
  } finally {
    await product.stop();
    proxy.close();
    await embedded.stop();
  }
}

/** Measures one size and compares it with the previous one. */
async function measureSize(
  folder: string,
  clients: number,
  before: SizeFigures | null,
): Promise<SizeFigures> {
  const dataDir = await fillFolder(folder, clients);
  const summary: Summary = { clients, coldStartMs: await coldStart(dataDir) };
  if (only.test(PATH_OF_SAVES)) summary.saving = await savingCounters(dataDir);
  let measured: Measured[] = [];
  await withServers(dataDir, async (product, bare, memory) => {
    summary.idleMegabytes = await memory();
    const { ids, ...index } = await indexFigures(product);
    measured = await measure(pathsFor(ids), product, bare);
    Object.assign(summary, index, {
      pasteSeconds: await pasteSeconds(product, ids),
      memoryMegabytes: await memory(),
      installedMegabytes: installedMegabytes(),
    });
  });
  console.log(`\n## ${clients} clients\n\n${markdown({ measured, summary }, before)}`);
  return { measured, summary };
}

async function main(): Promise<void> {
  const folder = options.data ?? (await mkdtemp(path.join(os.tmpdir(), 'ledgerline-bench-')));
  const sizes: SizeFigures[] = [];
  for (const clients of options.clients.split(',').map(Number))
    sizes.push(await measureSize(folder, clients, sizes.at(-1) ?? null));
  const results = path.join(import.meta.dirname, 'results');
  await mkdir(results, { recursive: true });
  const machine = { cpu: os.cpus()[0]?.model, cores: os.cpus().length, node: process.version };
  await writeFile(path.join(results, 'latest.json'), JSON.stringify({ machine, sizes }, null, 2));
  if (!options.data) await rm(folder, { recursive: true, force: true });
}

await main();
