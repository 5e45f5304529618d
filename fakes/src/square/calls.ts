import { createHash } from 'node:crypto';
import type { Express, Request, Response } from 'express';
import type { z } from 'zod';
import type { Books, Merchant, SquareLocation } from './square-books.ts';
import { ApiError, invalid, notAuthorized } from './square-error.ts';

export interface Call {
  merchant: Merchant;
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  /** The body, as far as the schema reads it. */
  read<T>(schema: z.ZodType<T>): T;
}

/** Returns the response body; a deliberate contract violation is wrapped as `{ offContract }`. */
export type Handler = (call: Call) => object;

/** Registers an API route: checks token and version, replays the response of a known idempotency key, or calls the handler. */
export function serve(
  books: Books,
  app: Express,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  handler: Handler,
): void {
  app[method](path, (request, response) => {
    try {
      const merchant = authenticate(books, request);
      response.set('square-version', String(request.headers['square-version']));
      const call = callOf(merchant, request);
      const answer = replayed(merchant, `${method} ${path}`, request, () => handler(call));
      send(response, answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      response.status(error.status).json({ errors: error.errors });
    }
  });
}

function callOf(merchant: Merchant, request: Request): Call {
  const params = Object.fromEntries(
    Object.entries(request.params).map(([key, value]) => [key, String(value)]),
  );
  const query = Object.fromEntries(
    Object.entries(request.query).map(([key, value]) => [
      key,
      value === undefined ? undefined : String(value),
    ]),
  );
  const body: unknown = request.body ?? {};
  return {
    merchant,
    params,
    query,
    read(schema) {
      const read = schema.safeParse(body);
      if (read.success) return read.data;
      const issue = read.error.issues[0];
      throw invalid('BAD_REQUEST', issue?.message ?? 'The request is not valid.', issue?.path.join('.'));
    },
  };
}

/** Sends the response; a deliberate contract violation bypasses validation. */
function send(response: Response, answer: object): void {
  if ('offContract' in answer) response.type('json').send(JSON.stringify(answer.offContract));
  else response.json(answer);
}

const VERSION = /^\d{4}-\d{2}-\d{2}$/;

function authenticate(books: Books, request: Request): Merchant {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const merchant = books.merchants.find((each) => each.token === token);
  if (!merchant) throw notAuthorized(401, 'UNAUTHORIZED');
  const { tokenState, tokenExpiresAt } = merchant;
  const isExpired = tokenExpiresAt !== null && Date.parse(tokenExpiresAt) <= books.now().getTime();
  if (tokenState === 'revoked') throw notAuthorized(401, 'ACCESS_TOKEN_REVOKED');
  if (tokenState === 'expired' || isExpired) throw notAuthorized(401, 'ACCESS_TOKEN_EXPIRED');
  if (!VERSION.test(String(request.headers['square-version'] ?? ''))) {
    throw invalid('INVALID_SQUARE_VERSION_FORMAT', 'The Square-Version header must be YYYY-MM-DD.');
  }
  return merchant;
}

const MAX_KEYS: Record<string, number> = { '/v2/orders': 192, '/v2/invoices': 128 };

/**
 * The same key and request get the first response again, without a second effect; the same key with another request is
 * rejected. Only successful responses are stored: a rejected call may be corrected and retried with the same key.
 */
function replayed(merchant: Merchant, endpoint: string, request: Request, work: () => object): object {
  const body: unknown = request.body;
  const key =
    typeof body === 'object' && body !== null && 'idempotency_key' in body ? body.idempotency_key : '';
  if (typeof key !== 'string' || key === '') return work();
  const longest = Object.entries(MAX_KEYS).find(([path]) => request.path.startsWith(path))?.[1] ?? 191;
  if (key.length > longest) throw invalid('VALUE_TOO_LONG', 'Field is too long.', 'idempotency_key');
  const name = `${endpoint} ${key}`;
  const wanted = createHash('sha256')
    .update(`${request.path}\n${canonical(body)}`)
    .digest('hex');
  const previous = merchant.answers[name];
  if (previous && previous.request !== wanted) {
    const detail = 'The idempotency key can only be retried with the same request data.';
    throw invalid('IDEMPOTENCY_KEY_REUSED', detail, 'idempotency_key');
  }
  if (previous) return JSON.parse(previous.answer) as object;
  const answer = work();
  merchant.answers[name] = { request: wanted, answer: JSON.stringify(answer) };
  return answer;
}

/** JSON with sorted keys, so that the caller's key order does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join()}}`;
}

/** A location of this token's merchant; Square's error is the same for another merchant's location and an unknown one. */
export function ownLocation(merchant: Merchant, id: string, field = 'location_id'): SquareLocation {
  const location = merchant.locations.find((each) => each.id === id);
  if (location) return location;
  throw new ApiError(403, {
    category: 'AUTHENTICATION_ERROR',
    code: 'FORBIDDEN',
    detail: `The merchant is not authorized to use location \`${id}\`.`,
    field,
  });
}

/** A page of a list. A cursor is valid only for the query that returned it. */
export function page<T>(
  items: readonly T[],
  query: unknown,
  { limit, cursor, largest }: { limit: number | undefined; cursor: string | undefined; largest: number },
): { items: T[]; cursor?: string } {
  const queryHash = createHash('sha256').update(canonical(query)).digest('hex').slice(0, 16);
  const size = Math.min(limit ?? largest, largest);
  const start = cursor ? startOf(cursor, queryHash) : 0;
  const end = start + size;
  const next = end < items.length ? Buffer.from(`${queryHash}:${end}`).toString('base64url') : undefined;
  return { items: items.slice(start, end), ...(next ? { cursor: next } : {}) };
}

function startOf(cursor: string, queryHash: string): number {
  const [cursorHash, start] = Buffer.from(cursor, 'base64url').toString().split(':');
  if (cursorHash !== queryHash || !/^\d+$/.test(start ?? '')) {
    throw invalid('INVALID_CURSOR', 'The cursor does not belong to this query.', 'cursor');
  }
  return Number(start);
}
