import { createHash } from 'node:crypto';
import { accountNamed } from '@ledgerline/contract/rules';
import { type Context, type Deps, systemContext } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, isOutage } from '#platform/errors.ts';
import { announce } from '#platform/live.ts';
import { type EnvelopeState, EsignError } from '#platform/ports/esign.ts';
import {
  type Account,
  type InvoiceUpdate,
  PaymentError,
  type WebhookHeaders,
} from '#platform/ports/payments.ts';
import { briefReason, plainText } from '#platform/provider-health/outcomes.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';
import { NotKnownYet } from './rules.ts';

/** One queue each, so that a provider that does not respond blocks only its own events. */
export const EVENT_QUEUES = {
  payments: 'provider-events-payments',
  esign: 'provider-events-esign',
} as const;
export const MAX_ATTEMPTS = 6;
/** An event that waits for longer than all retries together has lost its job. */
const STALE_MS = 10 * 60_000;
const MAX_REASON_LENGTH = 300;
const MAX_NAME_LENGTH = 200;
const DAY_MS = 86_400_000;
/** Longer than any provider redelivers (15 days at most); older events are deleted. */
const PROCESSED_DAYS = 90;
const PARKED_DAYS = 365;
/** Number of events that are retried at a time. */
const RETRIED_AT_ONCE = 500;
/** After this time there is no point in waiting: the reconciliation has read the provider's books long since. */
const WAITING_DAYS = 14;

/** The sender: the payment provider for one of the accounts, or the e-signature provider. */
export type EventSource = { port: 'payments'; account: Account } | { port: 'esign' };

/**
 * Applies the update of an event, in the transaction that marks the event as processed; provided by the feature modules.
 */
export interface EventHandlers {
  payments(ctx: Context, update: InvoiceUpdate): Promise<void>;
  esign(ctx: Context, state: EnvelopeState): Promise<void>;
  /** Which of the waiting events have an invoice or envelope that is known here by now. */
  known: Record<repository.WaitingEvent['port'], FindKnown>;
}

/**
 * `subjects`: the provider's ids, with the merchant account where there is one. Returns the ids of the events whose subject
 * is known.
 */
type FindKnown = (
  db: Database,
  subjects: readonly { id: number; square_account: string; subject: string }[],
) => Promise<number[]>;

/**
 * Receives one event of a provider: verified over its raw bytes, stored once, processed by a job. Idempotent: repeats
 * change nothing.
 */
export async function receiveEvent(
  deps: Deps,
  source: EventSource,
  rawBody: Buffer,
  headers: WebhookHeaders,
): Promise<void> {
  const event = verifiedEvent(deps, source, rawBody, headers);
  if (!event) throw new AppError('wrong_credentials', { message: 'The signature is invalid.' });
  await deps.database.transaction(async (db) => {
    const id = await repository.insertEvent(db, event.row, deps.clock.now());
    if (id === undefined) return;
    const encrypted = deps.cipher.encrypt(event.body.toString('base64'), aadOf(id));
    await repository.saveBody(db, id, encrypted);
    await enqueue(deps, db, [{ id, port: source.port }]);
  });
}

/** Processes one event; throws as long as a retry can help. */
export async function processEvent(deps: Deps, handlers: EventHandlers, id: number): Promise<void> {
  const event = await repository.findEvent(deps.database, id);
  if (event?.status !== 'new') return;
  let subject: string | null = null;
  try {
    const update = await readUpdate(deps, handlers, event);
    subject = update?.subject ?? null;
    await deps.database.transaction(async (db) => {
      if ((await repository.lockEvent(db, id)) !== 'new') return;
      await update?.apply(systemContext(deps, db, `provider event ${id}`));
      const note = update ? null : 'ignored';
      await repository.markProcessed(db, id, { at: deps.clock.now(), note, subject });
      if (event.error !== null) await publishChange(db, id);
    });
  } catch (error) {
    // The event is not the cause: it keeps its attempts, and the queue continues when the database is back.
    if (!isProviderError(error) && isOutage(error)) throw error;
    const failure = {
      at: deps.clock.now(),
      error: plainText(briefReason(error), MAX_REASON_LENGTH),
      subject,
      is_waiting: mayResolve(error),
    };
    const status = await repository.recordFailure(deps.database, id, failure, MAX_ATTEMPTS);
    if (status !== 'parked') throw error;
    await publishChange(deps.database, id);
    deps.log.error({ err: error, event: id, port: event.port }, 'provider event parked');
  }
}

/** Requeues events whose job was lost. */
export async function requeueStale(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction(async (db) =>
    enqueue(deps, db, await repository.claimStale(db, new Date(now.getTime() - STALE_MS), now)),
  );
}

/** Retries parked events that waited for the provider, or whose subject is known by now. */
export async function retryWaiting(deps: Deps, { known }: EventHandlers): Promise<void> {
  const db = deps.database;
  const since = daysAgo(deps, WAITING_DAYS);
  const ids: number[] = [];
  let page: repository.WaitingEvent[];
  let last: repository.WaitingEvent | undefined;
  do {
    page = await repository.listWaiting(db, since, last, RETRIED_AT_ONCE);
    last = page.at(-1);
    ids.push(...(await findRetryable(db, known, page)));
  } while (page.length === RETRIED_AT_ONCE && ids.length < RETRIED_AT_ONCE);
  await db.transaction(async (tx) =>
    enqueue(deps, tx, await repository.retryWaiting(tx, ids.slice(0, RETRIED_AT_ONCE), deps.clock.now())),
  );
}

