import { parseArgs } from 'node:util';
import { StartupError } from '../host/src/startup-error.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { fillBrokerage } from './demo/brokerage.ts';
import type { FillOptions } from './demo/demo.ts';
import type { Fakes } from './demo/fakes.ts';

interface Options extends Omit<FillOptions, 'fakes'> {
  providers: 'builtin' | 'fake';
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      clients: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
      fill: { type: 'string', default: 'typical' },
      providers: { type: 'string', default: 'builtin' },
    },
  });
  const [clients, seed] = [Number(values.clients), Number(values.seed)];
  if (!Number.isInteger(clients) || clients < 1 || clients > 1_000_000)
    throw new StartupError('--clients must be a whole number from 1 to 1000000.');
  if (!Number.isInteger(seed)) throw new StartupError('--seed must be a whole number.');
  const fill = (['typical', 'all'] as const).find((mode) => mode === values.fill);
  if (!fill) throw new StartupError('--fill must be typical or all.');
  const providers = (['builtin', 'fake'] as const).find((mode) => mode === values.providers);
  if (!providers) throw new StartupError('--providers must be builtin or fake.');
  return { clients, seed, fill, providers };
}

/** Loaded only on request, because the fakes need packages that `npm ci --omit=dev` omits. */
async function openFakes(dataDir: string): Promise<Fakes> {
  process.env.PUBLIC_URL ||= `http://localhost:${process.env.PORT || 3000}`;
  const { startFakes } = await import('./demo/fakes.ts');
  const fakes = await startFakes(dataDir, process.env.PUBLIC_URL);
  Object.assign(process.env, fakes.environment);
  return fakes;
}

async function main(): Promise<void> {
  let fakes: Fakes | undefined;
  try {
    const { providers, ...options } = readOptions();
    // The demo sign-in; the README documents it.
    process.env.DATA_DIR ||= providers === 'fake' ? './data/demo-fake' : './data/demo';
    process.env.OWNER_PASSWORD ||= 'quiet-maple-72';
    if (providers === 'fake') fakes = await openFakes(process.env.DATA_DIR);
    const filled = await fillBrokerage(readConfig(process.env), fakes ? { ...options, fakes } : options);
    for (const line of filled) console.log(line);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  await import('./start.ts');
  fakes?.connect();
  console.log(`Demo sign-in: ${process.env.OWNER_USERNAME || 'owner'} / ${process.env.OWNER_PASSWORD}`);
  if (fakes) console.log(`Fake DocuSign: ${fakes.docusign.url}   Fake Square: ${fakes.square.url}`);
}

await main();
