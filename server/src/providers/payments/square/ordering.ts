import { type InvoiceToPublish, PaymentError } from '#platform/ports/payments.ts';
import { orderReference, stepKey } from './keys.ts';
import { checkTotals, orderBody } from './order-body.ts';
import * as repository from './repository.ts';
import { customerAnswer, orderAnswer, ordersAnswer, type SquareOrder } from './shapes.ts';
import type { SquareClient } from './square-client.ts';
import { SquareError } from './square-error.ts';
import type { SquareTools } from './square-tools.ts';

/**
 * How long Square certainly remembers a key, which it does not document; afterwards, what the key created is searched for
 * before it is requested again.
 */
const KEY_LIFETIME_MS = 60_000;
const MAX_PAGES = 20;

/** The order of the publication, with Square's totals equal to ours. */
export async function ensureOrder(
  tools: SquareTools,
  row: repository.InvoiceRow,
  invoice: InvoiceToPublish,
): Promise<repository.OrderedRow> {
  if (row.order_id !== null) return { ...row, order_id: row.order_id };
  const square = tools.clients[row.account];
  const order = (await findByExpiredKey(tools, square, row)) ?? (await create(tools, square, row, invoice));
  checkTotals(invoice, order);
  if (!order.id) throw new PaymentError('unavailable', 'square created an order without an ID');
  const saved = await repository.saveOrder(tools.database, row.id, order.id, tools.clock.now());
  return { ...saved, order_id: saved.order_id ?? order.id };
}

/** Whether a call whose response was lost is so old that Square may have forgotten its key. */
export function isKeyExpired(requestedAt: Date | null, now: Date): boolean {
  return requestedAt !== null && now.getTime() - requestedAt.getTime() >= KEY_LIFETIME_MS;
}

async function create(
  tools: SquareTools,
  square: SquareClient,
  row: repository.InvoiceRow,
  invoice: InvoiceToPublish,
): Promise<SquareOrder> {
  await requireCustomer(square, invoice.customerId);
  const order = orderBody(invoice, square.account.locationId);
  const preview = await square.post(['v2', 'orders', 'calculate'], { order }, orderAnswer);
  checkTotals(invoice, preview.order);
  await repository.markOrderRequested(tools.database, row.id, tools.clock.now());
  const body = { idempotency_key: stepKey(row.idempotency_key, 'order'), order };
  try {
    return (await square.post(['v2', 'orders'], body, orderAnswer)).order;
  } catch (error) {
    // The key created an order, but from a different request body.
    const created =
      error instanceof SquareError && error.kind === 'key_reused' ? await findOrder(square, row) : undefined;
    if (created) return created;
    throw error;
  }
}

async function requireCustomer(square: SquareClient, customerId: string): Promise<void> {
  await square.get(['v2', 'customers', customerId], customerAnswer);
}

async function findByExpiredKey(
  tools: SquareTools,
  square: SquareClient,
  row: repository.InvoiceRow,
): Promise<SquareOrder | undefined> {
  return isKeyExpired(row.order_asked_at, tools.clock.now()) ? findOrder(square, row) : undefined;
}

async function findOrder(square: SquareClient, row: repository.InvoiceRow): Promise<SquareOrder | undefined> {
  const reference = orderReference(row.idempotency_key);
  let cursor: string | null | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = {
      filter: {
        customer_filter: { customer_ids: [row.customer_id] },
        state_filter: { states: ['OPEN', 'COMPLETED'] },
      },
      sort: { sort_field: 'CREATED_AT', sort_order: 'DESC' },
    };
    const body = {
      location_ids: [square.account.locationId],
      query,
      limit: 200,
      ...(cursor ? { cursor } : {}),
    };
    const answer = await square.post(['v2', 'orders', 'search'], body, ordersAnswer);
    const found = answer.orders?.find((order) => order.reference_id === reference);
    cursor = answer.cursor;
    if (found || !cursor) return found;
  }
  return undefined;
}
