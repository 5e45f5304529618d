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

/** An endpoint with its handler; only `registerRoutes` reads the details. */
export interface Route {
  endpoint: Endpoint;
  handle: (
    ctx: Context<never>,
    input: Input<Endpoint>,
    http: { request: FastifyRequest; reply: FastifyReply },
  ) => Promise<unknown>;
  before?: (ctx: Context<never>, input: Input<Endpoint>) => Promise<void>;
  after?: (ctx: Context<never>, input: Input<Endpoint>, answer: unknown) => Promise<unknown>;
  /** Answers a repeat with the same Idempotency-Key, instead of the first response. */
  again?: (ctx: Context<never>, input: Input<Endpoint>) => Promise<unknown>;
  /** Whether `again` can answer a repeat of this call; otherwise the first response is stored. */
  isReadAgain?: (input: Input<Endpoint>) => boolean;
  /** Reads a multipart request before the transaction; `keys` lists the files stored so far. */
  read?: (
    ctx: Context<never>,
    input: Input<Endpoint>,
    request: FastifyRequest,
    keys: string[],
  ) => Promise<Upload<unknown>>;
  /** The handler opens its own transactions, because it calls a provider between them. */
  isOutside?: boolean;
}

/**
 * Pairs an endpoint with the service function that handles it. `before` runs before the transaction: what it writes persists when
 * the operation fails.
 */
export function route<E extends Endpoint>(endpoint: E, handler: Handler<E>, before?: Guard<E>): Route {
  return { endpoint, handle: handler as Route['handle'], before: before as Route['before'] };
}

/**
 * The same with a provider call after the transaction: `after` returns the final response. It also runs for a repeat with the
 * same Idempotency-Key, and so must be idempotent.
 */
export function routeThen<E extends Endpoint>(endpoint: E, handler: Handler<E>, after: After<E>): Route {
  return { endpoint, handle: handler as Route['handle'], after: after as Route['after'] };
}

/**
 * The same for operations that return what they changed: `again` reads it for a repeat with the same Idempotency-Key, for which
 * no response is stored unless `isReadAgain` returns false.
 */
export function routeReadAgain<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  again: Again<E>,
  isReadAgain: (input: Input<E>) => boolean,
): Route {
  return {
    endpoint,
    handle: handler as Route['handle'],
    again: again as Route['again'],
    isReadAgain: isReadAgain as Route['isReadAgain'],
  };
}

/**
 * The same for operations that call a provider: no transaction is open while they wait. The handler opens its own with
 * `ctx.deps.database.transaction`, and must be idempotent itself, since no response is stored for an Idempotency-Key.
 */
export function routeWithoutTransaction<E extends Endpoint>(endpoint: E, handler: Handler<E>): Route {
  return { endpoint, handle: handler as Route['handle'], isOutside: true };
}

/** The result of reading an upload, and a digest that distinguishes it from another upload under the same Idempotency-Key. */
export interface Upload<Stored> {
  stored: Stored;
  digest: UploadDigest;
}

/**
 * The same for uploads. `read` stores the files before any transaction and records the key of each one; `write` creates their
 * rows; `answer` builds the response, also for a repeat with the same Idempotency-Key, whose own files are removed.
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
