import { createHash } from 'node:crypto';
import type { Endpoint } from '@ledgerline/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consumeRateLimitOrAudit } from '../audit/bounded.ts';
import { type Actor, agentIdOf, type Context, type Deps } from '../context.ts';
import type { Database } from '../database/database.ts';
import { withAccessScope } from '../database/work.ts';
import { AppError } from '../errors.ts';
import { type Answer, once, onceReadAgain } from '../idempotency/idempotency.ts';
import { JsonText } from '../json-text.ts';
import { networkOf } from '../rate-limit/rate-limit.ts';
import { assertFreeSpace } from '../storage/free-space.ts';
import { withStoredFiles } from '../storage/store-file.ts';
import type { Authenticate } from './authenticate.ts';
import { readInput, readParams } from './checked-input.ts';
import { type NamedEndpoint, namedEndpoint } from './endpoint-names.ts';
import { mergedAddress, mergedListAddress } from './merged-address.ts';
import { recordingRejection, recordRead, recordRejection } from './record-read.ts';
import { createRequestDeadlines, withDeadline } from './request-deadline.ts';
import { originOf } from './requested-host.ts';
import type { Input, Route } from './route.ts';

type NamedRoute = Route & { endpoint: NamedEndpoint };

/** Registers routes under /api: authenticate, authorize, rate-limit, validate, open a transaction for a write, respond. */
export function registerRoutes(
  app: FastifyInstance,
  deps: Deps,
  authenticate: Authenticate,
  routes: Route[],
): void {
  const deadlines = createRequestDeadlines();
  for (const unnamed of routes) {
    const endpoint = namedEndpoint(unnamed.endpoint);
    const one = { ...unnamed, endpoint };
    for (const url of [`/api${endpoint.path}`, ...(endpoint.aliases ?? [])]) {
      app.route({
        method: endpoint.method,
        url,
        bodyLimit: endpoint.bodyLimit,
        handler: async (request, reply) => {
          const key = repeatKey(request);
          let isRepeated = false;
          try {
            return await withDeadline(deadlines.until(key), () =>
              answerCall(deps, authenticate, one, { request, reply }),
            );
          } catch (error) {
            isRepeated = !(error instanceof AppError) || error.status >= 500 || error.status === 429;
            throw error;
          } finally {
            if (!isRepeated) deadlines.forget(key);
          }
        },
      });
    }
  }
}

/** The same key for a write and the browser's repeats of it. */
function repeatKey({ headers, method, url }: FastifyRequest): string | null {
  const { authorization = '', 'idempotency-key': key } = headers;
  if (method === 'GET' || typeof key !== 'string' || key === '') return null;
  return createHash('sha256').update([method, url, key, authorization].join(' ')).digest('base64');
}

async function answerCall(
  deps: Deps,
  authenticate: Authenticate,
  one: NamedRoute,
  http: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const { endpoint } = one;
  const { request } = http;
  const actor = await authenticate(endpoint, request, (agent) =>
    recordRejection(contextFor(deps, request, agent, deps.database), endpoint),
  );
  const ctx = contextFor(deps, request, actor, deps.database);
  // From here on every statement sees only what the agent may see (decision 071).
  const accessScope = actor.kind === 'agent' ? actor.accessScope : undefined;
  return accessScope
    ? withAccessScope(accessScope, () => answerFor(one, ctx, http))
    : answerFor(one, ctx, http);
}

async function answerFor(
  one: NamedRoute,
  ctx: Context,
  http: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const { endpoint, handle, before, after } = one;
  const { request, reply } = http;
  if (endpoint.rateLimit) await countCall(ctx, endpoint, request);
  const input: Input<Endpoint> = {
    params: readParams(endpoint, request.params),
    query: readInput(endpoint.query, request.query),
    body: endpoint.transport === 'multipart' ? {} : readInput(endpoint.body, request.body),
  };
  await before?.(ctx as Context<never>, input);
  if (endpoint.transport === 'stream') {
    // Before the first byte: a request for a missing file is recorded too.
    await recordRead(ctx, endpoint, input, null, request);
    return recordingRejection(ctx, endpoint, input.params, async () =>
      handle(ctx as Context<never>, input, http),
    );
  }
  const answer = await recordingRejection(
    ctx,
    endpoint,
    input.params,
    async () =>
      (await mergedListAddress(ctx, endpoint, request)) ??
      answerOf(one, ctx, input, http).catch(async (error: unknown) => {
        const address = await mergedAddress(ctx, endpoint, request, error);
        if (address === null) throw error;
        return address;
      }),
  );
  if (typeof answer === 'string') return reply.redirect(answer, 308);
  await recordRead(ctx, endpoint, input, answer.body, request);
  if (after) answer.body = await after(ctx as Context<never>, input, answer.body);
  const isChecked = ctx.deps.config.NODE_ENV !== 'production' || !endpoint.isHot;
  const json = wireJson(endpoint, answer.body, isChecked);
  return reply.code(answer.status).type('application/json; charset=utf-8').send(json);
}

