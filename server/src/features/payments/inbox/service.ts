import { z } from 'zod';
import { invoiceIdOfProvider } from '#features/invoices/service.ts';
import type { Context, Deps } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { reasonOf } from '#platform/startup-error.ts';
import type { Account } from '#providers/payments/port.ts';
import { applyProviderPayment } from '../settling/service.ts';
import * as repository from './repository.ts';

export const EVENT_QUEUE = 'payment-events';
export const MAX_ATTEMPTS = 6;
/** An event that waits for longer than all retries together has lost its job. */
const STALE_MS = 10 * 60_000;

const paymentSchema = z.object({
  providerPaymentId: z.string(),
  kind: z.enum(['payment', 'refund']),
  status: z.enum(['completed', 'pending', 'failed']),
  method: z.enum(['card', 'ach', 'cash', 'check']),
  card_brand: z.string().nullable(),
  card_last4: z.string().nullable(),
  amount_cents: z.number().int().positive(),
  at: z.coerce.date(),
  refundOf: z.string().nullable(),
});
const payloadSchema = z.object({
  providerInvoiceId: z.string().nullable(),
  payment: paymentSchema.nullable(),
});

/**
 * Takes one event of the provider: checked over its raw bytes, kept once, worked off by a job. Repeats are welcome and
 * change nothing.
 */
export async function receiveEvent(
  deps: Deps,
  account: Account,
  rawBody: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<void> {
  const event = deps.payments.verifyWebhook(account, rawBody, headers);
  if (!event) {
    deps.log.warn({ account, bytes: rawBody.length }, 'payment event refused: wrong signature');
    throw new AppError('wrong_credentials', { message: 'The signature is not right.' });
  }
  await deps.database.transaction(async (db) => {
    const id = await repository.insertEvent(db, deps.payments.name, event, deps.clock.now());
    if (id !== undefined) await deps.jobs.send(db, EVENT_QUEUE, { id });
  });
}

/** Works one event off; throws as long as it is worth another try. */
export async function processEvent(deps: Deps, id: number): Promise<void> {
  try {
    await deps.database.transaction((db) => applyEvent(systemContext(deps, db, `payment event ${id}`), id));
  } catch (error) {
    const status = await repository.noteFailure(deps.database, id, reasonOf(error), MAX_ATTEMPTS);
    if (status !== 'parked') throw error;
    deps.log.error({ err: error, event: id }, 'payment event parked');
  }
}

/** Hands events to the queue again whose job got lost. */
export async function requeueStale(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - STALE_MS);
  for (const { id } of await repository.listStale(deps.database, before)) {
    await deps.jobs.send(deps.database, EVENT_QUEUE, { id });
  }
}

/** Tries parked events again whose invoice is known by now. */
export async function reviveParked(deps: Deps): Promise<void> {
  await deps.database.transaction(async (db) => {
    for (const { id } of await repository.reviveParked(db, deps.payments.name)) {
      await deps.jobs.send(db, EVENT_QUEUE, { id });
    }
  });
}

export function systemContext(deps: Deps, db: Database, requestId: string): Context {
  return { actor: { kind: 'system' }, db, deps, requestId, address: '', tab: undefined };
}

async function applyEvent(ctx: Context, id: number): Promise<void> {
  const event = await repository.holdEvent(ctx.db, id);
  if (event?.status !== 'new') return;
  const { providerInvoiceId, payment } = payloadSchema.parse(event.payload);
  if (payment) {
    const invoiceId = providerInvoiceId
      ? await invoiceIdOfProvider(ctx.db, event.square_account, providerInvoiceId)
      : undefined;
    if (invoiceId === undefined) throw new Error(`no invoice here is ${providerInvoiceId ?? 'nameless'}`);
    await applyProviderPayment(ctx, invoiceId, payment, event.square_account);
  }
  await repository.markProcessed(ctx.db, id, ctx.deps.clock.now());
}
