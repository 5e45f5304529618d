import { parseArgs } from 'node:util';
import { readConfig } from '../server/src/platform/config.ts';
import { StartupError } from '../server/src/platform/startup-error.ts';
import { fillBrokerage } from './demo/brokerage.ts';

/** The made-up brokerage's sign-in; README and docs/operations.md name it too. */
process.env.DATA_DIR ||= './data/demo';
process.env.OWNER_PASSWORD ||= 'demo1234';

function readOptions() {
  const { values } = parseArgs({
    options: {
      clients: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
      fill: { type: 'string', default: 'typical' },
    },
  });
  const [clients, seed] = [Number(values.clients), Number(values.seed)];
  if (!Number.isInteger(clients) || clients < 1 || clients > 1_000_000)
    throw new StartupError('--clients must be a whole number from 1 to 1000000.');
  if (!Number.isInteger(seed)) throw new StartupError('--seed must be a whole number.');
  const fill = (['typical', 'all'] as const).find((mode) => mode === values.fill);
  if (!fill) throw new StartupError('--fill must be typical or all.');
  return { clients, seed, fill };
}

async function main(): Promise<void> {
  try {
    for (const line of await fillBrokerage(readConfig(process.env), readOptions())) console.log(line);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  await import('./start.ts');
  console.log(`Demo sign-in: ${process.env.OWNER_USERNAME || 'owner'} / ${process.env.OWNER_PASSWORD}`);
}

await main();
