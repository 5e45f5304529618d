import type { Express } from 'express';
import { z } from 'zod';
import { type Call, ownLocation, page, serve } from './calls.ts';
import { requireCustomer } from './customers.ts';
import { type NewOrder, newOrder, totalsOf } from './order-totals.ts';
import { type Books, type Merchant, newIds, type SquareOrder, stamp } from './square-books.ts';
import { ApiError, invalid, missing, notFound, notImplemented } from './square-error.ts';

export function orderRoutes(books: Books, app: Express): void {
  serve(books, app, 'post', '/v2/orders', (call) => createOrder(books, call));
  serve(books, app, 'post', '/v2/orders/calculate', (call) => {
    const { order } = call.read(z.object({ order: newOrder }));
    const { id: _, ...calculated } = buildOrder(books, call.merchant, order);
    return { order: calculated };
  });
  serve(books, app, 'post', '/v2/orders/search', searchOrders);
  serve(books, app, 'post', '/v2/orders/batch-retrieve', ({ merchant, read }) => {
    const criteria = read(
      z.object({ location_id: z.string().nullish(), order_ids: z.array(z.string()).max(100) }),
    );
    if (criteria.location_id) ownLocation(merchant, criteria.location_id);
    const orders = merchant.orders.filter(
      ({ id, location_id }) =>
        criteria.order_ids.includes(id) && location_id === (criteria.location_id ?? location_id),
    );
    return orders.length > 0 ? { orders } : {};
  });
  serve(books, app, 'get', '/v2/orders/:order_id', ({ merchant, params }) => ({
    order: requireOrder(merchant, params.order_id ?? ''),
  }));
  serve(books, app, 'put', '/v2/orders/:order_id', (call) => updateOrder(books, call));
}

export function requireOrder(merchant: Merchant, id: string, field?: string): SquareOrder {
  const order = merchant.orders.find((each) => each.id === id);
  if (!order) throw notFound('Order', id, field);
  return order;
}

function createOrder(books: Books, { merchant, read }: Call): object {
  const { order: input } = read(z.object({ order: newOrder.optional() }));
  if (!input) throw missing('order');
  const order = buildOrder(books, merchant, input);
  merchant.orders.push(order);
  sendOrderEvent(books, merchant, 'order.created', order);
  return { order };
}

function buildOrder(books: Books, merchant: Merchant, input: NewOrder): SquareOrder {
  const location = ownLocation(merchant, input.location_id, 'order.location_id');
  if (input.customer_id) requireCustomer(merchant, input.customer_id, 'order.customer_id');
  const at = stamp(books);
  return {
    id: newIds.order(),
    location_id: location.id,
    ...(input.reference_id ? { reference_id: input.reference_id } : {}),
    ...(input.customer_id ? { customer_id: input.customer_id } : {}),
    source: { name: input.source?.name ?? 'Ledgerline' },
    ...totalsOf(input, books.switches.roundTaxUp),
    ...(input.metadata ? { metadata: input.metadata } : {}),
    created_at: at,
    updated_at: at,
    state: input.state ?? 'OPEN',
    version: 1,
  };
}

/** Every change of an order increments its version and publishes an event. */
export function changeOrder(
  books: Books,
  merchant: Merchant,
  order: SquareOrder,
  change: Partial<SquareOrder>,
): void {
  const at = stamp(books);
  const isClosed = change.state === 'COMPLETED' || change.state === 'CANCELED';
  Object.assign(order, change, {
    version: order.version + 1,
    updated_at: at,
    ...(isClosed ? { closed_at: at } : {}),
  });
  sendOrderEvent(books, merchant, 'order.updated', order);
}

const orderChange = z.object({
  order: z.looseObject({
    version: z.number().int(),
    location_id: z.string().optional(),
    reference_id: z.string().max(40).optional(),
    metadata: z.record(z.string(), z.string()).optional(),
    state: z.enum(['OPEN', 'CANCELED', 'COMPLETED']).optional(),
  }),
});
const CHANGEABLE = ['version', 'location_id', 'reference_id', 'metadata', 'state'];

function updateOrder(books: Books, { merchant, params, read }: Call): object {
  const order = requireOrder(merchant, params.order_id ?? '');
  const { version, location_id, ...change } = read(orderChange).order;
  const unsupported = Object.keys(change).find((key) => !CHANGEABLE.includes(key));
  if (unsupported) throw notImplemented(`changes of an order’s ${unsupported}`);
  if (location_id) ownLocation(merchant, location_id, 'order.location_id');
  if (version !== order.version) {
    const detail = 'The provided version does not match the current version.';
    throw new ApiError(409, { category: 'INVALID_REQUEST_ERROR', code: 'VERSION_MISMATCH', detail });
  }
  if (order.state !== 'OPEN') throw invalid('BAD_REQUEST', `Order is ${order.state} and cannot be updated.`);
  if (change.state === 'COMPLETED')
    throw invalid('BAD_REQUEST', 'An order with money due cannot be completed.');
  changeOrder(books, merchant, order, change);
  return { order };
}

