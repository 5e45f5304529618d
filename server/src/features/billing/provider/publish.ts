import type { LINK_STEPS } from '@ledgerline/contract/invoices/endpoints';
import { invoiceActionAllowed, invoiceHasContact } from '@ledgerline/contract/rules';
import {
  changeInvoice,
  findLines,
  getInvoiceForUpdate,
  type InvoiceRecord,
  publishInvoiceEvent,
} from '#features/billing/invoice-store/change-invoice.ts';
import { accountOf, findInvoice } from '#features/billing/invoice-store/find-invoices.ts';
import { isStopped } from '#features/billing/transactions/rules.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import {
  type InvoiceToPublish,
  PaymentError,
  type ProviderInvoice,
  TotalDiffers,
} from '#platform/ports/payments.ts';
import { type Content, cancelRetired, toProvider } from './cancel.ts';
import { addressFor, PUBLICATIONS_QUEUE, publishWithoutProvider } from './pay-address.ts';
import * as repository from './repository.ts';
import { toRequested, totalDiffersMessage } from './rules.ts';

export { PUBLICATIONS_QUEUE, publishWithoutProvider, requestPublication } from './pay-address.ts';
export {
  countActive,
  countPublications,
  deletePublications,
  findKnownInvoices,
  findRejectedAt,
} from './repository.ts';

const LINK_FAILED = 'Failed to generate payment link';

/**
 * Creates the invoice's payment link with the provider of its account, once however often it is requested; the status stays
 * (decisions K21). No transaction is open during provider calls.
 */
export async function publishInvoice(
  ctx: Context,
  id: number,
  { isRepublish = false }: { isRepublish?: boolean } = {},
): Promise<InvoiceRecord> {
  const row = await findInvoice(ctx.deps.database, id);
  assertPublishable(row, isRepublish);
  assertCurrentProvider(ctx, row);
  if (row.square_public_url !== null) return row;
  if (row.total_cents === 0) return inTransaction(ctx, (inside) => publishWithoutProvider(inside, id));
  if (!(await withProviderErrors(() => cancelRetired(ctx, id)))) throw new AppError('payment_processing');
  const customerId = await customerOf(ctx, row);
  await publishStep(ctx, id, 'customer');
  const planned = await inTransaction(ctx, (inside) =>
    planPublication(inside, id, { customerId, isRepublish }),
  );
  // A publication started with other content may exist already: it is closed before another one is requested.
  if (planned === 'outdated') return publishInvoice(ctx, id, { isRepublish });
  if (planned === null) return findInvoice(ctx.deps.database, id);
  const published = await publish(ctx, planned);
  const saved = await inTransaction(ctx, (inside) => savePublished(inside, planned, published));
  await publishStep(ctx, id, 'url');
  return saved;
}

/** The current provider knows nothing about invoices of another one. */
export function assertCurrentProvider({ deps }: Context, row: InvoiceRecord): void {
  if (row.square_invoice_id === null || row.provider === null || row.provider === deps.payments.name) return;
  throw new AppError('former_provider', {
    message: 'This invoice was published with the previous payment provider. Void it and create a new one.',
  });
}

/**
 * The error that explains why an invoice can neither be sent nor have a link (1§4, 1§5). If its address was issued already,
 * that keeps working (decisions O7).
 */
export function assertPublishable(row: InvoiceRecord, isRepublish = false): void {
  if (!invoiceActionAllowed({ status: row.status, action: 'send' })) {
    throw new AppError('wrong_state', { message: `A ${row.status} invoice cannot be sent.` });
  }
  if (!isRepublish && !invoiceHasContact(row)) throw new AppError('contact_required');
}

/**
 * Marks everything the invoice has with a provider for cancellation; a job completes it if this server does not. Returns
 * the invoice without its publication, or null if there was nothing.
 */
export async function retirePublications(
  ctx: Context,
  id: number,
  { republish }: { republish: boolean },
): Promise<InvoiceRecord | null> {
  const retired = await repository.retirePublications(ctx.db, id, ctx.deps.clock.now());
  if (retired === 0) return null;
  const row = await changeInvoice(ctx.db, id, {
    square_invoice_id: null,
    square_public_url: null,
    provider_status: null,
    provider_version: null,
  });
  await ctx.deps.jobs.send(ctx.db, PUBLICATIONS_QUEUE, { id, republish });
  return row;
}

/** Whether a publication failed only because the provider is unavailable: it can be repeated. */
export const isProviderUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof PaymentError && error.cause.kind === 'unavailable';

/** Maps a provider's rejection to one of our errors; the provider's own message goes to the log. */
async function withProviderErrors<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error instanceof TotalDiffers) {
      const message = totalDiffersMessage(error);
      throw new AppError('total_differs', { message, cause: error });
    }
    throw new AppError('provider_unavailable', { message: LINK_FAILED, cause: error });
  }
}

async function customerOf(ctx: Context, row: InvoiceRecord): Promise<string> {
  const { payments, database } = ctx.deps;
  const account = accountOf(row);
  const key = { client_id: row.customer_id, provider: payments.name, square_account: account };
  const known = await repository.findCustomer(database, key);
  if (known !== undefined) return known;
  const customer_id = await withProviderErrors(() =>
    payments.ensureCustomer(
      account,
      {
        reference: String(row.customer_id),
        name: row.full_name ?? '',
        email: row.email,
        phone: row.phone,
      },
      `customer-${row.customer_id}-${account}`,
    ),
  );
  await repository.saveCustomer(database, { ...key, customer_id });
  return (await repository.findCustomer(database, key)) ?? customer_id;
}

