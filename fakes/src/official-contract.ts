import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import express, { type Express } from 'express';
import { middleware } from 'express-openapi-validator';

/** The folder of the providers' own OpenAPI files, which are not part of the repository. */
const SPECS_DIR =
  process.env.PROVIDER_SPECS_DIR ?? path.resolve(import.meta.dirname, '../../../shared/provider-specs');

const FILES = {
  docusign: { name: 'docusign-esign-v2.1.strict.json', server: '/restapi' },
  square: { name: 'square.strict.json', server: '/' },
} as const;
export type OfficialProvider = keyof typeof FILES;

/** Whether the official contracts are available; without them the fakes run, but do not check calls against them. */
export function hasOfficialContracts(): boolean {
  return Object.values(FILES).every(({ name }) => existsSync(path.join(SPECS_DIR, name)));
}

/**
 * An Express app to mount before the routes: it validates every request and response against the provider's official
 * OpenAPI contract; null if the files are missing. Violations go to the error handler with `errors`; `status` is 500 for
 * a response.
 */
export function officialContract(provider: OfficialProvider): Express | null {
  const spec = officialSpec(provider);
  if (!spec) return null;
  const existing = checks.get(provider);
  if (existing) return existing;
  const check = express();
  check.use(
    middleware({
      apiSpec: { ...spec, servers: [{ url: FILES[provider].server }] },
      validateApiSpec: false,
      validateRequests: true,
      validateResponses: true,
      validateSecurity: { handlers: { bearer: () => true, oauth2: () => true } },
    }),
  );
  checks.set(provider, check);
  return check;
}

/** One per provider and process, because each compiles several hundred schemas on its first request. */
const checks = new Map<OfficialProvider, Express>();

type OfficialSpec = Extract<Parameters<typeof middleware>[0]['apiSpec'], object>;

/** The official contract, prepared for the validator; null if the file is missing. */
export function officialSpec(provider: OfficialProvider): OfficialSpec | null {
  const file = path.join(SPECS_DIR, FILES[provider].name);
  if (!existsSync(file)) return null;
  return JSON.parse(readFileSync(file, 'utf8'), dropExamples) as OfficialSpec;
}

/** IDs inside examples would be read as schema IDs. */
function dropExamples(this: unknown, key: string, value: unknown): unknown {
  const isExample = key === 'example' || key === 'examples';
  return isExample && !isPropertyMap(this) ? undefined : value;
}

/** A property may also be named `example`. */
function isPropertyMap(candidate: unknown): boolean {
  if (typeof candidate !== 'object' || candidate === null) return false;
  return Object.values(candidate).every(
    (value) => typeof value === 'object' && value !== null && 'type' in value,
  );
}
