import { getInvoiceForUpdate, publishInvoiceEvent } from '#features/billing/invoice-store/change-invoice.ts';
import { bookPayments } from '#features/billing/transactions/book-payments.ts';
import type { Context, Deps } from '#platform/context.ts';
import {
  type Account,
  type InvoiceToPublish,
  PaymentError,
  type ProviderPayment,
} from '#platform/ports/payments.ts';
import * as repository from './repository.ts';

export type Content = Omit<InvoiceToPublish, 'idempotencyKey'>;

/** Statuses in which an invoice can no longer be paid; for partially_refunded this is an assumption (decision 022). */
const FINAL_STATUSES = ['paid', 'partially_refunded', 'refunded', 'cancelled', 'failed'];
const STALLED_MS = 5 * 60_000;
const MAX_STALLED = 200;
/** The job of the use case retries for some minutes, then the scheduled job does; after a day, agents have to act. */
const WAITING_MS = 15 * 60_000;
export const GIVE_UP_AFTER_MS = 86_400_000;
/** The caller that started publishing has received the error by then, and would have retried. */
const ABANDONED_MS = 3_600_000;

/**
 * Cancels the retired publications with the provider. False when something remains because a payment is pending on it. Safe
 * to repeat and to run concurrently.
 */
export async function cancelRetired(ctx: Context, id: number): Promise<boolean> {
  const { database, payments } = ctx.deps;
  let isAllCancelled = true;
  for (const publication of await repository.findCancelling(database, payments.name, id)) {
    isAllCancelled = (await cancel(ctx, publication)) && isAllCancelled;
  }
  return isAllCancelled;
}

/**
 * Invoices whose old publication has been waiting for minutes, or whose new one was started and abandoned (a call whose
 * response was lost may have published it), then those that wait for a new one.
 */
export async function stalledInvoices({ database, payments, clock }: Deps): Promise<number[]> {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  await repository.retireAbandoned(database, payments.name, ago(ABANDONED_MS));
  const stalled = await repository.findStalled(database, payments.name, ago(STALLED_MS), MAX_STALLED);
  const times = { since: ago(GIVE_UP_AFTER_MS), before: ago(WAITING_MS) };
  const waiting = await repository.findWithoutPage(database, payments.name, times, MAX_STALLED);
  return [...new Set([...stalled, ...waiting])];
}

/** Moves it behind the others for the next run. */
export function recordCancelAttempt({ database, payments, clock }: Deps, id: number): Promise<void> {
  return repository.recordCancelAttempt(database, payments.name, id, clock.now());
}

/** The content that the provider is or was asked to publish. */
export function toProvider(publication: repository.Publication): InvoiceToPublish {
  const content: Content = JSON.parse(JSON.stringify(publication.content));
  const idempotencyKey = `invoice-${publication.id}-${publication.created_at.getTime()}`;
  return { ...content, idempotencyKey };
}

async function cancel(ctx: Context, publication: repository.Publication): Promise<boolean> {
  const { database, clock } = ctx.deps;
  const { account } = toProvider(publication);
  if (await wasNeverPublished(ctx, publication)) {
    await repository.changePublication(database, publication.id, { status: 'cancelled', at: clock.now() });
    return true;
  }
  const { providerInvoiceId, error, isPaying } = await endAtProvider(ctx, publication);
  if (isPaying) return false;
  // Payments made there before it was closed are booked before anything else is requested, whether or not their events have arrived.
  const paid = providerInvoiceId === undefined ? [] : await paymentsOf(ctx, account, providerInvoiceId);
  await database.transaction(async (db) => {
    if (paid.length > 0) await bookPaid({ ...ctx, db }, publication.invoice_id, paid, account);
    await repository.changePublication(db, publication.id, {
      status: error ? 'refused' : 'cancelled',
      at: clock.now(),
      ...(error ? { error: error.message } : {}),
      ...(providerInvoiceId === undefined ? {} : { provider_invoice_id: providerInvoiceId }),
    });
  });
  return true;
}

async function bookPaid(
  ctx: Context,
  id: number,
  paid: readonly ProviderPayment[],
  account: Account,
): Promise<void> {
  const locked = await getInvoiceForUpdate(ctx.db, id);
  const { invoice, booked } = await bookPayments(ctx, locked, paid, account);
  if (booked.length > 0 || invoice !== locked) await publishInvoiceEvent(ctx, 'updated', id);
}

/**
 * Whether an abandoned publication never reached the provider because it was unavailable. True only for old ones, since a
 * call in progress may reach it at any moment.
 */
async function wasNeverPublished({ deps }: Context, publication: repository.Publication): Promise<boolean> {
  const { payments, clock } = deps;
  if (publication.provider_invoice_id !== null) return false;
  if (clock.now().getTime() - publication.updated_at.getTime() < ABANDONED_MS) return false;
  const { idempotencyKey, account } = toProvider(publication);
  return !(await payments.mayExist(idempotencyKey, account));
}

interface Ended {
  providerInvoiceId: string | undefined;
  /** Why the provider refuses to cancel. */
  error?: PaymentError;
  /** While a payment is pending nothing can be cancelled: the scheduled job tries again. */
  isPaying?: boolean;
}

async function endAtProvider(ctx: Context, publication: repository.Publication): Promise<Ended> {
  const { payments } = ctx.deps;
  const toPublish = toProvider(publication);
  const { account, idempotencyKey } = toPublish;
  let providerInvoiceId = publication.provider_invoice_id ?? undefined;
  try {
    // A call whose response was lost may have published: the same key identifies that invoice.
    providerInvoiceId ??= (await payments.publishInvoice(toPublish)).providerInvoiceId;
    await payments.cancelInvoice(account, providerInvoiceId, `cancel-${idempotencyKey}`);
    return { providerInvoiceId };
  } catch (error) {
    if (!(error instanceof PaymentError) || error.kind === 'unavailable') throw error;
    const status = error.kind === 'not_found' ? null : await statusOf(ctx, account, providerInvoiceId);
    if (status === 'processing') return { providerInvoiceId, isPaying: true };
    // It can still be paid: nothing else may be requested until it is closed.
    if (status !== null && !FINAL_STATUSES.includes(status)) throw error;
    ctx.deps.log.error(
      { err: error, invoice: publication.invoice_id },
      'the provider refuses to cancel a void invoice',
    );
    return { providerInvoiceId, error };
  }
}

/** Null where the provider no longer knows the invoice. */
async function paymentsOf(
  { deps }: Context,
  account: Account,
  providerInvoiceId: string,
): Promise<ProviderPayment[]> {
  try {
    return await deps.payments.listPayments(account, providerInvoiceId);
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'not_found') return [];
    throw error;
  }
}

/** Null where nothing was published. */
async function statusOf(
  { deps }: Context,
  account: Account,
  providerInvoiceId: string | undefined,
): Promise<string | null> {
  if (providerInvoiceId === undefined) return null;
  return (await deps.payments.getInvoice(account, providerInvoiceId)).status;
}