/** Stores what will be published, and with it the key, before the provider is called. Null when it is published already. */
async function planPublication(
  ctx: Context,
  id: number,
  { customerId, isRepublish }: { customerId: string; isRepublish: boolean },
): Promise<repository.Publication | 'outdated' | null> {
  const row = await getInvoiceForUpdate(ctx.db, id);
  assertPublishable(row, isRepublish);
  if (row.square_public_url !== null) return null;
  const content = await contentOf(ctx, row, customerId);
  const planned = await repository.resumePlanned(ctx.db, id, content, ctx.deps.clock.now());
  if (planned) return planned;
  if (await retirePublications(ctx, id, { republish: false })) return 'outdated';
  return repository.insertPublication(ctx.db, {
    invoice_id: id,
    provider: ctx.deps.payments.name,
    square_account: row.square_account,
    content,
    at: ctx.deps.clock.now(),
  });
}

async function contentOf(ctx: Context, row: InvoiceRecord, customerId: string): Promise<Content> {
  const lines = await findLines(ctx.db, row.id);
  return {
    account: accountOf(row),
    customerId,
    reference: row.external_ref,
    title: row.title,
    description: row.description,
    due_date: row.due_date,
    ...toRequested(ctx.deps.payments, { ...row, lines }),
  };
}

async function publish(ctx: Context, publication: repository.Publication): Promise<ProviderInvoice> {
  const toPublish = toProvider(publication);
  const published = await withProviderErrors(() => publishOrReject(ctx, publication, toPublish));
  if (isStopped(published.status)) return endStopped(ctx, publication, published);
  if (published.total_cents === toPublish.total_cents) return published;
  await inTransaction(ctx, (inside) =>
    retirePublications(inside, publication.invoice_id, { republish: false }),
  );
  await cancelRetired(ctx, publication.invoice_id);
  const sums = { theirs_cents: published.total_cents, ours_cents: toPublish.total_cents };
  throw new AppError('total_differs', { message: totalDiffersMessage(sums) });
}

/**
 * An invoice that ended at the provider before it had a link is unusable: this publication is over, and the next attempt
 * starts a new one.
 */
async function endStopped(
  ctx: Context,
  { id, invoice_id }: repository.Publication,
  { status, providerInvoiceId }: ProviderInvoice,
): Promise<never> {
  await inTransaction(ctx, async ({ db, deps }) => {
    if ((await repository.lockPublication(db, id))?.status !== 'planned') return;
    const at = deps.clock.now();
    await repository.changePublication(db, id, {
      status: 'cancelled',
      at,
      provider_invoice_id: providerInvoiceId,
    });
  });
  const cause = new Error(
    `invoice ${invoice_id} was ${status} at the provider while its link was being created`,
  );
  throw new AppError('provider_unavailable', { message: LINK_FAILED, cause });
}

/**
 * If the provider's total differs from ours, nothing is published: this publication is over, and the next attempt starts a
 * new one.
 */
async function publishOrReject(
  ctx: Context,
  { id, invoice_id }: repository.Publication,
  toPublish: InvoiceToPublish,
): Promise<ProviderInvoice> {
  const { payments, database, clock } = ctx.deps;
  try {
    return await payments.publishInvoice(toPublish, (name) => publishStep(ctx, invoice_id, name));
  } catch (error) {
    if (error instanceof TotalDiffers) {
      const rejected = { status: 'refused', at: clock.now(), error: error.message };
      await repository.changePublication(database, id, rejected);
    }
    // The seller may have deleted or merged its customer: the next attempt requests one again.
    if (error instanceof PaymentError && error.kind === 'not_found') {
      await repository.deleteCustomer(database, payments.name, toPublish);
    }
    throw error;
  }
}

async function savePublished(
  ctx: Context,
  planned: repository.Publication,
  published: ProviderInvoice,
): Promise<InvoiceRecord> {
  const { invoice_id: id } = planned;
  const row = await getInvoiceForUpdate(ctx.db, id);
  const publication = await repository.lockPublication(ctx.db, planned.id);
  if (publication?.status === 'published') return row;
  if (publication?.status !== 'planned') {
    throw new AppError('conflict', {
      message: 'The invoice was changed while its payment link was being created.',
    });
  }
  const { pay_token, square_public_url } = addressFor(row);
  const found = { provider_invoice_id: published.providerInvoiceId, public_url: square_public_url };
  const now = ctx.deps.clock.now();
  await repository.changePublication(ctx.db, planned.id, { status: 'published', at: now, ...found });
  const saved = await changeInvoice(ctx.db, id, {
    square_invoice_id: published.providerInvoiceId,
    square_public_url,
    pay_token,
    provider: ctx.deps.payments.name,
    provider_status: published.status,
    provider_version: published.version,
    updated_at: now,
  });
  await auditAction(ctx, 'published', 'invoice', id, {
    field: 'square_invoice_id',
    old_value: row.square_invoice_id,
    new_value: published.providerInvoiceId,
  });
  await publishInvoiceEvent(ctx, 'updated', id);
  // Money arrived in the meantime: the published amount is too high, and a job creates another page.
  const { total_cents } = toRequested(ctx.deps.payments, { ...row, lines: [] });
  if (published.total_cents === total_cents) return saved;
  return (await retirePublications(ctx, id, { republish: true })) ?? saved;
}

/** Progress for the dialog. The event has no tab id, because the tab that sent the request is the one that waits for it. */
function publishStep(ctx: Context, id: number, step: (typeof LINK_STEPS)[number]): Promise<void> {
  return publishLiveEvent(
    { ...ctx, db: ctx.deps.database, tab: undefined },
    {
      kind: 'invoices',
      action: 'updated',
      ids: [id],
      fields: [`link:${step}`],
    },
  );
}

function inTransaction<T>(ctx: Context, work: (inside: Context) => Promise<T>): Promise<T> {
  return ctx.deps.database.transaction((db) => work({ ...ctx, db }));
}
