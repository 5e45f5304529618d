import { z } from 'zod';
import { requireCustomer } from './customers.ts';
import { requireOrder } from './orders.ts';
import type { Books, Merchant, SquareInvoice, SquareLocation, SquareOrder } from './square-books.ts';
import { ApiError, invalid, missing, notImplemented } from './square-error.ts';

const paymentRequest = z.looseObject({
  uid: z.string().nullish(),
  request_type: z.string().optional(),
  due_date: z.string().nullish(),
  tipping_enabled: z.boolean().nullish(),
  automatic_payment_source: z.string().optional(),
});

/** The invoice in a request. The official schema requires almost no fields; Square itself requires almost all. */
export const invoiceInput = z.looseObject({
  version: z.number().int().optional(),
  location_id: z.string().nullish(),
  order_id: z.string().nullish(),
  primary_recipient: z.looseObject({ customer_id: z.string().nullish() }).optional(),
  payment_requests: z.array(paymentRequest).optional(),
  delivery_method: z.string().optional(),
  invoice_number: z.string().min(1).max(191).nullish(),
  title: z.string().min(1).max(255).nullish(),
  description: z.string().min(1).max(65_536).nullish(),
  scheduled_at: z.string().nullish(),
  accepted_payment_methods: z.record(z.string(), z.boolean().nullable()).optional(),
  sale_or_service_date: z.string().nullish(),
  store_payment_method_enabled: z.boolean().nullish(),
});
export type InvoiceInput = z.infer<typeof invoiceInput>;

export const TERMINAL = ['PAID', 'REFUNDED', 'CANCELED', 'FAILED'];

export function plusPlanNeeded(what: string): ApiError {
  return new ApiError(400, {
    category: 'MERCHANT_SUBSCRIPTION_ERROR',
    code: 'MERCHANT_SUBSCRIPTION_NOT_FOUND',
    detail: `${what} need an Invoices Plus subscription.`,
  });
}

/** The order of a new invoice: it must be the seller's own, open, of the same location and customer, and have no invoice. */
export function orderForInvoice(
  merchant: Merchant,
  input: InvoiceInput,
  location: SquareLocation,
): SquareOrder {
  if (!input.order_id) throw missing('invoice.order_id');
  const order = requireOrder(merchant, input.order_id, 'invoice.order_id');
  if (order.location_id !== location.id) {
    throw invalid('BAD_REQUEST', 'The location does not match the order’s.', 'invoice.location_id');
  }
  if (order.state !== 'OPEN') {
    throw invalid('BAD_REQUEST', `The order must be OPEN but is ${order.state}.`, 'invoice.order_id');
  }
  if (merchant.invoices.some(({ order_id }) => order_id === order.id)) {
    throw invalid('BAD_REQUEST', 'The order already has an invoice.', 'invoice.order_id');
  }
  if (!order.line_items?.length)
    throw invalid('BAD_REQUEST', 'The order has no line items.', 'invoice.order_id');
  const customer = recipientOf(merchant, input).id;
  if (order.customer_id !== customer) {
    throw invalid('BAD_REQUEST', 'The order’s customer must be the recipient.', 'invoice.primary_recipient');
  }
  return order;
}

export function recipientOf(merchant: Merchant, input: InvoiceInput) {
  const id = input.primary_recipient?.customer_id;
  if (!id) throw missing('invoice.primary_recipient.customer_id');
  return requireCustomer(merchant, id, 'invoice.primary_recipient.customer_id');
}

export function recipientView(merchant: Merchant, id: string): SquareInvoice['primary_recipient'] {
  const customer = requireCustomer(merchant, id);
  const { given_name, family_name, email_address, phone_number, company_name } = customer;
  const known = Object.entries({ given_name, family_name, email_address, phone_number, company_name });
  return { customer_id: id, ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
}

/** The single balance request that this fake supports; anything else is reported as not implemented. */
export function balanceRequest(books: Books, requests: InvoiceInput['payment_requests'], timezone: string) {
  const field = 'invoice.payment_requests';
  const [request, ...more] = requests ?? [];
  if (!request) throw missing(field);
  if (!request.request_type) throw missing(`${field}[0].request_type`);
  if (request.request_type === 'INSTALLMENT') throw plusPlanNeeded('Installments');
  if (request.request_type !== 'BALANCE' || more.length > 0) throw notImplemented('deposits');
  const source = request.automatic_payment_source ?? 'NONE';
  if (source !== 'NONE') throw notImplemented(`automatic payment by ${source}`);
  for (const amount of ['fixed_amount_requested_money', 'percentage_requested', 'card_id']) {
    if (request[amount] !== undefined)
      throw invalid('BAD_REQUEST', `A BALANCE must not have ${amount}.`, field);
  }
  if (!request.due_date) throw missing(`${field}[0].due_date`);
  checkDueDate(books, request.due_date, timezone, `${field}[0].due_date`);
  return { due_date: request.due_date, tipping_enabled: request.tipping_enabled ?? false };
}

function checkDueDate(books: Books, date: string, timezone: string, field: string): void {
  const parsed = new Date(`${date}T00:00:00Z`);
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(date) ||
    Number.isNaN(parsed.getTime()) ||
    !parsed.toISOString().startsWith(date)
  ) {
    throw invalid('INVALID_DATE', 'Expected a date as YYYY-MM-DD.', field);
  }
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(books.now());
  if (date < today) throw invalid('BAD_REQUEST', 'The due date must not be in the past.', field);
}

export function deliveryOf(input: InvoiceInput): SquareInvoice['delivery_method'] {
  const { delivery_method: method } = input;
  if (!method) throw missing('invoice.delivery_method');
  if (method === 'EMAIL' || method === 'SHARE_MANUALLY') return method;
  throw invalid('INVALID_VALUE', `\`${method}\` cannot be set by API.`, 'invoice.delivery_method');
}

const METHODS = ['card', 'square_gift_card', 'bank_account', 'buy_now_pay_later', 'cash_app_pay'];

export function acceptedMethods(input: InvoiceInput): Record<string, boolean> {
  const methods = input.accepted_payment_methods;
  if (!methods || !Object.values(methods).includes(true)) throw missing('invoice.accepted_payment_methods');
  return Object.fromEntries(METHODS.map((method) => [method, methods[method] === true]));
}

/** The caller's number, which must be unique in its location, or the next one of Square's sequence. */
export function invoiceNumber(
  merchant: Merchant,
  requested: string | null | undefined,
  location: string,
): string {
  const isTaken = (number: string, except?: string) =>
    merchant.invoices.some(
      (each) => each.location_id === location && each.invoice_number === number && each.id !== except,
    );
  if (requested) {
    if (!isTaken(requested)) return requested;
    throw invalid('INVALID_VALUE', 'The invoice number is already in use.', 'invoice.invoice_number');
  }
  let last = merchant.lastNumbers[location] ?? 0;
  do last += 1;
  while (isTaken(String(last).padStart(7, '0')));
  merchant.lastNumbers[location] = last;
  return String(last).padStart(7, '0');
}

export function checkVersion(books: Books, invoice: SquareInvoice, version: number): void {
  if (version === invoice.version) return;
  const { status, code } = books.switches.staleVersion;
  const detail = `The version ${version} does not match the current version ${invoice.version} of the invoice.`;
  throw new ApiError(status, { category: 'INVALID_REQUEST_ERROR', code, detail, field: 'version' });
}
