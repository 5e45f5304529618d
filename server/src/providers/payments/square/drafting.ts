import { calendarDay } from '#platform/clock.ts';
import type { InvoiceToPublish } from '#platform/ports/payments.ts';
import { save } from './books.ts';
import { dueDate, invoiceBody } from './invoice-body.ts';
import { stepKey } from './keys.ts';
import { isKeyExpired } from './ordering.ts';
import * as repository from './repository.ts';
import { invoiceAnswer, invoicesAnswer, type SquareInvoice } from './shapes.ts';
import type { SquareClient } from './square-client.ts';
import { SquareError } from './square-error.ts';
import type { SquareTools } from './square-tools.ts';

const MAX_NUMBERS = 20;
const MAX_PAGES = 20;

/** The invoice over the publication's order; there is never a second one. */
export async function ensureDraft(
  tools: SquareTools,
  row: repository.OrderedRow,
  invoice: InvoiceToPublish,
): Promise<{ row: repository.InvoiceRow; invoiceId: string }> {
  if (row.invoice_id !== null) return { row, invoiceId: row.invoice_id };
  const drafted =
    (await findEarlier(tools, row)) ??
    (await create(tools, await withFutureDueDate(tools, row, invoice), invoice));
  await save(tools, row.id, drafted);
  const existing = await repository.findByInvoice(tools.database, row.account, drafted.id);
  return { row: existing ?? row, invoiceId: drafted.id };
}

/** What an earlier call created whose response never arrived and whose key has expired or carries a date in the past. */
async function findEarlier(
  tools: SquareTools,
  row: repository.OrderedRow,
): Promise<SquareInvoice | undefined> {
  const now = tools.clock.now();
  const isLate = row.invoice_asked_at !== null && row.due_date < calendarDay(now, tools.timeZone);
  if (!isLate && !isKeyExpired(row.invoice_asked_at, now)) return undefined;
  return findOfOrder(tools.clients[row.account], row);
}

async function withFutureDueDate(
  tools: SquareTools,
  row: repository.OrderedRow,
  invoice: InvoiceToPublish,
): Promise<repository.OrderedRow> {
  const now = tools.clock.now();
  if (row.due_date >= calendarDay(now, tools.timeZone)) return row;
  const days = { from: row.due_date, to: dueDate(invoice.due_date, now, tools.timeZone) };
  return { ...(await repository.moveDueDate(tools.database, row.id, days, now)), order_id: row.order_id };
}

async function create(
  tools: SquareTools,
  row: repository.OrderedRow,
  invoice: InvoiceToPublish,
): Promise<SquareInvoice> {
  const { database, clock } = tools;
  const square = tools.clients[row.account];
  let current = await repository.markInvoiceRequested(database, row.id, clock.now());
  for (;;) {
    try {
      return await requestInvoice(tools, square, { ...current, order_id: row.order_id }, invoice);
    } catch (error) {
      if (!(error instanceof SquareError)) throw error;
      if (!error.isStale && error.kind !== 'invalid' && error.kind !== 'key_reused') throw error;
      // The rejection may mean that the order already has its invoice, created by a call whose response was lost.
      const found = await findOfOrder(square, row);
      if (found) return found;
      if (!error.isNumberTaken || current.number_try >= MAX_NUMBERS) throw error;
      current = await repository.saveNextNumber(database, row.id, current.number_try, clock.now());
    }
  }
}

async function requestInvoice(
  tools: SquareTools,
  square: SquareClient,
  row: repository.OrderedRow,
  invoice: InvoiceToPublish,
): Promise<SquareInvoice> {
  const originalDueDate = dueDate(invoice.due_date, row.created_at, tools.timeZone);
  const suffixes = [
    row.number_try > 1 ? String(row.number_try) : '',
    row.due_date === originalDueDate ? '' : row.due_date,
  ];
  const body = {
    idempotency_key: stepKey(
      row.idempotency_key,
      'invoice',
      suffixes.filter((part) => part !== '').join('-'),
    ),
    invoice: invoiceBody(invoice, row, row.order_id, square.account.locationId),
  };
  return (await square.post(['v2', 'invoices'], body, invoiceAnswer)).invoice;
}

async function findOfOrder(
  square: SquareClient,
  row: repository.OrderedRow,
): Promise<SquareInvoice | undefined> {
  const query = {
    filter: { location_ids: [square.account.locationId], customer_ids: [row.customer_id] },
    sort: { field: 'INVOICE_SORT_DATE', order: 'DESC' },
  };
  let cursor: string | null | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const body = { query, limit: 200, ...(cursor ? { cursor } : {}) };
    const answer = await square.post(['v2', 'invoices', 'search'], body, invoicesAnswer);
    const found = answer.invoices?.find((each) => each.order_id === row.order_id);
    cursor = answer.cursor;
    if (found || !cursor) return found;
  }
  return undefined;
}