const range = z.object({ start_at: z.string().optional(), end_at: z.string().optional() }).optional();

const orderSearch = z.object({
  location_ids: z.array(z.string()).max(10).optional(),
  cursor: z.string().optional(),
  limit: z.number().int().optional(),
  return_entries: z.boolean().optional(),
  query: z
    .object({
      filter: z
        .object({
          state_filter: z.object({ states: z.array(z.string()) }).optional(),
          customer_filter: z.object({ customer_ids: z.array(z.string()).optional() }).optional(),
          source_filter: z.object({ source_names: z.array(z.string()).optional() }).optional(),
          date_time_filter: z.object({ created_at: range, updated_at: range, closed_at: range }).optional(),
          fulfillment_filter: z.unknown().optional(),
        })
        .optional(),
      sort: z.object({ sort_field: z.string(), sort_order: z.enum(['ASC', 'DESC']).optional() }).optional(),
    })
    .optional(),
});
type OrderFilter = NonNullable<NonNullable<z.infer<typeof orderSearch>['query']>['filter']>;

const SORTED = { CREATED_AT: 'created_at', UPDATED_AT: 'updated_at', CLOSED_AT: 'closed_at' } as const;

function searchOrders({ merchant, read }: Call): object {
  const { location_ids = [], cursor, limit, return_entries, query } = read(orderSearch);
  if (location_ids.length === 0) throw missing('location_ids');
  for (const id of location_ids) ownLocation(merchant, id, 'location_ids');
  const { filter = {}, sort } = query ?? {};
  const field = Object.entries(SORTED).find(([name]) => name === (sort?.sort_field ?? 'CREATED_AT'))?.[1];
  if (!field) throw invalid('INVALID_ENUM_VALUE', 'Unknown sort_field.', 'query.sort.sort_field');
  const dates = Object.keys(filter.date_time_filter ?? {});
  if (dates.some((each) => each !== field)) {
    throw invalid('BAD_REQUEST', 'Sort field must match the date_time_filter.', 'query.sort.sort_field');
  }
  const found = merchant.orders
    .filter((order) => location_ids.includes(order.location_id) && passes(order, filter))
    .toSorted((a, b) => (a[field] ?? '').localeCompare(b[field] ?? ''));
  const sorted = sort?.sort_order === 'ASC' ? found : found.toReversed();
  const { items, cursor: next } = page(sorted, [location_ids, query], { limit, cursor, largest: 500 });
  const entries = items.map(({ id, version, location_id }) => ({ order_id: id, version, location_id }));
  return {
    ...(return_entries ? { order_entries: entries } : { orders: items }),
    ...(next ? { cursor: next } : {}),
  };
}

function passes(order: SquareOrder, filter: OrderFilter): boolean {
  if (filter.fulfillment_filter !== undefined) throw notImplemented('searches by fulfillment');
  const within = (at: string | undefined, wanted: z.infer<typeof range>) =>
    !wanted ||
    (at !== undefined &&
      Date.parse(at) >= Date.parse(wanted.start_at ?? '1970-01-01T00:00:00Z') &&
      Date.parse(at) < Date.parse(wanted.end_at ?? '9999-01-01T00:00:00Z'));
  const dates = filter.date_time_filter;
  return (
    (filter.state_filter?.states ?? [order.state]).includes(order.state) &&
    (filter.customer_filter?.customer_ids ?? [order.customer_id]).includes(order.customer_id) &&
    (filter.source_filter?.source_names ?? [order.source.name]).includes(order.source.name) &&
    within(order.created_at, dates?.created_at) &&
    within(order.updated_at, dates?.updated_at) &&
    within(order.closed_at, dates?.closed_at)
  );
}

/** The event of an order contains only its location, ID, state, version and times. */
function sendOrderEvent(books: Books, merchant: Merchant, type: string, order: SquareOrder): void {
  const name = type.replace('.', '_');
  const { id, version, location_id, state, created_at, updated_at } = order;
  const summary = { order_id: id, version, location_id, state, created_at };
  const object = { [name]: type === 'order.updated' ? { ...summary, updated_at } : summary };
  books.send(merchant, { type, data: { type: name, id, object } });
}
