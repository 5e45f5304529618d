import { randomBytes } from 'node:crypto';
import type { Express } from 'express';
import { z } from 'zod';
import { type Call, type Handler, ownLocation, page, serve } from './calls.ts';
import * as rules from './invoice-rules.ts';
import { amounts } from './order-totals.ts';
import { changeOrder, requireOrder } from './orders.ts';
import {
  type Books,
  type Merchant,
  newIds,
  type SquareInvoice,
  type SquareOrder,
  stamp,
  usd,
} from './square-books.ts';
import { invalid, missing, notFound } from './square-error.ts';
import { updatedInvoice } from './update-invoice.ts';

const KNOWN = [
  ...['DRAFT', 'UNPAID', 'SCHEDULED', 'PARTIALLY_PAID', 'PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'],
  ...['CANCELED', 'FAILED', 'PAYMENT_PENDING'],
];

export function invoiceRoutes(books: Books, app: Express): void {
  const on = (method: 'get' | 'post' | 'put' | 'delete', path: string, handler: Handler) =>
    serve(books, app, method, path, (call) => {
      sendScheduled(books, call.merchant);
      return handler(call);
    });
  on('post', '/v2/invoices', (call) => createInvoice(books, call));
  on('get', '/v2/invoices', ({ merchant, query }) => {
    if (!query.location_id) throw missing('location_id');
    const limit = query.limit ? Number(query.limit) : undefined;
    return listed(merchant, [query.location_id], undefined, { limit, cursor: query.cursor });
  });
  on('post', '/v2/invoices/search', ({ merchant, read }) => {
    const { query, limit, cursor } = read(invoiceSearch);
    const { location_ids, customer_ids } = query.filter;
    return listed(merchant, location_ids, customer_ids, { limit, cursor });
  });
  on('get', '/v2/invoices/:invoice_id', ({ merchant, params }) => {
    const invoice = requireInvoice(merchant, params.invoice_id ?? '');
    if (books.switches.rotateLinks && invoice.public_url) issueLink(books, merchant, invoice);
    return shown({ invoice }, [invoice]);
  });
  on('put', '/v2/invoices/:invoice_id', (call) => {
    const { merchant, params } = call;
    const current = requireInvoice(merchant, params.invoice_id ?? '');
    const invoice = updatedInvoice(books, call, current);
    merchant.invoices[merchant.invoices.indexOf(current)] = invoice;
    changeInvoice(books, merchant, invoice, {});
    return { invoice };
  });
  on('delete', '/v2/invoices/:invoice_id', (call) => deleteInvoice(books, call));
  on('post', '/v2/invoices/:invoice_id/publish', (call) => publishInvoice(books, call));
  on('post', '/v2/invoices/:invoice_id/cancel', (call) => cancelInvoice(books, call));
}

/** Sends scheduled invoices whose time has come. */
function sendScheduled(books: Books, merchant: Merchant): void {
  for (const invoice of merchant.invoices) {
    if (invoice.status !== 'SCHEDULED' || isLater(books, invoice)) continue;
    issueLink(books, merchant, invoice);
    changeInvoice(books, merchant, invoice, { status: 'UNPAID' });
  }
}

const isLater = (books: Books, { scheduled_at }: SquareInvoice): boolean =>
  scheduled_at !== undefined && Date.parse(scheduled_at) > books.now().getTime();

export function requireInvoice(merchant: Merchant, id: string): SquareInvoice {
  const invoice = merchant.invoices.find((each) => each.id === id);
  if (!invoice) throw notFound('Invoice', id);
  return invoice;
}

/** A status that is not in Square's contract bypasses validation. */
function shown(answer: object, invoices: readonly SquareInvoice[]): object {
  return invoices.every(({ status }) => KNOWN.includes(status)) ? answer : { offContract: answer };
}

const invoiceSearch = z.object({
  query: z.object({
    filter: z.object({
      location_ids: z.array(z.string()).length(1, 'Exactly one location_id is required.'),
      customer_ids: z.array(z.string()).max(1, 'At most one customer_id is allowed.').optional(),
    }),
  }),
  limit: z.number().int().optional(),
  cursor: z.string().optional(),
});