/** In their order: events that wait for the provider alone, and those whose subject is known by now. */
async function findRetryable(
  db: Database,
  known: EventHandlers['known'],
  events: readonly repository.WaitingEvent[],
): Promise<number[]> {
  const named = events.flatMap(({ id, port, square_account, subject }) =>
    subject === null ? [] : [{ id, port, square_account, subject }],
  );
  const found = new Set<number>();
  for (const port of ['payments', 'esign'] as const) {
    const matching = named.filter((event) => event.port === port);
    if (matching.length > 0) for (const id of await known[port](db, matching)) found.add(id);
  }
  return events.filter(({ id, subject }) => subject === null || found.has(id)).map(({ id }) => id);
}

/** Deletes events that are no longer redelivered or inspected. */
export async function deleteExpired(deps: Deps): Promise<void> {
  const { processed, parked } = await repository.deleteOld(deps.database, {
    processed: daysAgo(deps, PROCESSED_DAYS),
    parked: daysAgo(deps, PARKED_DAYS),
  });
  if (parked > 0) deps.log.warn({ processed, parked }, 'parked provider events deleted');
}

/** Retries one parked event, or all of them; returns how many there were. */
export async function replayParked(ctx: Context, id: number | null = null): Promise<number> {
  const rows = await repository.replayParked(ctx.db, ctx.deps.clock.now(), id);
  await enqueue(ctx.deps, ctx.db, rows);
  if (rows.length > 0) await publishChange(ctx.db, id);
  return rows.length;
}

/** The number of events that wait for their job, and of those that are parked. */
export const countOpenEvents = queries.countOpen;
export const listParkedEvents = queries.listParked;

/** Whether such an event exists. */
export async function hasEvent(db: Database, id: number): Promise<boolean> {
  return (await repository.findEvent(db, id)) !== undefined;
}

const aadOf = (row: number) => ({ table: 'provider_events', row, field: 'raw' });

function verifiedEvent(
  deps: Deps,
  source: EventSource,
  rawBody: Buffer,
  headers: WebhookHeaders,
): { row: repository.NewEvent; body: Buffer } | null {
  const isPayment = source.port === 'payments';
  const event = isPayment
    ? deps.payments.verifyWebhook(source.account, rawBody, headers)
    : deps.esign.verifyWebhook(rawBody, headers);
  if (!event) return null;
  const row = {
    port: source.port,
    provider: deps[source.port].name,
    square_account: isPayment ? source.account : '',
    event_id: indexable(event.eventId),
    type: plainText(event.type, MAX_NAME_LENGTH),
  };
  return { row, body: event.body };
}

/** The provider's id, or a hash for one that no index accepts. */
function indexable(eventId: string): string {
  if (/^[\x20-\x7e]{1,200}$/.test(eventId)) return eventId;
  return createHash('sha256').update(eventId).digest('hex');
}

const daysAgo = ({ clock }: Deps, days: number): Date => new Date(clock.now().getTime() - days * DAY_MS);

interface EventUpdate {
  subject: string;
  apply(ctx: Context): Promise<void>;
}

/**
 * The update that the event stands for. May call the provider, so no transaction is open meanwhile. Null when it is not
 * about ours.
 */
async function readUpdate(
  deps: Deps,
  handlers: EventHandlers,
  event: repository.StoredEvent,
): Promise<EventUpdate | null> {
  const { name } = deps[event.port];
  if (name !== event.provider) throw new Error(`${event.provider} is no longer connected, ${name} is`);
  if (event.raw === null) throw new Error('the event has no body');
  const body = Buffer.from(deps.cipher.decrypt(event.raw, aadOf(event.id)), 'base64');
  if (event.port === 'esign') {
    const state = await deps.esign.readEvent(body);
    return state && { subject: state.envelopeId, apply: (ctx) => handlers.esign(ctx, state) };
  }
  const account = accountNamed(event.square_account)?.value;
  if (!account) throw new Error(`unknown account ${event.square_account}`);
  const update = await deps.payments.readEvent(account, body);
  if (update && update.account !== account)
    throw new Error(`an event of ${account} is about ${update.account}`);
  return update && { subject: update.providerInvoiceId, apply: (ctx) => handlers.payments(ctx, update) };
}

/** Whether waiting alone may fix it. */
function mayResolve(error: unknown): boolean {
  return error instanceof NotKnownYet || (isProviderError(error) && error.kind === 'unavailable');
}

function isProviderError(error: unknown): error is PaymentError | EsignError {
  return error instanceof PaymentError || error instanceof EsignError;
}

/** The status page shows what is parked. */
function publishChange(db: Database, id: number | null): Promise<void> {
  const ids = id === null ? {} : { ids: [id] };
  return announce(db, { kind: 'providers', action: 'updated', ...ids, agent_id: null });
}

async function enqueue(deps: Deps, db: Database, rows: repository.QueuedEvent[]): Promise<void> {
  for (const { id, port } of rows) await deps.jobs.send(db, EVENT_QUEUES[port], { id });
}