/** The response as JSON; when checked, private properties are stripped and a wrong shape is an error. */
function wireJson(endpoint: Endpoint, body: unknown, isChecked: boolean): string | Buffer {
  if (!(body instanceof JsonText)) return JSON.stringify(isChecked ? endpoint.reply.parse(body) : body);
  return isChecked ? JSON.stringify(endpoint.reply.parse(body.parse())) : body.body;
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
  one: NamedRoute,
  ctx: Context,
  input: Input<Endpoint>,
  http: { request: FastifyRequest; reply: FastifyReply },
): Promise<Answer> {
  const { endpoint, handle, read, isOutside } = one;
  const work = async (db: Database, currentInput = input) => {
    const body = await handle({ ...ctx, db } as Context<never>, currentInput, http);
    return { status: endpoint.status, body };
  };
  if (isOutside) return work(ctx.db);
  if (!read) return inTransaction(one, ctx, http.request, input, work);
  await assertFreeSpace(ctx.deps);
  return withStoredFiles(
    ctx.deps,
    (keys) => read(ctx as Context<never>, input, http.request, keys),
    ({ digest, stored }, own) =>
      inTransaction(one, ctx, http.request, { ...input, body: digest }, async (db) => {
        await own({ ...ctx, db });
        return work(db, { ...input, body: stored });
      }),
  );
}

/** One transaction for a write; a known Idempotency-Key gets the first response. */
async function inTransaction(
  { endpoint, again, isReadAgain }: NamedRoute,
  ctx: Context,
  request: FastifyRequest,
  input: Input<Endpoint>,
  work: (db: Database) => Promise<Answer>,
): Promise<Answer> {
  if (endpoint.method === 'GET') return work(ctx.db);
  const key = request.headers['idempotency-key'];
  const { database } = ctx.deps;
  if (typeof key !== 'string' || key === '' || endpoint.isSecret) return database.transaction(work);
  const { name, status } = endpoint;
  const call = { key, actor: ctx.actor, endpoint: name, status, tokens: ctx.deps.tokens };
  const keyed = { ...call, input: keyedInput(endpoint, input) };
  if (!again || !isReadAgain?.(input)) return database.transaction((db) => once(db, keyed, () => work(db)));
  return onceReadAgain(database, keyed, work, (db) => again({ ...ctx, db } as Context<never>, input));
}

/** The input that two calls under one Idempotency-Key must share. */
function keyedInput({ unkeyed = [] }: Endpoint, input: Input<Endpoint>): Input<Endpoint> {
  if (unkeyed.length === 0 || typeof input.body !== 'object' || input.body === null) return input;
  const body = Object.entries(input.body).filter(([name]) => !unkeyed.includes(name));
  return { ...input, body: Object.fromEntries(body) };
}

async function countCall(ctx: Context, endpoint: NamedEndpoint, request: FastifyRequest): Promise<void> {
  const who = callerOf(ctx);
  if (!endpoint.rateLimit) return;
  const { seconds, maxPerNetwork } = endpoint.rateLimit;
  const entity_id = agentIdOf(ctx);
  const rejectedEntry = { action: 'limit_refused', entity: 'agent', entity_id, field: endpoint.name };
  const key = `${endpoint.name}:${who}`;
  if (maxPerNetwork === undefined || ctx.actor.kind !== 'visitor') {
    await consumeRateLimitOrAudit(ctx, key, endpoint.rateLimit, rejectedEntry);
    return;
  }
  // A rejected device does not consume the limit of the other devices on its network.
  await consumeRateLimitOrAudit(ctx, `${key}:${deviceOf(request)}`, endpoint.rateLimit, rejectedEntry);
  await consumeRateLimitOrAudit(ctx, key, { max: maxPerNetwork, seconds }, rejectedEntry);
}

/**
 * The link and the page load that uses it (`TAB_ID` of the browser): the next visitor at a shared tablet loads the page again. A
 * caller may send a different one each time: the network's limit applies anyway.
 */
function deviceOf({ params, headers }: FastifyRequest): string {
  const device = JSON.stringify([params, headers['user-agent'], headers['x-tab-id']]);
  return createHash('sha256').update(device).digest('base64url');
}

function callerOf({ actor, address }: Context): string {
  if (actor.kind === 'agent') return `agent:${actor.id}`;
  if (actor.kind === 'signer') return `signer:${actor.ticket.slice(-40)}`;
  return actor.kind === 'client' ? `link:${actor.tokenId}` : `address:${networkOf(address)}`;
}
