import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ActorByAccess, Context } from '../context.ts';
import type { JsonText } from '../json-text.ts';
import type { UploadDigest } from './uploaded-file.ts';

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
type Again<E extends Endpoint> = (ctx: ContextOf<E>, input: Input<E>) => Promise<ReplyOf<E>>;
type Guard<E extends Endpoint> = (ctx: ContextOf<E>, input: Input<E>) => Promise<void>;
type StreamHandler<E extends Endpoint> = (
  ctx: ContextOf<E>,
  input: Input<E>,
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<unknown>;

/** An endpoint with what answers it; only `registerRoutes` looks at how. */
export interface Route {
  endpoint: Endpoint;
  handle: (
    ctx: Context<never>,
    input: Input<Endpoint>,
    http: { request: FastifyRequest; reply: FastifyReply },
  ) => Promise<unknown>;
  before?: (ctx: Context<never>, input: Input<Endpoint>) => Promise<void>;
  after?: (ctx: Context<never>, input: Input<Endpoint>, answer: unknown) => Promise<unknown>;
  /** Answers a repeat with the same Idempotency-Key, instead of the first answer. */
  again?: (ctx: Context<never>, input: Input<Endpoint>) => Promise<unknown>;
  /** Reads what a multipart request brings, before the transaction; `keys` names the files it has kept so far. */
  read?: (
    ctx: Context<never>,
    input: Input<Endpoint>,
    request: FastifyRequest,
    keys: string[],
  ) => Promise<Upload<unknown>>;
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
 * The same for acts that answer with what they changed: `again` reads it for a repeat with the same Idempotency-Key, of
 * which nothing else is kept.
 */
export function routeReadAgain<E extends Endpoint>(endpoint: E, handler: Handler<E>, again: Again<E>): Route {
  return { endpoint, handle: handler as Route['handle'], again: again as Route['again'] };
}

/**
 * The same for acts that call a provider: no transaction is open while they wait. The handler opens its own with
 * `ctx.deps.database.transaction`, and must be safe to repeat by itself, since no answer is kept for an Idempotency-Key.
 */
export function outsideRoute<E extends Endpoint>(endpoint: E, handler: Handler<E>): Route {
  return { endpoint, handle: handler as Route['handle'], isOutside: true };
}

/** What was read of an upload, and what tells it apart from another under the same Idempotency-Key. */
export interface Upload<Stored> {
  stored: Stored;
  digest: UploadDigest;
}

/**
 * The same for uploads. `read` takes the files in before any transaction and notes the key of each one it keeps; `write`
 * makes them rows; `answer` says what came of it, for a repeat with the same Idempotency-Key too, whose files go again.
 */
export function uploadRoute<E extends Endpoint, Stored, Written>(
  endpoint: E,
  parts: {
    read: (
      ctx: ContextOf<E>,
      input: Input<E>,
      request: FastifyRequest,
      keys: string[],
    ) => Promise<Upload<Stored>>;
    write: (ctx: ContextOf<E>, input: Input<E>, stored: Stored) => Promise<Written>;
    answer: (ctx: ContextOf<E>, written: Written, input: Input<E>) => Promise<ReplyOf<E>>;
  },
): Route {
  return {
    endpoint,
    read: parts.read as Route['read'],
    handle: (ctx, input) => parts.write(ctx, input as Input<E>, input.body as Stored),
    after: (ctx, input, written) => parts.answer(ctx, written as Written, input as Input<E>),
  };
}

/** The same for downloads and event streams: the handler gets the request and the reply, and no transaction. */
export function streamRoute<E extends Endpoint>(endpoint: E, handler: StreamHandler<E>): Route {
  return { endpoint, handle: handler as Route['handle'] };
}
