import { createHash } from 'node:crypto';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { FieldError } from '@ledgerline/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { writeBounded } from '../audit/bounded.ts';
import type { Actor, ActorByAccess, Context, Deps } from '../context.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { type Answer, once } from '../idempotency/idempotency.ts';
import { JsonText } from '../json-text.ts';
import { networkOf, takeFromLimit } from '../rate-limit/rate-limit.ts';
import { originOf } from './asked-host.ts';
import type { Authenticate } from './authenticate.ts';
import { createPatience, withPatience } from './patience.ts';

export interface Input<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
}

type ContextOf<E extends Endpoint> = Context<ActorByAccess[E['access']]>;
type Handler<E extends Endpoint> = (
  ctx: ContextOf<E>,
  input: Input<E>,
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<ReplyOf<E> | JsonText>;
type After<E extends Endpoint> = (
  ctx: ContextOf<E>,
  input: Input<E>,
  answer: ReplyOf<E>,
) => Promise<ReplyOf<E>>;
type Guard<E extends Endpoint> = (ctx: ContextOf<E>, input: Input<E>) => Promise<void>;
type StreamHandler<E extends Endpoint> = (
  ctx: ContextOf<E>,
  input: Input<E>,
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<unknown>;

/** An endpoint with what answers it; only `registerRoutes` looks inside. */
export interface Route {
  endpoint: Endpoint;
  handle: (
    ctx: Context<never>,
    input: Input<Endpoint>,
    http: { request: FastifyRequest; reply: FastifyReply },
  ) => Promise<unknown>;
  before?: (ctx: Context<never>, input: Input<Endpoint>) => Promise<void>;
  after?: (ctx: Context<never>, input: Input<Endpoint>, answer: unknown) => Promise<unknown>;
  /** The handler opens its transactions itself, because it calls a provider between them. */
  isOutside?: boolean;
}

/**
 * Pairs an endpoint with the service function that answers it. `before` runs ahead of the transaction: what it writes
 * stays when the act fails.
 */
export function route<E extends Endpoint>(endpoint: E, handler: Handler<E>, before?: Guard<E>): Route {
  return { endpoint, handle: handler as Route['handle'], before: before as Route['before'] };
}

/**
 * The same with work for a provider behind the transaction: `after` gives the final answer. It also runs for a repeat with
 * the same Idempotency-Key, and so must be safe to repeat.
 */
export function routeThen<E extends Endpoint>(endpoint: E, handler: Handler<E>, after: After<E>): Route {
  return { endpoint, handle: handler as Route['handle'], after: after as Route['after'] };
}

/**
 * The same for acts that call a provider: no transaction is open while they wait. The handler opens its own with
 * `ctx.deps.database.transaction`, and must be safe to repeat by itself, since no answer is kept for an Idempotency-Key.
 */
export function outsideRoute<E extends Endpoint>(endpoint: E, handler: Handler<E>): Route {
  return { endpoint, handle: handler as Route['handle'], isOutside: true };
}

/** The same for uploads, downloads and event streams: the handler gets the request and the reply, and no transaction. */
export function streamRoute<E extends Endpoint>(endpoint: E, handler: StreamHandler<E>): Route {
  return { endpoint, handle: handler as Route['handle'] };
}

function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...issue.path, key].join('.'),
        message: 'is not a known field',
      }));
    }
    return [{ path: issue.path.join('.'), message: issue.message }];
  });
}

const TYPE_WORDS: Record<string, string> = {
  string: 'must be a text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
};

