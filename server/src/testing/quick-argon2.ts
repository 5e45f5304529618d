import { createRequire } from 'node:module';
import type { Options } from '@node-rs/argon2';

/**
 * Stands in for argon2 in the server tests (vitest.config.ts): a hash stores its own cost, and the lowest one saves thousands of
 * hashes the work that slows down attackers. The cost that the product requests must still be at least OWASP's minimum.
 */
const argon2: typeof import('@node-rs/argon2') = createRequire(import.meta.url)('@node-rs/argon2');
const OWASP_MINIMUM = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LOWEST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export async function hash(password: string, cost: Options): Promise<string> {
  for (const [name, least] of Object.entries(OWASP_MINIMUM)) {
    // An omitted one is not a number.
    if (!(Number(Reflect.get(cost, name)) >= least)) throw new Error(`${name} is below ${least}`);
  }
  return argon2.hash(password, LOWEST);
}

export function hashQuickly(password: string): string {
  return argon2.hashSync(password, LOWEST);
}

export const verify = argon2.verify;
