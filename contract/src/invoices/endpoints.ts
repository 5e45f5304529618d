import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { DIRECTIONS, INVOICE_SORTS } from '../lists.ts';
import { INVOICE_PAGE_SIZE, INVOICE_STATUSES, PAYMENT_METHODS, RECURRING_FREQUENCIES } from '../rules.ts';
import {
  dateSchema,
  emailSchema,
  filterSchema,
  idSchema,
  lineSchema,
  requiredId,
  textSchema,
  thenBySchema,
  truncatedSchema,
  webAddressSchema,
} from '../schemas.ts';
import {
  accountSchema,
  invoiceRowSchema,
  invoiceSchema,
  invoiceTotalsSchema,
  MAX_CENTS,
  sessionDraftSchema,
  transactionSchema,
} from './schemas.ts';

const AMOUNT = 'must be a whole number of cents above zero';
const positiveCents = z.number().int(AMOUNT).min(1, AMOUNT).max(MAX_CENTS, 'is too large');

const PRICE = 'must be a whole number of cents other than zero, and below zero for a credit or discount';
const priceCents = z
  .number()
  .int(PRICE)
  .min(-MAX_CENTS, 'is too large')
  .max(MAX_CENTS, 'is too large')
  .refine((cents) => cents !== 0, PRICE);

const CLIENT_REQUIRED = 'Please select a client before creating an invoice.';
/** Dates that are valid in PostgreSQL and plausible to people. */
const daySchema = dateSchema.refine((day) => day >= '1900-01-01', 'must be 1900 or later');

const lineInput = z.strictObject({
  description: textSchema(500).trim().min(1, 'must not be blank'),
  /** At least 0.001, at most three decimals (1§5). */
  quantity: z
    .number()
    .min(0.001, 'must be above 0')
    .max(1_000_000, 'is too large')
    .multipleOf(0.001, 'must have at most three decimals'),
  /** Below zero for a credit or discount; the total must not be below zero. */
  unit_price_cents: priceCents,
  /** Screens may send it; the server calculates it (decisions K12). */
  line_total_cents: z.number().optional(),
});

const invoiceFields = z.strictObject({
  title: lineSchema(300, 'Please enter an invoice title').min(1, 'Please enter an invoice title'),
  description: textSchema(5000).trim(),
  line_items: z
    .array(lineInput)
    .min(1, 'Please add at least one valid line item with description, quantity, and price.')
    .max(200),
  tax_rate: z.number().min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1'),
  is_tax_enabled: z.boolean(),
  customer_id: requiredId(CLIENT_REQUIRED),
  full_name: textSchema(300).trim().nullable(),
  email: emailSchema().nullable(),
  phone: textSchema(40).trim().nullable(),
  due_date: daySchema.nullable(),
  send_immediately: z.boolean(),
  square_account: accountSchema,
  session_id: idSchema.nullable(),
  is_recurring: z.boolean(),
  recurring_frequency: z.enum(RECURRING_FREQUENCIES).nullable(),
  recurring_frequency_interval: z.number().int().min(1, 'must be at least 1').max(1000).nullable(),
  recurring_end_date: daySchema.nullable(),
  recurring_total_payments: z.number().int().min(1, 'must be at least 1').max(10_000).nullable(),
  /** In the simple payload of 1§7, title and amount become one line (decisions K11). With lines, the totals are ignored (decisions K12). */
  subtotal_cents: z.number(),
  tax_cents: z.number(),
  total_cents: z.number(),
});

const { title, customer_id, square_account } = invoiceFields.shape;
const createInvoiceSchema = invoiceFields.partial().extend({ title, customer_id, square_account });

/** Counts over all invoices, independent of the filters (decisions K17). */
const invoiceCountsSchema = z.object({
  all: z.number(),
  draft: z.number(),
  sent: z.number(),
  partially_paid: z.number(),
  paid: z.number(),
  void: z.number(),
  pending: z.number(),
  pending_payment: z.number(),
  recurring: z.number(),
  accounts: z.record(z.enum(['all', ...accountSchema.options]), z.number()),
});

