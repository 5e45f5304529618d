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
  { params, url }: Pick<FastifyRequest, 'params' | 'url'>,
  error: unknown,
): Promise<string | null> {
  const parameter = /^\/clients\/:(\w+)/.exec(path)?.[1];
  if (!(error instanceof AppError) || error.code !== 'not_found' || parameter === undefined) return null;
  const former = Number(Object.entries(params ?? {}).find(([name]) => name === parameter)?.[1]);
  const into = Number.isSafeInteger(former) ? await findMergedInto(ctx.db, former) : null;
  if (into === null) return null;
  if (method === 'GET') return url.replace(/\/clients\/[^/?]+/, `/clients/${into}`);
  throw new AppError('not_found', {
    message: 'This client was merged into another one. Reload the page to open it.',
    details: { merged_into: into },
  });
}

/** The client that each of these was merged into, if the agent can see it (decision 126). */
async function findMergedInto(db: Database, id: number): Promise<number | null> {
  const [row] = await db.arrays<[number]>('select into_id from merged_clients where id = $1', [id]);
  return row ? Number(row[0]) : null;
}
