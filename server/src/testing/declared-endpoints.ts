import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Endpoint } from '@ledgerline/contract/endpoint';

const CONTRACT = fileURLToPath(new URL('../../../contract/src', import.meta.url));

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value;

const files = globSync('**/endpoints.ts', { cwd: CONTRACT }).sort();
const modules: object[] = await Promise.all(
  files.map((file) => import(pathToFileURL(`${CONTRACT}/${file}`).href)),
);

/** Every call of the API, read from the contract's files. */
export const ENDPOINTS: readonly Endpoint[] = modules.flatMap((module) =>
  Object.values(module).filter(isEndpoint),
);