/** The filters of the list of invoices. */
const listFilters = {
  status: z.string().trim().toLowerCase().pipe(z.enum(INVOICE_STATUSES)).optional(),
  account: accountSchema.optional(),
  recurring: z.enum(['true', 'false']).default('false'),
  pending_payment: z.enum(['true', 'false']).default('false'),
  /** Due before today at the brokerage, and owed: rule invoiceDueInDays. */
  overdue: z.enum(['true', 'false']).optional(),
  /** external_ref, title, full_name or email, case-insensitive (1§9). */
  q: textSchema(200).trim().default(''),
  filter: filterSchema.optional(),
};

/** All invoices that a list shows, on all of its pages. */
export const invoiceViewSchema = z.strictObject(listFilters);
export type InvoiceView = z.output<typeof invoiceViewSchema>;

export const listInvoices = endpoint('GET /invoices', 'agent', {
  summary: 'List invoices, filtered, searched, sorted and, with page, paged; without page the newest 1,000',
  isHot: true,
  query: z.object({
    customer_id: idSchema.optional(),
    session_id: idSchema.optional(),
    ...listFilters,
    sort: z.enum(INVOICE_SORTS).default('created'),
    direction: z.enum(DIRECTIONS).default('desc'),
    then_by: thenBySchema(INVOICE_SORTS).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).optional(),
    page_size: z.coerce.number().int().min(1).max(200).default(INVOICE_PAGE_SIZE),
  }),
  audit: { action: 'listed', of: 'invoice', rows: 'data', text: ['q'] },
  reply: success({
    data: z.array(invoiceRowSchema),
    total: z.number(),
    counts: invoiceCountsSchema,
    truncated: truncatedSchema,
  }),
});

/** The most invoices that can be selected one by one. */
const MAX_EXPORTED = 50_000;

export const exportInvoices = endpoint('POST /invoices/export', 'agent', {
  summary:
    'Export the list, or the invoices in `ids`, as CSV, oldest first; formulas neutralized, export logged',
  needsReauthentication: true,
  transport: 'stream',
  body: invoiceViewSchema.extend({ ids: z.array(idSchema).min(1).max(MAX_EXPORTED).optional() }),
  audit: 'own',
  reply: z.string(),
});

export const getInvoiceTotals = endpoint('GET /invoices/totals', 'agent', {
  summary: 'Get what is outstanding, overdue and collected this month, in cents, in total and per account',
  audit: 'none',
  reply: success({ data: invoiceTotalsSchema }),
});

const oneInvoice = success({ data: invoiceSchema, invoice: invoiceSchema });

export const getInvoice = endpoint('GET /invoices/:id', 'agent', {
  summary: 'Get one invoice with its lines',
  audit: { action: 'opened', of: 'invoice' },
  reply: oneInvoice,
});

export const createInvoice = endpoint('POST /invoices', 'agent', {
  summary:
    'Create a draft; send_immediately also sends it, is_recurring also starts a schedule (decisions K27, L7)',
  body: createInvoiceSchema,
  status: 201,
  audit: 'own',
  reply: success({
    id: z.number(),
    data: invoiceSchema,
    invoice: invoiceSchema,
    /** send_immediately was requested, but the client has neither email nor phone: it stays a draft (decisions K27). */
    contact_required: z.boolean(),
    /** The result of sending, if requested. */
    message: z.string().optional(),
  }),
});

export const updateInvoice = endpoint('PUT /invoices/:id', 'agent', {
  summary: 'Change an invoice that is neither paid nor void',
  needsReauthentication: { when: 'to cancel the schedule that the invoice started' },
  body: invoiceFields.partial(),
  audit: { action: 'opened', of: 'invoice' },
  reply: oneInvoice,
});

export const deleteInvoice = endpoint('DELETE /invoices/:id', 'agent', {
  needsReauthentication: true,
  summary:
    'Delete a draft that was never sent and never paid, after cancelling its payment link; 409 for any other invoice (decisions A14)',
  reply: doneReply,
});

export const voidInvoice = endpoint('POST /invoices/:id/void', 'agent', {
  needsReauthentication: true,
  summary: 'Void an invoice permanently; a schedule that it started is cancelled (decisions A13, K24, L7)',
  audit: 'own',
  reply: oneInvoice,
});