function listed(
  merchant: Merchant,
  locations: readonly string[],
  customers: readonly string[] | undefined,
  at: { limit: number | undefined; cursor: string | undefined },
): object {
  for (const id of locations) ownLocation(merchant, id);
  const found = merchant.invoices.filter(
    ({ location_id, primary_recipient }) =>
      locations.includes(location_id) &&
      (customers ?? [primary_recipient.customer_id]).includes(primary_recipient.customer_id),
  );
  const { items, cursor } = page(found.toReversed(), [locations, customers], { ...at, largest: 200 });
  return shown({ ...(items.length > 0 ? { invoices: items } : {}), ...(cursor ? { cursor } : {}) }, items);
}

function createInvoice(books: Books, { merchant, read }: Call): object {
  const { invoice: input } = read(z.object({ invoice: rules.invoiceInput }));
  if (input.custom_fields !== undefined) throw rules.plusPlanNeeded('Custom fields');
  if (!input.location_id) throw missing('invoice.location_id');
  const location = ownLocation(merchant, input.location_id, 'invoice.location_id');
  const order = rules.orderForInvoice(merchant, input, location);
  const request = rules.balanceRequest(books, input.payment_requests, location.timezone);
  const delivery_method = rules.deliveryOf(input);
  const accepted_payment_methods = rules.acceptedMethods(input);
  const at = stamp(books);
  const invoice: SquareInvoice = {
    id: newIds.invoice(),
    version: 0,
    location_id: location.id,
    order_id: order.id,
    primary_recipient: rules.recipientView(merchant, rules.recipientOf(merchant, input).id),
    payment_requests: [newRequest(request, order)],
    delivery_method,
    invoice_number: rules.invoiceNumber(merchant, input.invoice_number, location.id),
    ...(input.title ? { title: input.title } : {}),
    ...(input.description ? { description: input.description } : {}),
    ...(input.scheduled_at ? { scheduled_at: input.scheduled_at } : {}),
    ...(input.sale_or_service_date ? { sale_or_service_date: input.sale_or_service_date } : {}),
    next_payment_amount_money: order.total_money,
    status: 'DRAFT',
    timezone: location.timezone,
    created_at: at,
    updated_at: at,
    accepted_payment_methods,
    store_payment_method_enabled: input.store_payment_method_enabled ?? false,
  };
  merchant.invoices.push(invoice);
  sendInvoiceEvent(books, merchant, 'invoice.created', invoice);
  return { invoice };
}

function newRequest(input: { due_date: string; tipping_enabled: boolean }, order: SquareOrder) {
  return {
    uid: crypto.randomUUID(),
    request_type: 'BALANCE' as const,
    ...input,
    automatic_payment_source: 'NONE' as const,
    computed_amount_money: order.total_money,
    total_completed_amount_money: usd(0),
  };
}

function publishInvoice(books: Books, { merchant, params, read }: Call): object {
  const invoice = requireInvoice(merchant, params.invoice_id ?? '');
  const { version } = read(z.object({ version: z.number().int() }));
  rules.checkVersion(books, invoice, version);
  if (invoice.status !== 'DRAFT') {
    throw invalid('BAD_REQUEST', `Only a draft can be published, this invoice is ${invoice.status}.`);
  }
  if (invoice.payment_requests[0].computed_amount_money.amount <= 0) {
    throw invalid('BAD_REQUEST', 'An invoice without an amount due cannot be published.');
  }
  if (invoice.delivery_method === 'EMAIL' && !invoice.primary_recipient.email_address) {
    throw invalid('BAD_REQUEST', 'The recipient needs an email address.', 'primary_recipient.email_address');
  }
  const isScheduled = isLater(books, invoice);
  if (!isScheduled) issueLink(books, merchant, invoice);
  changeInvoice(books, merchant, invoice, { status: isScheduled ? 'SCHEDULED' : 'UNPAID' }, [
    'invoice.published',
  ]);
  return { invoice };
}

