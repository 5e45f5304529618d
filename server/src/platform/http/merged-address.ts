import type { Endpoint } from '@ledgerline/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';

/**
 * For a client that was merged into another one (decision 126): the address of the same resource of that client, to which a GET
 * is redirected. A write is rejected with the id, because it was meant for what the caller last saw.
 */
export async function mergedAddress(
  ctx: Context,
  { path, method }: Endpoint,
  { params, body, url }: Pick<FastifyRequest, 'params' | 'body' | 'url'>,
  error: unknown,
): Promise<string | null> {
  if (!(error instanceof AppError) || error.code !== 'not_found') return null;
  const [, parent, parameter] = IN_PATH.exec(path) ?? [];
  const former = parameter === undefined ? namedIn(body) : Number(valueNamed(params, parameter));
  const into = Number.isSafeInteger(former) ? await findMergedInto(ctx.db, former) : null;
  if (into === null) return null;
  if (method === 'GET') return url.replace(new RegExp(`/${parent}/[^/?]+`), `/${parent}/${into}`);
  throw new AppError('not_found', {
    message: 'This client was merged into another one. Reload the page to open it.',
    details: { merged_into: into },
  });
}

/** The same list of the remaining client, for a list that is limited to a client that was merged into another one. */
export async function mergedListAddress(
  { db, actor }: Context,
  { method }: Endpoint,
  { query, url }: Pick<FastifyRequest, 'query' | 'url'>,
): Promise<string | null> {
  const name = CLIENT_NAMES.find((each) => valueNamed(query, each) !== undefined);
  if (method !== 'GET' || actor.kind !== 'agent' || name === undefined) return null;
  const former = Number(valueNamed(query, name));
  const into = Number.isSafeInteger(former) ? await findMergedInto(db, former) : null;
  if (into === null) return null;
  const [path = '', search = ''] = url.split('?');
  const parameters = new URLSearchParams(search);
  parameters.set(name, String(into));
  return `${path}?${parameters}`;
}

const CLIENT_NAMES = ['client_id', 'clientId', 'customer_id'];

/** A client in the path of an endpoint. */
const IN_PATH = /^\/(?:secure-access\/)?(clients?|upload)\/:(\w+)/;

const valueNamed = (object: unknown, name: string): unknown =>
  Object.entries(object ?? {}).find(([key]) => key === name)?.[1];

/** The client that the body of a request names, else NaN. */
const namedIn = (body: unknown): number =>
  Number(CLIENT_NAMES.map((name) => valueNamed(body, name)).find(Boolean));

/** The client that each of these was merged into, if the agent can see it (decision 126). */
async function findMergedInto(db: Database, id: number): Promise<number | null> {
  const [row] = await db.arrays<[number]>('select into_id from merged_clients where id = $1', [id]);
  return row ? Number(row[0]) : null;
}