/** Words for what a schema leaves unsaid, so that every message reads after the field's name. */
function wordsFor(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is required' : (TYPE_WORDS[issue.expected] ?? 'is not valid');
  }
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  const unit = 'origin' in issue && issue.origin === 'string' ? ' characters' : '';
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${unit}`;
  if (issue.code === 'too_small') {
    return `must be ${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}${unit}`;
  }
  return 'is not valid';
}

function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value ?? {}, { error: wordsFor });
  if (!parsed.success) throw new AppError('validation_failed', { fields: fieldErrors(parsed.error) });
  return parsed.data;
}

/** An id that cannot be one is an id that nobody has (decisions A8). */
function readParams(endpoint: Endpoint, value: unknown): unknown {
  const parsed = endpoint.params.safeParse(value);
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data;
}

/** Registers routes under /api: authenticate, refuse, limit, validate, one transaction for a write, answer. */
export function registerRoutes(
  app: FastifyInstance,
  deps: Deps,
  authenticate: Authenticate,
  routes: Route[],
): void {
  const patience = createPatience();
  for (const one of routes) {
    const { endpoint } = one;
    for (const url of [`/api${endpoint.path}`, ...(endpoint.aliases ?? [])]) {
      app.route({
        method: endpoint.method,
        url,
        bodyLimit: endpoint.bodyLimit,
        handler: async (request, reply) => {
          const key = repeatKey(request);
          let isRepeated = false;
          try {
            return await withPatience(patience.until(key), () =>
              answerCall(deps, authenticate, one, { request, reply }),
            );
          } catch (error) {
            isRepeated = !(error instanceof AppError) || error.status >= 500 || error.status === 429;
            throw error;
          } finally {
            if (!isRepeated) patience.forget(key);
          }
        },
      });
    }
  }
}

/** The same for a write and the browser's repeats of it. */
function repeatKey({ headers, method, url }: FastifyRequest): string | null {
  const { authorization = '', 'idempotency-key': key } = headers;
  if (method === 'GET' || typeof key !== 'string' || key === '') return null;
  return createHash('sha256').update([method, url, key, authorization].join(' ')).digest('base64');
}

async function answerCall(
  deps: Deps,
  authenticate: Authenticate,
  { endpoint, handle, before, after, isOutside }: Route,
  http: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const { request, reply } = http;
  const actor = await authenticate(endpoint.access, request);
  const ctx = contextFor(deps, request, actor, deps.database);
  if (endpoint.rateLimit) await countCall(ctx, endpoint);
  const input: Input<Endpoint> = {
    params: readParams(endpoint, request.params),
    query: read(endpoint.query, request.query),
    body: endpoint.transport === 'multipart' ? {} : read(endpoint.body, request.body),
  };
  await before?.(ctx as Context<never>, input);
  if (endpoint.transport !== 'json') return handle(ctx as Context<never>, input, http);
  const work = async (db: Database) => {
    const body = await handle({ ...ctx, db } as Context<never>, input, http);
    return { status: endpoint.status, body };
  };
  const answer = isOutside ? await work(ctx.db) : await answerOf(endpoint, ctx, request, input, work);
  if (after) answer.body = await after(ctx as Context<never>, input, answer.body);
  const isChecked = deps.config.NODE_ENV !== 'production' || !endpoint.isHot;
  const text = wireText(endpoint, answer.body, isChecked);
  return reply.code(answer.status).type('application/json; charset=utf-8').send(text);
}

/** The answer as text; checked, private properties are stripped and a wrong shape is an error. */
function wireText(endpoint: Endpoint, body: unknown, isChecked: boolean): string {
  if (!(body instanceof JsonText)) return JSON.stringify(isChecked ? endpoint.reply.parse(body) : body);
  return isChecked ? JSON.stringify(endpoint.reply.parse(JSON.parse(body.text))) : body.text;
}

function contextFor(deps: Deps, request: FastifyRequest, actor: Actor, db: Database): Context {
  const tab = request.headers['x-tab-id'];
  return {
    actor,
    db,
    deps,
    requestId: request.id,
    address: request.ip,
    origin: originOf(request),
    tab: typeof tab === 'string' ? tab.slice(0, 40) : undefined,
  };
}

async function answerOf(
  endpoint: Endpoint,
  ctx: Context,
  request: FastifyRequest,
  input: Input<Endpoint>,
  work: (db: Database) => Promise<Answer>,
): Promise<Answer> {
  if (endpoint.method === 'GET') return work(ctx.db);
  const key = request.headers['idempotency-key'];
  const { actor, address } = ctx;
  const { tokens } = ctx.deps;
  return ctx.deps.database.transaction((db) =>
    typeof key === 'string' && key !== '' && !endpoint.isSecret
      ? once(db, { key, actor, address, endpoint: endpoint.name, input, tokens }, () => work(db))
      : work(db),
  );
}

async function countCall(ctx: Context, endpoint: Endpoint): Promise<void> {
  const who = callerOf(ctx);
  if (!endpoint.rateLimit) return;
  try {
    await takeFromLimit(ctx.db, `${endpoint.name}:${who}`, endpoint.rateLimit, ctx.deps.clock.now());
  } catch (error) {
    const entity_id = ctx.actor.kind === 'agent' ? ctx.actor.id : null;
    if (error instanceof AppError) {
      await writeBounded(ctx, { action: 'limit_refused', entity: 'agent', entity_id, field: endpoint.name });
    }
    throw error;
  }
}

function callerOf({ actor, address }: Context): string {
  if (actor.kind === 'agent') return `agent:${actor.id}`;
  if (actor.kind === 'signer') return `signer:${actor.ticket.slice(-40)}`;
  return actor.kind === 'client' ? `link:${actor.tokenId}` : `address:${networkOf(address)}`;
}