/** Issues a new link to the pay page; the previous one expires. */
function issueLink(books: Books, merchant: Merchant, invoice: SquareInvoice): void {
  const token = randomBytes(12).toString('hex');
  merchant.links[invoice.id] = token;
  invoice.public_url = payUrl(books, token);
}

export const payUrl = (books: Books, token: string): string => `${books.url()}/pay-invoice/${token}`;

/** Every change increments the version and publishes `invoice.updated` in addition to the given events. */
export function changeInvoice(
  books: Books,
  merchant: Merchant,
  invoice: SquareInvoice,
  change: Partial<SquareInvoice>,
  events: readonly string[] = [],
): void {
  Object.assign(invoice, change, { version: invoice.version + 1, updated_at: stamp(books) });
  for (const type of ['invoice.updated', ...events]) sendInvoiceEvent(books, merchant, type, invoice);
}

const CANCELABLE = ['SCHEDULED', 'UNPAID', 'PARTIALLY_PAID'];

function cancelInvoice(books: Books, { merchant, params, read }: Call): object {
  const invoice = requireInvoice(merchant, params.invoice_id ?? '');
  const { version } = read(z.object({ version: z.number().int() }));
  rules.checkVersion(books, invoice, version);
  if (!CANCELABLE.includes(invoice.status)) {
    throw invalid('BAD_REQUEST', `An invoice in the ${invoice.status} state cannot be canceled.`);
  }
  const paid = invoice.payment_requests[0].total_completed_amount_money.amount;
  closeOrder(books, merchant, requireOrder(merchant, invoice.order_id), paid);
  delete invoice.next_payment_amount_money;
  changeInvoice(books, merchant, invoice, { status: 'CANCELED' }, ['invoice.canceled']);
  return { invoice };
}

/** The paid amount of a canceled invoice remains: the order is reduced to one custom amount. */
function closeOrder(books: Books, merchant: Merchant, order: SquareOrder, paid: number): void {
  if (paid === 0) {
    changeOrder(books, merchant, order, { state: 'CANCELED' });
    return;
  }
  delete order.taxes;
  delete order.discounts;
  const zero = usd(0);
  const line = {
    uid: newIds.payment(),
    quantity: '1',
    item_type: 'CUSTOM_AMOUNT' as const,
    base_price_money: usd(paid),
    variation_total_price_money: usd(paid),
    gross_sales_money: usd(paid),
    total_tax_money: zero,
    total_discount_money: zero,
    total_service_charge_money: zero,
    total_money: usd(paid),
  };
  changeOrder(books, merchant, order, {
    state: 'COMPLETED',
    line_items: [line],
    total_money: usd(paid),
    total_tax_money: zero,
    total_discount_money: zero,
    net_amounts: amounts(paid),
    net_amount_due_money: zero,
  });
}

function deleteInvoice(books: Books, { merchant, params, query }: Call): object {
  const invoice = requireInvoice(merchant, params.invoice_id ?? '');
  if (query.version === undefined) throw missing('version');
  rules.checkVersion(books, invoice, Number(query.version));
  if (invoice.status !== 'DRAFT') throw invalid('BAD_REQUEST', 'Only a draft can be deleted.');
  merchant.invoices.splice(merchant.invoices.indexOf(invoice), 1);
  changeOrder(books, merchant, requireOrder(merchant, invoice.order_id), { state: 'CANCELED' });
  const { id, location_id } = invoice;
  books.send(merchant, {
    type: 'invoice.deleted',
    location_id,
    data: { type: 'invoice', id, deleted: true },
  });
  return {};
}

/** Events contain the current invoice without its temporary link. */
function sendInvoiceEvent(books: Books, merchant: Merchant, type: string, invoice: SquareInvoice): void {
  const { public_url: _, ...eventInvoice } = structuredClone(invoice);
  const data = { type: 'invoice', id: invoice.id, object: { invoice: eventInvoice } };
  books.send(merchant, { type, location_id: invoice.location_id, data });
}
