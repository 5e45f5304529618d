import type { Express } from 'express';
import { type Call, ownLocation, page, serve } from './calls.ts';
import type { Books, SquarePayment, SquareRefund } from './square-books.ts';
import { invalid, notFound, notImplemented } from './square-error.ts';

export function paymentRoutes(books: Books, app: Express): void {
  serve(books, app, 'get', '/v2/payments', (call) => {
    const { total, last_4, card_brand } = call.query;
    for (const name of ['offline_begin_time', 'offline_end_time']) {
      if (call.query[name] !== undefined) throw notImplemented(`payments by ${name}`);
    }
    const chosen = call.merchant.payments.filter(
      ({ total_money, card_details }) =>
        (total === undefined || total_money.amount === Number(total)) &&
        (last_4 === undefined || card_details?.card.last_4 === last_4) &&
        (card_brand === undefined || card_details?.card.card_brand === card_brand),
    );
    const { items, cursor } = listed(books, call, chosen, ['CREATED_AT', 'UPDATED_AT', 'OFFLINE_CREATED_AT']);
    return { ...(items.length > 0 ? { payments: items } : {}), ...(cursor ? { cursor } : {}) };
  });
  serve(books, app, 'get', '/v2/payments/:payment_id', ({ merchant, params }) => {
    const payment = merchant.payments.find(({ id }) => id === params.payment_id);
    if (!payment) throw notFound('Could not find payment; payment', params.payment_id ?? '', 'payment_id');
    return { payment };
  });
  serve(books, app, 'get', '/v2/refunds', (call) => {
    const { status, source_type } = call.query;
    const { payments, refunds } = call.merchant;
    const sourceOf = (refund: SquareRefund) =>
      payments.find(({ id }) => id === refund.payment_id)?.source_type;
    const chosen = refunds.filter(
      (refund) =>
        (status === undefined || refund.status === status) &&
        (source_type === undefined || sourceOf(refund) === source_type),
    );
    const { items, cursor } = listed(books, call, chosen, ['CREATED_AT', 'UPDATED_AT']);
    return { ...(items.length > 0 ? { refunds: items } : {}), ...(cursor ? { cursor } : {}) };
  });
  serve(books, app, 'get', '/v2/refunds/:refund_id', ({ merchant, params }) => {
    const refund = merchant.refunds.find(({ id }) => id === params.refund_id);
    if (!refund) throw notFound('Refund', params.refund_id ?? '', 'refund_id');
    return { refund };
  });
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Payments or refunds of one location; by default of the main location and the last year, newest first. */
function listed<T extends SquarePayment | SquareRefund>(
  books: Books,
  { merchant, query }: Call,
  all: readonly T[],
  sortFields: readonly string[],
) {
  const location = query.location_id
    ? ownLocation(merchant, query.location_id).id
    : merchant.locations[0]?.id;
  const now = books.now().getTime();
  const from = timeOf(query.begin_time, 'begin_time') ?? now - YEAR_MS;
  const to = Math.min(timeOf(query.end_time, 'end_time') ?? now, now - books.switches.listLagMs);
  const updatedFrom = timeOf(query.updated_at_begin_time, 'updated_at_begin_time') ?? 0;
  const updatedTo = timeOf(query.updated_at_end_time, 'updated_at_end_time') ?? Number.MAX_SAFE_INTEGER;
  if (from > (timeOf(query.end_time, 'end_time') ?? now))
    throw invalid('INVALID_TIME_RANGE', 'begin_time must be before end_time.', 'begin_time');
  const { sort_order = 'DESC', sort_field = 'CREATED_AT', cursor, limit, ...filters } = query;
  if (!['ASC', 'DESC'].includes(sort_order))
    throw invalid('INVALID_SORT_ORDER', 'ASC or DESC.', 'sort_order');
  if (!sortFields.includes(sort_field)) throw invalid('INVALID_VALUE', 'Unknown sort_field.', 'sort_field');
  const field = sort_field === 'UPDATED_AT' ? 'updated_at' : 'created_at';
  const found = all
    .filter(({ created_at, updated_at, location_id }) => {
      const [createdMs, changed] = [Date.parse(created_at), Date.parse(updated_at)];
      return (
        location_id === location &&
        createdMs >= from &&
        createdMs <= to &&
        changed >= updatedFrom &&
        changed <= updatedTo
      );
    })
    .toSorted((a, b) => a[field].localeCompare(b[field]));
  return page(sort_order === 'ASC' ? found : found.toReversed(), [filters, sort_order, sort_field], {
    limit: limit ? Number(limit) : undefined,
    cursor,
    largest: 100,
  });
}

function timeOf(text: string | undefined, field: string): number | null {
  if (text === undefined || text === '') return null;
  const time = Date.parse(text);
  if (Number.isNaN(time) || !text.includes('T')) throw invalid('INVALID_TIME', 'Expected RFC 3339.', field);
  return time;
}
