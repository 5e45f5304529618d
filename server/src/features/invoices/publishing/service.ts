import type { LINK_STEPS } from '@ledgerline/contract/invoices/endpoints';
import { invoiceActionAllowed, invoiceHasContact } from '@ledgerline/contract/rules';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Context, Deps } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { announce } from '#platform/live.ts';
import { type InvoiceToPublish, PaymentError, type ProviderInvoice } from '#providers/payments/port.ts';
import { changeInvoice, findLines, type InvoiceRecord } from '../repository.ts';
import { accountOf, findInvoice, holdInvoice, tellInvoice } from '../service.ts';
import * as repository from './repository.ts';

/** Takes back what was published and is no longer asked for, and publishes anew what was. */
export const PUBLICATIONS_QUEUE = 'invoice-publications';

const LINK_FAILED = 'Failed to generate payment link';
const TOTAL_DIFFERS = 'The payment provider came to another total, so the invoice was not published.';
const CONTACT_REQUIRED =
  'Contact Information Required: please add an email address or a phone number to this invoice.';

type Content = Omit<InvoiceToPublish, 'idempotencyKey'>;

/**
 * Makes the invoice's payment link with the provider of its account, once however often it is asked for; the status stays
 * (K21). No transaction is open while the provider works.
 */
export async function publishInvoice(ctx: Context, id: number): Promise<InvoiceRecord> {
  const row = await findInvoice(ctx.deps.database, id);
  refuseUnpublishable(row);
  if (row.square_public_url !== null) return row;
  const customerId = await customerOf(ctx, row);
  await tellStep(ctx, id, 'customer');
  const planned = await inTransaction(ctx, (inside) => plan(inside, id, customerId));
  if (planned === null) return findInvoice(ctx.deps.database, id);
  const published = await publish(ctx, planned);
  const kept = await inTransaction(ctx, (inside) => keep(inside, planned, published));
  await tellStep(ctx, id, 'url');
  return kept;
}

/** Why an invoice can neither be sent nor have a link, as an error (1§4, 1§5). */
export function refuseUnpublishable(row: InvoiceRecord): void {
  if (!invoiceActionAllowed({ status: row.status, action: 'send' })) {
    throw new AppError('wrong_state', { message: `A ${row.status} invoice cannot be sent.` });
  }
  if (!invoiceHasContact(row)) throw new AppError('wrong_state', { message: CONTACT_REQUIRED });
}

/** Marks everything the invoice has with a provider as to be cancelled; a job does it should this server not. */
export async function retirePublications(
  ctx: Context,
  id: number,
  { republish }: { republish: boolean },
): Promise<void> {
  const retired = await repository.retirePublications(ctx.db, id, ctx.deps.clock.now());
  if (retired === 0) return;
  await changeInvoice(ctx.db, id, {
    square_invoice_id: null,
    square_public_url: null,
    provider_status: null,
  });
  await ctx.deps.jobs.send(ctx.db, PUBLICATIONS_QUEUE, { id, republish });
}

/** Cancels with the provider what was retired. Safe to repeat and to run twice at once. */
export async function cancelRetired(ctx: Context, id: number): Promise<void> {
  for (const publication of await repository.findCancelling(ctx.deps.database, id)) {
    await cancel(ctx, publication);
  }
}

/**
 * What an edit or a void leaves to do with the provider: the old invoice cancelled and, where it had been published, the
 * new one published. Right after the act; what fails is left to the job.
 */
export async function settleWithProvider(ctx: Context, id: number): Promise<void> {
  try {
    await cancelRetired(ctx, id);
    if (await repository.wasPublished(ctx.deps.database, id)) await publishAnew(ctx, id);
  } catch (error) {
    ctx.deps.log.warn({ err: error, invoice: id }, 'what is left with the provider is left to the job');
  }
}

/** For the job: a link that existed exists again, unless the invoice is closed or has nobody to go to. */
export async function publishAnew(ctx: Context, id: number): Promise<void> {
  const row = await findInvoice(ctx.deps.database, id);
  const isOpen = invoiceActionAllowed({ status: row.status, action: 'send' });
  if (isOpen && invoiceHasContact(row)) await publishInvoice(ctx, id);
}

/** What a provider refuses, in the words of our errors; its own words are for the log. */
export async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.kind === 'total_differs') {
      throw new AppError('wrong_state', { message: TOTAL_DIFFERS, cause: error });
    }
    throw new AppError('provider_unavailable', { message: LINK_FAILED, cause: error });
  }
}