/** Steps are published as live events of kind `invoices` with `fields: ['link:<step>']`, for the progress dialog. */
export const LINK_STEPS = ['customer', 'order', 'publish', 'url'] as const;

export const generateInvoiceLink = endpoint('POST /invoices/:id/generate-link', 'agent', {
  summary: 'Publish with the payment provider and return the public URL; the status stays (decisions K21)',
  reply: success({ payment_url: webAddressSchema, message: z.string() }),
});

export const sendInvoice = endpoint('POST /invoices/:id/send-square-email', 'agent', {
  summary: 'Send the invoice with its payment link; 409 without email and phone (1§5, decisions K6, K7)',
  audit: 'own',
  reply: success({ message: z.string(), data: invoiceSchema }),
});

export const refreshInvoice = endpoint('POST /invoices/:id/refresh', 'agent', {
  summary: 'Query the payment provider and refetch the invoice (decisions K22)',
  audit: { action: 'opened', of: 'invoice' },
  reply: oneInvoice,
});

export const getInvoicePdf = endpoint('GET /invoices/:id/pdf', 'agent', {
  needsReauthentication: { never: 'one document, logged before it is sent' },
  summary: 'Get the invoice as PDF',
  transport: 'stream',
  audit: { action: 'file_read', of: 'invoice' },
  reply: z.unknown(),
});

export const listInvoiceTransactions = endpoint('GET /invoices/:id/transactions', 'agent', {
  summary: 'List the payments and refunds of one invoice, oldest first',
  audit: { action: 'opened', of: 'invoice' },
  reply: success({ data: z.array(transactionSchema) }),
});

/** Without it, a payment with the same amount as the previous one on this invoice is rejected: `likely_repeat`. */
const confirmRepeat = z.boolean().optional();

export const recordPayment = endpoint('POST /invoices/:id/payments', 'agent', {
  summary: 'Record a payment, at most the balance due; a likely repeat needs confirmation (likely_repeat)',
  body: z.strictObject({
    amount_cents: positiveCents,
    payment_method: z.enum(PAYMENT_METHODS),
    paid_on: daySchema,
    note: textSchema(2000).trim().default(''),
    card_brand: textSchema(40).trim().nullable().optional(),
    card_last4: z
      .string()
      .regex(/^\d{4}$/, 'must be four digits')
      .nullable()
      .optional(),
    confirm_repeat: confirmRepeat,
  }),
  unkeyed: ['confirm_repeat'],
  status: 201,
  audit: 'own',
  reply: success({ data: transactionSchema, invoice: invoiceSchema }),
});

export const refundPayment = endpoint('POST /transactions/:id/refund', 'agent', {
  needsReauthentication: true,
  summary:
    'Record a refund, which makes nothing due again, or a reversal (bounced check, dispute), whose amount is due again; at most what was paid; a likely repeat needs confirmation (likely_repeat)',
  body: z.strictObject({
    kind: z.enum(['refund', 'reversal']).default('refund'),
    amount_cents: positiveCents,
    refunded_on: daySchema,
    note: textSchema(2000).trim().default(''),
    confirm_repeat: confirmRepeat,
  }),
  unkeyed: ['confirm_repeat'],
  status: 201,
  audit: 'own',
  reply: success({ data: transactionSchema, invoice: invoiceSchema }),
});

export const reopenBalance = endpoint('POST /invoices/:id/reopen-balance', 'agent', {
  needsReauthentication: true,
  summary:
    'Make the refunded amount of a paid invoice due again; 409 for any other invoice, and when the payments still cover the total',
  audit: 'own',
  reply: oneInvoice,
});

/** The prefilled invoice of a session, with the prices of its forms as lines, in the format of createInvoice. */
export const draftSessionInvoice = endpoint('GET /session/:id/invoice-draft', 'agent', {
  summary: 'Get lines, client and account for an invoice of a session’s unbilled forms; creates nothing',
  audit: { action: 'opened', of: 'session' },
  reply: success({
    data: sessionDraftSchema,
  }),
});
