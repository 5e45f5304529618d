import {
  type Account,
  PaymentError,
  type ProviderInvoice,
  type ProviderPayment,
} from '#platform/ports/payments.ts';
import type { SquareAccount } from './accounts.ts';
import * as repository from './repository.ts';
import {
  invoiceAnswer,
  orderAnswer,
  paymentAnswer,
  paymentsAnswer,
  refundAnswer,
  type SquareInvoice,
  type SquarePayment,
  type SquareRefund,
} from './shapes.ts';
import type { SquareTools } from './square-tools.ts';
import { invoiceStatus, invoiceSums, toPayment, toRefund } from './translate.ts';

/** The current invoice at Square. */
export async function getInvoice(
  tools: SquareTools,
  account: Account,
  invoiceId: string,
): Promise<ProviderInvoice> {
  const row = await repository.findByInvoice(tools.database, account, invoiceId);
  if (row?.status === 'DELETED') return deletedInvoice(row, invoiceId);
  const invoice = await readInvoice(tools, account, invoiceId, row);
  return invoice ? toProviderInvoice(tools, account, invoice) : deletedInvoice(row, invoiceId);
}

export async function toProviderInvoice(
  tools: SquareTools,
  account: Account,
  invoice: SquareInvoice,
): Promise<ProviderInvoice> {
  const sums = invoiceSums(invoice);
  return {
    providerInvoiceId: invoice.id,
    account,
    status: invoiceStatus(invoice.status, tools.reportUnknown),
    version: invoice.version,
    ...sums,
    refunded_cents: await refundedCents(tools, account, invoice, sums.paid_cents),
    publicUrl: invoice.public_url ?? '',
  };
}

/** The invoice of a draft that no longer exists, as cancelled: no one ever saw or paid it. */
export function deletedInvoice(row: repository.InvoiceRow | undefined, invoiceId: string): ProviderInvoice {
  if (!row) throw new PaymentError('not_found', `there is no invoice ${invoiceId}`);
  return {
    providerInvoiceId: invoiceId,
    account: row.account,
    status: 'cancelled',
    version: row.version,
    total_cents: row.total_cents,
    paid_cents: 0,
    refunded_cents: 0,
    publicUrl: '',
  };
}

