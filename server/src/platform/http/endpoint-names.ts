import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Endpoint } from '@ledgerline/contract/endpoint';

export type NamedEndpoint = Endpoint & { name: string };

const CONTRACT = fileURLToPath(new URL('../../../../contract/src', import.meta.url));

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value;

const files = globSync('**/endpoints.ts', { cwd: CONTRACT }).sort();
const modules: object[] = await Promise.all(
  files.map((file) => import(pathToFileURL(`${CONTRACT}/${file}`).href)),
);

/** Every endpoint of the contract under the name of its export: `createInvoice`. */
export const ENDPOINTS: readonly NamedEndpoint[] = modules.flatMap((module) =>
  Object.entries(module).flatMap(([name, value]) => (isEndpoint(value) ? [{ ...value, name }] : [])),
);

const address = ({ method, path }: Endpoint) => `${method} ${path}`;
const byAddress = new Map(ENDPOINTS.map((endpoint) => [address(endpoint), endpoint]));

export function namedEndpoint(endpoint: Endpoint): NamedEndpoint {
  const named = byAddress.get(address(endpoint));
  if (!named) throw new Error(`export ${address(endpoint)} from an endpoints.ts of the contract`);
  return named;
}
