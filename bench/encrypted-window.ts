import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../postgres/src/embedded-postgres.ts';
import { PRODUCT, signInHeaders, startServer } from './servers.ts';
import { indexFigures } from './single-figures.ts';

/**
 * Measures the overhead of encrypted fields over the API of a server with a filled data folder (`--data`, as created by
 * `bench/run.ts --data`): the ledger sorted by encrypted columns, first and repeated, a window, a client, and saves of a
 * plain and of an encrypted cell. To compare versions, run this file on each (decision 072).
 */
const { values: options } = parseArgs({
  options: { data: { type: 'string', default: '' }, port: { type: 'string', default: '3430' } },
});
const ROUNDS = 300;

const embedded = await startEmbeddedPostgres({ dataDir: options.data });
const environment = { DATA_DIR: options.data, DATABASE_URL: embedded.url };
const product = await startServer(PRODUCT, Number(options.port), environment);
try {
  const headers = await signInHeaders(product.url, 'quiet-maple-72');
  const { ids } = await indexFigures({ url: product.url, headers });

  const timed = async (path: string, body?: object): Promise<number> => {
    const startedAt = performance.now();
    const response = await fetch(`${product.url}/api${path}`, {
      method: body ? 'PUT' : 'GET',
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return performance.now() - startedAt;
  };
  const median = async (rounds: number, call: (n: number) => Promise<number>): Promise<string> => {
    const times: number[] = [];
    for (let n = 0; n < rounds; n++) times.push(await call(n));
    return `${(times.sort((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0).toFixed(2)} ms`;
  };
  const at = (n: number) => ids[(n * 7919) % ids.length] ?? 0;
  const windowAt = (n: number) => {
    const from = (n * 7919) % Math.max(1, ids.length - 100);
    return `/ledger/rows?ids=${ids.slice(from, from + 100).join(',')}`;
  };
  for (const field of ['medicarenumber', 'name_of_rx1', 'agi']) {
    // Other requests must still get a response meanwhile.
    const sorting = timed(`/ledger/index?sort=${field}`);
    let isSorted = false;
    let longest = 0;
    const meanwhile = (async () => {
      while (!isSorted) longest = Math.max(longest, await timed('/clients?page=1'));
    })();
    const first = await sorting;
    isSorted = true;
    await meanwhile;
    const again = await median(5, () => timed(`/ledger/index?sort=${field}`));
    console.log(
      `sorted by ${field}: first ${first.toFixed(0)} ms (slowest list meanwhile ${longest.toFixed(0)} ms), repeated ${again}`,
    );
  }
  console.log(`a window read for the first time: ${await median(ROUNDS, (n) => timed(windowAt(n)))}`);
  console.log(`the same windows repeated: ${await median(ROUNDS, (n) => timed(windowAt(n % 20)))}`);
  console.log(`a client: ${await median(ROUNDS, (n) => timed(`/clients/${at(n)}`))}`);
  console.log(
    `a plain cell saved: ${await median(ROUNDS, (n) => timed(`/clients/${at(n)}`, { occupation: `Work ${n}` }))}`,
  );
  console.log(
    `an encrypted cell saved: ${await median(ROUNDS, (n) => timed(`/clients/${at(n)}`, { name_of_rx1: `Rx ${n}` }))}`,
  );
  console.log(`memory ${(await product.memory()).toFixed(0)} MiB`);
} finally {
  await product.stop();
  await embedded.stop();
}