/** An invoice does not contain its refunds; they are requested only when there may be some. */
async function refundedCents(
  tools: SquareTools,
  account: Account,
  { id, status }: SquareInvoice,
  paid_cents: number,
): Promise<number> {
  const mayHave = status.includes('REFUND') || (status === 'CANCELED' && paid_cents > 0);
  if (!mayHave) return 0;
  const payments = await listPayments(tools, account, id);
  return payments
    .filter(({ kind, status: state }) => kind === 'refund' && state === 'completed')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

const MAX_PAGES = 20;

/** Every payment and refund of the invoice's order, and of no other, oldest first. */
export async function listPayments(
  tools: SquareTools,
  account: Account,
  invoiceId: string,
): Promise<ProviderPayment[]> {
  const row = await repository.findByInvoice(tools.database, account, invoiceId);
  if (row?.status === 'DELETED') return [];
  const orderId = row?.order_id ?? (await orderOf(tools, account, invoiceId));
  const seen = await repository.listSeen(tools.database, account, orderId);
  const payments = await readPayments(tools, account, orderId, seen, row);
  const refunds = await readRefunds(tools, account, payments, seen);
  await remember(tools, account, orderId, payments, refunds);
  return inOrder(tools, payments, refunds);
}

async function orderOf(tools: SquareTools, account: Account, invoiceId: string): Promise<string> {
  const invoice = await readInvoice(tools, account, invoiceId, undefined);
  if (!invoice?.order_id) throw new PaymentError('not_found', `invoice ${invoiceId} has no order`);
  return invoice.order_id;
}

async function readPayments(
  tools: SquareTools,
  account: Account,
  orderId: string,
  seen: readonly repository.SeenPayment[],
  row: repository.InvoiceRow | undefined,
): Promise<SquarePayment[]> {
  const square = tools.clients[account];
  const { order } = await square.get(['v2', 'orders', orderId], orderAnswer);
  const ids = new Set(seen.filter((each) => each.refund_of === null).map((each) => each.provider_payment_id));
  for (const { payment_id, id } of order.tenders ?? []) {
    const paymentId = payment_id ?? id;
    if (paymentId) ids.add(paymentId);
  }
  const read = await Promise.all(
    [...ids].map(async (id) => (await named(square.get(['v2', 'payments', id], paymentAnswer))).payment),
  );
  const payments = read.filter((payment) => payment.order_id === orderId);
  if (!row?.invoice_id || order.state !== 'OPEN' || payments.some(isPending)) return payments;
  const invoice = await readInvoice(tools, account, row.invoice_id, row);
  if (invoice?.status !== 'PAYMENT_PENDING') return payments;
  return [...payments, ...(await searchOthers(tools, row, orderId, payments))];
}

/**
 * Fails a request for a payment that Square lists but cannot find, so that it is retried: as `not_found`, it would count as an
 * unknown invoice, and the other payments would be lost.
 */
async function named<Answer>(pending: Promise<Answer>): Promise<Answer> {
  try {
    return await pending;
  } catch (error) {
    if (!(error instanceof PaymentError) || error.kind !== 'not_found') throw error;
    throw new PaymentError('unavailable', 'square lists a payment that it cannot find', { cause: error });
  }
}

const isPending = ({ status }: SquarePayment) => status === 'PENDING' || status === 'APPROVED';

/** Searches for a pending bank transfer whose event never arrived and that is not a tender of the order yet. */
async function searchOthers(
  tools: SquareTools,
  row: repository.InvoiceRow,
  orderId: string,
  known: readonly SquarePayment[],
): Promise<SquarePayment[]> {
  const square = tools.clients[row.account];
  const found: SquarePayment[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = {
      location_id: square.account.locationId,
      begin_time: row.created_at.toISOString(),
      sort_order: 'DESC',
      limit: '100',
      ...(cursor ? { cursor } : {}),
    };
    const answer = await square.get(['v2', 'payments'], paymentsAnswer, query);
    found.push(...(answer.payments ?? []).filter((payment) => payment.order_id === orderId));
    cursor = answer.cursor;
    if (!cursor || found.some(isPending)) break;
  }
  return found.filter(({ id }) => !known.some((payment) => payment.id === id));
}

interface RefundOf {
  refund: SquareRefund;
  payment: SquarePayment;
}

async function readRefunds(
  tools: SquareTools,
  account: Account,
  payments: readonly SquarePayment[],
  seen: readonly repository.SeenPayment[],
): Promise<RefundOf[]> {
  const square = tools.clients[account];
  const wanted = payments.flatMap((payment) => {
    const reported = seen
      .filter((each) => each.refund_of === payment.id)
      .map((each) => each.provider_payment_id);
    return [...new Set([...(payment.refund_ids ?? []), ...reported])].map((id) => ({ id, payment }));
  });
  return Promise.all(
    wanted.map(async ({ id, payment }) => {
      const { refund } = await named(square.get(['v2', 'refunds', id], refundAnswer));
      return { refund, payment };
    }),
  );
}

function remember(
  tools: SquareTools,
  account: Account,
  order_id: string,
  payments: readonly SquarePayment[],
  refunds: readonly RefundOf[],
): Promise<void> {
  const seen = [
    ...payments.map(({ id }) => ({ provider_payment_id: id, order_id, refund_of: null })),
    ...refunds.map(({ refund, payment }) => ({
      provider_payment_id: refund.id,
      order_id,
      refund_of: payment.id,
    })),
  ];
  return repository.rememberPayments(tools.database, account, seen, tools.clock.now());
}

/** By creation time; a refund after its payment even within the same millisecond. */
function inOrder(
  { reportUnknown, clock }: SquareTools,
  payments: readonly SquarePayment[],
  refunds: readonly RefundOf[],
): ProviderPayment[] {
  const now = clock.now();
  const all = [
    ...payments.map((payment) => ({
      startedAt: payment.created_at,
      reported: toPayment(payment, now, reportUnknown),
    })),
    ...refunds.map(({ refund, payment }) => ({
      startedAt: refund.created_at,
      reported: toRefund(refund, payment, now, reportUnknown),
    })),
  ];
  return all
    .filter(({ reported }) => reported.amount_cents > 0)
    .sort(
      (a, b) =>
        Date.parse(a.startedAt ?? '') - Date.parse(b.startedAt ?? '') || rank(a.reported) - rank(b.reported),
    )
    .map(({ reported }) => reported);
}

const rank = ({ kind }: ProviderPayment) => (kind === 'payment' ? 0 : 1);

/** Null when the known draft was deleted; stores what was read in the publication's row. */
export async function readInvoice(
  tools: SquareTools,
  account: Account,
  invoiceId: string,
  row: repository.InvoiceRow | undefined,
): Promise<SquareInvoice | null> {
  try {
    const square = tools.clients[account];
    const { invoice } = await square.get(['v2', 'invoices', invoiceId], invoiceAnswer);
    if (row) await save(tools, row.id, invoice);
    else assertSameLocation(square.account, invoice);
    return invoice;
  } catch (error) {
    const isMissing = error instanceof PaymentError && error.kind === 'not_found';
    if (!isMissing || row?.status !== 'DRAFT') throw error;
    await repository.markDeleted(tools.database, row.id, tools.clock.now());
    return null;
  }
}

/** Both accounts may be locations of one merchant, whose token then reads the invoices of both. */
function assertSameLocation(
  { account, locationId }: SquareAccount,
  { id, location_id }: SquareInvoice,
): void {
  if (!location_id || location_id === locationId) return;
  throw new PaymentError('not_found', `invoice ${id} is not of ${account}`);
}

export function save(tools: SquareTools, id: number, invoice: SquareInvoice): Promise<void> {
  return repository.saveInvoice(tools.database, id, {
    invoice_id: invoice.id,
    version: invoice.version,
    status: invoice.status,
    at: tools.clock.now(),
  });
}
