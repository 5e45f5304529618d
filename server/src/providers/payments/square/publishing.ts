import { type InvoiceToPublish, PaymentError, type ProviderInvoice } from '#platform/ports/payments.ts';
import { deletedInvoice, readInvoice, save, toProviderInvoice } from './books.ts';
import { ensureDraft } from './drafting.ts';
import { dueDate } from './invoice-body.ts';
import { contentHash, stepKey } from './keys.ts';
import { ensureOrder } from './ordering.ts';
import * as repository from './repository.ts';
import { invoiceAnswer, type SquareInvoice } from './shapes.ts';
import { SquareError } from './square-error.ts';
import type { SquareTools } from './square-tools.ts';

/** How often the URL is requested that Square adds when an invoice is published. */
const MAX_URL_REQUESTS = 4;
const RETRY_INTERVAL_MS = 500;
const PAYABLE = ['UNPAID', 'SCHEDULED', 'PARTIALLY_PAID'];

/**
 * Order, draft, published invoice: each ID is stored as soon as it is known, and each call has its own key derived from the
 * publication's, so that a repeat continues where the last attempt stopped, however it ended.
 */
export async function publishInvoice(
  tools: SquareTools,
  invoice: InvoiceToPublish,
  step?: (name: 'order' | 'publish') => Promise<void>,
): Promise<ProviderInvoice> {
  const started = await start(tools, invoice);
  const ordered = await ensureOrder(tools, started, invoice);
  await step?.('order');
  const { row, invoiceId } = await ensureDraft(tools, ordered, invoice);
  if (row.status === 'DELETED') return deletedInvoice(row, invoiceId);
  const published = await ensurePublished(tools, row, invoiceId);
  if (!published) return deletedInvoice(row, invoiceId);
  await step?.('publish');
  return toProviderInvoice(tools, invoice.account, await withPublicUrl(tools, row, published));
}

async function start(tools: SquareTools, invoice: InvoiceToPublish): Promise<repository.InvoiceRow> {
  if (!(invoice.total_cents > 0)) throw new PaymentError('invalid', 'there is nothing to pay');
  const now = tools.clock.now();
  const row = await repository.startInvoice(tools.database, {
    account: invoice.account,
    idempotency_key: invoice.idempotencyKey,
    content_hash: contentHash(invoice),
    customer_id: invoice.customerId,
    due_date: dueDate(invoice.due_date, now, tools.timeZone),
    total_cents: invoice.total_cents,
    at: now,
  });
  if (row.content_hash !== contentHash(invoice)) {
    throw new PaymentError('key_reused', 'the key belongs to an invoice with other content');
  }
  return row;
}

/** Null when the draft was deleted meanwhile. */
async function ensurePublished(
  tools: SquareTools,
  row: repository.InvoiceRow,
  invoiceId: string,
): Promise<SquareInvoice | null> {
  if (row.status === 'DRAFT' && row.version !== null) {
    const published = await tryPublish(tools, row, invoiceId, row.version);
    if (published) return published;
  }
  const current = await readInvoice(tools, row.account, invoiceId, row);
  if (current?.status !== 'DRAFT') return current;
  const published = await tryPublish(tools, row, invoiceId, current.version);
  if (published) return published;
  throw new PaymentError('unavailable', 'the invoice is being changed at square');
}

/** Null when the version is stale, or the invoice is no longer a draft. */
async function tryPublish(
  tools: SquareTools,
  row: repository.InvoiceRow,
  invoiceId: string,
  version: number,
): Promise<SquareInvoice | null> {
  const keySuffix = version === 0 ? '' : String(version);
  const body = { version, idempotency_key: stepKey(row.idempotency_key, 'publish', keySuffix) };
  try {
    const path = ['v2', 'invoices', invoiceId, 'publish'];
    const { invoice } = await tools.clients[row.account].post(path, body, invoiceAnswer);
    await save(tools, row.id, invoice);
    return invoice;
  } catch (error) {
    if (!(error instanceof SquareError)) throw error;
    if (error.isStale || error.kind === 'not_found') return null;
    if (error.kind !== 'invalid') throw error;
    const current = await readInvoice(tools, row.account, invoiceId, row);
    if (current?.status === 'DRAFT') throw error;
    return current;
  }
}

/** The URL arrives with the publishing or moments later; without it no one can pay the invoice. */
async function withPublicUrl(
  tools: SquareTools,
  row: repository.InvoiceRow,
  published: SquareInvoice,
): Promise<SquareInvoice> {
  let invoice = published;
  for (let attempts = 1; ; attempts += 1) {
    if (invoice.public_url || !PAYABLE.includes(invoice.status)) return invoice;
    if (attempts >= MAX_URL_REQUESTS)
      throw new PaymentError('unavailable', 'the published invoice has no URL yet');
    if (attempts > 1) await tools.wait(RETRY_INTERVAL_MS);
    invoice = (await readInvoice(tools, row.account, invoice.id, row)) ?? invoice;
  }
}
