import { getInvoiceForUpdate, recordReconciled } from '#features/billing/invoice-store/change-invoice.ts';
import { accountOf, findInvoice } from '#features/billing/invoice-store/find-invoices.ts';
import { type Context, type Deps, systemContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { type Account, type InvoiceUpdate, PaymentError } from '#platform/ports/payments.ts';
import { applyUpdates } from './apply-provider-update.ts';
import * as queries from './queries.ts';

const DAY_MS = 86_400_000;
const RECENTLY_ENDED_DAYS = 7;
/** How long a seller can refund a payment, and how often to check whether they did. */
const REFUNDABLE_DAYS = 366;
const REFUNDS_EVERY_DAYS = 7;
/** Per hour; a provider limits its calls. */
const MAX_PER_RUN = 2000;
/** How many invoices of one account are compared at the same time. */
const CONCURRENCY = 2;
/** After this many calls in a row without a response the account's provider counts as down. */
const DOWN_AFTER = 3;
const FORMER_PROVIDER =
  'This invoice was published with the previous payment provider. Its payments can no longer be read from here.';

/**
 * Compares an invoice with the provider's books and applies what was missed. Calls the provider, so it opens its own
 * transaction; safe to repeat.
 */
export async function reconcileInvoice(ctx: Context, id: number): Promise<void> {
  const { database, payments: provider } = ctx.deps;
  const invoice = await findInvoice(database, id);
  const updates: InvoiceUpdate[] = [];
  for (const published of await queries.listPublished(database, provider.name, id)) {
    const update = await fetchUpdate(ctx.deps, accountOf(published), published.providerInvoiceId);
    if (update !== null) updates.push(update);
    // A cancelled publication that is gone does not block the others; the current one has to exist.
    else if (published.providerInvoiceId === invoice.square_invoice_id) {
      throw new AppError('provider_unavailable', { cause: unknownInvoiceError(published.providerInvoiceId) });
    }
  }
  if (updates.length === 0 && invoice.provider !== null && invoice.provider !== provider.name) {
    throw new AppError('former_provider', { message: FORMER_PROVIDER });
  }
  await database.transaction(async (db) => {
    const inside = { ...ctx, db };
    await applyUpdates(inside, await getInvoiceForUpdate(db, id), updates);
  });
}

/**
 * Compares invoices in turn, a few at a time and each account by itself. Failures are logged and left to the next hour; an
 * account whose provider does not answer is skipped for this hour.
 */
export async function reconcileOpenInvoices(deps: Deps): Promise<void> {
  const { database, clock } = deps;
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const times = {
    endedSince: daysAgo(RECENTLY_ENDED_DAYS),
    refundableSince: daysAgo(REFUNDABLE_DAYS),
    comparedBefore: daysAgo(REFUNDS_EVERY_DAYS),
  };
  const open = await queries.listToReconcile(database, deps.payments.name, times, MAX_PER_RUN);
  const accounts = new Set(open.map(({ square_account }) => square_account));
  await Promise.all(
    [...accounts].map((account) =>
      reconcileAccount(
        deps,
        account,
        open.filter(({ square_account }) => square_account === account),
      ),
    ),
  );
}

async function reconcileAccount(deps: Deps, account: string, open: { id: number }[]): Promise<void> {
  const { database, clock, log } = deps;
  const left = open.values();
  let failures = 0;
  const work = async () => {
    for (const { id } of left) {
      if (failures >= DOWN_AFTER) return;
      try {
        await reconcileInvoice(systemContext(deps, database, `reconcile invoice ${id}`), id);
        failures = 0;
      } catch (error) {
        failures = isUnavailable(error) ? failures + 1 : 0;
        log.warn({ err: error, invoice: id }, 'reconciling an invoice failed');
      }
      // An invoice that fails every time does not block the others.
      await recordReconciled(database, id, clock.now());
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (failures >= DOWN_AFTER)
    log.error({ account }, 'reconcile stopped: the payment provider does not answer');
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  return error.cause instanceof PaymentError && error.cause.kind === 'unavailable';
}

/** Null for what the provider does not know. */
async function fetchUpdate(
  deps: Deps,
  account: Account,
  providerInvoiceId: string,
): Promise<InvoiceUpdate | null> {
  try {
    const { status, version } = await deps.payments.getInvoice(account, providerInvoiceId);
    const payments = await deps.payments.listPayments(account, providerInvoiceId);
    return { account, providerInvoiceId, status, version, payments };
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'not_found') return null;
    if (error instanceof PaymentError) throw new AppError('provider_unavailable', { cause: error });
    throw error;
  }
}

function unknownInvoiceError(providerInvoiceId: string): PaymentError {
  return new PaymentError('not_found', `the provider does not know ${providerInvoiceId}`);
}
