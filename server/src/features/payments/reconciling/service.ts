import { accountOf, findInvoice } from '#features/invoices/service.ts';
import type { Context, Deps } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { type Account, PaymentError, type ProviderPayment } from '#providers/payments/port.ts';
import { systemContext } from '../inbox/service.ts';
import { storeProviderStatus } from '../repository.ts';
import { applyProviderPayment, settleInvoice } from '../settling/service.ts';
import * as repository from './repository.ts';

const ENDED_LATELY_MS = 7 * 86_400_000;
/** Per hour; a provider allows only so many calls. */
const MOST_AT_ONCE = 2000;

/**
 * Compares an invoice with the provider's books and takes over what was missed. Calls the provider, so it opens its
 * transaction itself; safe to repeat.
 */
export async function reconcileInvoice(ctx: Context, id: number): Promise<void> {
  const { database, payments: provider } = ctx.deps;
  await findInvoice(database, id);
  const told: Told[] = [];
  for (const published of await repository.listPublished(database, provider.name, id)) {
    told.push(await askProvider(ctx.deps, accountOf(published), published.providerInvoiceId));
  }
  await database.transaction(async (db) => {
    const inside = { ...ctx, db };
    for (const { account, providerInvoiceId, status, payments } of told) {
      for (const payment of payments) await applyProviderPayment(inside, id, payment, account);
      await storeProviderStatus(db, id, providerInvoiceId, status);
    }
    await settleInvoice(inside, id);
  });
}

/** One after the other; what fails is logged and left to the next hour. */
export async function reconcileOpenInvoices(deps: Deps): Promise<void> {
  const { database, clock, log } = deps;
  const since = new Date(clock.now().getTime() - ENDED_LATELY_MS);
  const open = await repository.listToReconcile(database, deps.payments.name, since, MOST_AT_ONCE);
  for (const { id } of open) {
    try {
      await reconcileInvoice(systemContext(deps, database, `reconcile invoice ${id}`), id);
    } catch (error) {
      log.warn({ err: error, invoice: id }, 'invoice not reconciled');
    }
  }
}

interface Told {
  account: Account;
  providerInvoiceId: string;
  status: string;
  payments: ProviderPayment[];
}

async function askProvider(deps: Deps, account: Account, providerInvoiceId: string): Promise<Told> {
  try {
    const { status } = await deps.payments.getInvoice(account, providerInvoiceId);
    const payments = await deps.payments.listPayments(account, providerInvoiceId);
    return { account, providerInvoiceId, status, payments };
  } catch (error) {
    if (error instanceof PaymentError) throw new AppError('provider_unavailable', { cause: error });
    throw error;
  }
}