async function customerOf(ctx: Context, row: InvoiceRecord): Promise<string> {
  const { payments, database } = ctx.deps;
  const account = accountOf(row);
  const place = { client_id: row.customer_id, provider: payments.name, square_account: account };
  const known = await repository.findCustomer(database, place);
  if (known !== undefined) return known;
  const customer_id = await asked(() =>
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
  await repository.keepCustomer(database, { ...place, customer_id });
  return (await repository.findCustomer(database, place)) ?? customer_id;
}

/** Keeps what will be published, and with it the key, before the provider is asked; null when it is published already. */
async function plan(ctx: Context, id: number, customerId: string): Promise<repository.Publication | null> {
  const row = await holdInvoice(ctx.db, id);
  refuseUnpublishable(row);
  if (row.square_public_url !== null) return null;
  const content = await contentOf(ctx, row, customerId);
  const planned = await repository.findPlanned(ctx.db, id, content);
  if (planned) return planned;
  await retirePublications(ctx, id, { republish: false });
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
    lines,
    tax_rate: row.is_tax_enabled ? row.tax_rate : 0,
    tax_cents: row.tax_cents,
    total_cents: row.total_cents,
    due_date: row.due_date,
  };
}

async function publish(ctx: Context, publication: repository.Publication): Promise<ProviderInvoice> {
  const toPublish = toProvider(publication);
  const published = await asked(() =>
    ctx.deps.payments.publishInvoice(toPublish, (name) => tellStep(ctx, publication.invoice_id, name)),
  );
  if (published.total_cents === toPublish.total_cents) return published;
  await inTransaction(ctx, (inside) =>
    retirePublications(inside, publication.invoice_id, { republish: false }),
  );
  await cancelRetired(ctx, publication.invoice_id);
  throw new AppError('wrong_state', { message: TOTAL_DIFFERS });
}

async function keep(
  ctx: Context,
  planned: repository.Publication,
  published: ProviderInvoice,
): Promise<InvoiceRecord> {
  const { invoice_id: id } = planned;
  const row = await holdInvoice(ctx.db, id);
  const publication = await repository.lockPublication(ctx.db, planned.id);
  if (publication?.status === 'published') return row;
  if (publication?.status !== 'planned') {
    throw new AppError('conflict', { message: 'The invoice was changed while its link was being made.' });
  }
  const found = { provider_invoice_id: published.providerInvoiceId, public_url: published.publicUrl };
  const now = ctx.deps.clock.now();
  await repository.changePublication(ctx.db, planned.id, { status: 'published', at: now, ...found });
  const kept = await changeInvoice(ctx.db, id, {
    square_invoice_id: published.providerInvoiceId,
    square_public_url: published.publicUrl,
    provider: ctx.deps.payments.name,
    provider_status: published.status,
    updated_at: now,
  });
  await writeAudit(ctx, [
    {
      action: 'published',
      entity: 'invoice',
      entity_id: id,
      field: 'square_invoice_id',
      old_value: row.square_invoice_id,
      new_value: published.providerInvoiceId,
    },
  ]);
  await tellInvoice(ctx, 'updated', id);
  return kept;
}

async function cancel(ctx: Context, publication: repository.Publication): Promise<void> {
  const { payments, database, clock } = ctx.deps;
  const toPublish = toProvider(publication);
  const { account, idempotencyKey } = toPublish;
  let providerInvoiceId = publication.provider_invoice_id ?? undefined;
  try {
    // A call whose answer was lost may have published: the same key tells which invoice that is.
    providerInvoiceId ??= (await payments.publishInvoice(toPublish)).providerInvoiceId;
    await payments.cancelInvoice(account, providerInvoiceId, `cancel-${idempotencyKey}`);
    await repository.changePublication(database, publication.id, {
      status: 'cancelled',
      at: clock.now(),
      provider_invoice_id: providerInvoiceId,
    });
  } catch (error) {
    if (!(error instanceof PaymentError) || error.kind === 'unavailable') throw error;
    ctx.deps.log.error({ err: error, invoice: publication.invoice_id }, 'the provider keeps a void invoice');
    await repository.changePublication(database, publication.id, {
      status: 'refused',
      at: clock.now(),
      error: error.message,
      provider_invoice_id: providerInvoiceId,
    });
  }
}

function toProvider(publication: repository.Publication): InvoiceToPublish {
  const content: Content = JSON.parse(JSON.stringify(publication.content));
  const idempotencyKey = `invoice-${publication.id}-${publication.created_at.getTime()}`;
  return { ...content, idempotencyKey };
}

/** Progress for the dialog; without the tab, since it is the asking one that waits for it. */
function tellStep(ctx: Context, id: number, step: (typeof LINK_STEPS)[number]): Promise<void> {
  const agent_id = ctx.actor.kind === 'agent' ? ctx.actor.id : null;
  return announce(ctx.deps.database, {
    kind: 'invoices',
    action: 'updated',
    ids: [id],
    fields: [`link:${step}`],
    agent_id,
  });
}

function inTransaction<T>(ctx: Context, work: (inside: Context) => Promise<T>): Promise<T> {
  return ctx.deps.database.transaction((db) => work({ ...ctx, db }));
}

const STALLED_MS = 5 * 60_000;
const MOST_STALLED = 200;

/** Invoices whose old publication nobody took back for minutes. */
export function stalledInvoices(deps: Deps): Promise<number[]> {
  const before = new Date(deps.clock.now().getTime() - STALLED_MS);
  return repository.findStalled(deps.database, before, MOST_STALLED);
}
