import { z } from 'zod';
import {
  ACCOUNT_CHOICE,
  ACCOUNT_NAMES,
  INVOICE_STATUSES,
  PAYMENT_METHODS,
  PAYMENT_STATES,
  RECURRING_FREQUENCIES,
  TRANSACTION_KINDS,
} from '../rules.ts';
import { webAddressSchema } from '../schemas.ts';

export const accountSchema = z.enum(ACCOUNT_NAMES, {
  error: ({ input }) =>
    input === undefined || input === null || input === ''
      ? `Please select a Square payment account (${ACCOUNT_CHOICE}).`
      : `must be ${ACCOUNT_CHOICE}`,
});
/** 99,999,999.99 dollars: far above any invoice, far below what could overflow a sum of lines. */
export const MAX_CENTS = 9_999_999_999;

/** One line; quantity with at most three decimals, `line_total_cents` calculated by the server (decisions K12, K13). */
export const invoiceLineSchema = z.object({
  description: z.string(),
  quantity: z.number(),
  unit_price_cents: z.number(),
  line_total_cents: z.number(),
});
export type InvoiceLine = z.output<typeof invoiceLineSchema>;

/** An invoice as lists show it (1§3); money in cents, tax_rate from 0 to 1. */
export const invoiceRowSchema = z.object({
  id: z.number(),
  /** INV- and a running number (decisions K26), from the first send on; null before. */
  external_ref: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  tax_rate: z.number(),
  is_tax_enabled: z.boolean(),
  /** The client's id (decisions K9). */
  customer_id: z.number(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  due_date: z.string().nullable(),
  status: z.enum(INVOICE_STATUSES),
  send_immediately: z.boolean(),
  square_account: accountSchema,
  is_recurring: z.boolean(),
  recurring_frequency: z.enum(RECURRING_FREQUENCIES).nullable(),
  recurring_frequency_interval: z.number().nullable(),
  recurring_end_date: z.string().nullable(),
  recurring_total_payments: z.number().nullable(),
  /** The schedule that this invoice started, or that created it. */
  recurring_payment_id: z.number().nullable(),
  subtotal_cents: z.number(),
  tax_cents: z.number(),
  total_cents: z.number(),
  /** Null until a payment was recorded (decisions K3). */
  paid_amount_cents: z.number().nullable(),
  refunded_cents: z.number(),
  /** The status, or how far a paid invoice was refunded (rule invoicePaymentState). */
  payment_state: z.enum(PAYMENT_STATES),
  /** Whole percent, rule invoiceProgress (decisions K2). */
  progress: z.number(),
  square_public_url: webAddressSchema.nullable(),
  square_invoice_id: z.string().nullable(),
  /** The provider's own status; rules paymentProcessing and providerNote. */
  provider_status: z.string().nullable(),
  session_id: z.number().nullable(),
  sent_at: z.string().nullable(),
  paid_at: z.string().nullable(),
  voided_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type InvoiceRow = z.output<typeof invoiceRowSchema>;

const figuresSchema = z.object({
  /** Due on sent and partially paid invoices: the rows of the filter `pending_payment`. */
  outstanding_cents: z.number(),
  /** The part of this amount that is past its due date: the rows of the filter `overdue`. */
  overdue_cents: z.number(),
  /** Payments that arrived this month, minus what was refunded or returned this month. */
  collected_cents: z.number(),
});

/** What is owed and what was collected, for all merchant accounts together and for each. */
export const invoiceTotalsSchema = z.record(z.enum(['all', ...accountSchema.options]), figuresSchema);
export type InvoiceTotals = z.output<typeof invoiceTotalsSchema>;

export const invoiceSchema = invoiceRowSchema.extend({ line_items: z.array(invoiceLineSchema) });
export type Invoice = z.output<typeof invoiceSchema>;

/** Money received, refunded or returned. `amount` in cents, always positive; `kind` gives the direction (decisions K25). */
export const transactionSchema = z.object({
  id: z.number(),
  invoice_id: z.number(),
  session_id: z.number().nullable(),
  kind: z.enum(TRANSACTION_KINDS),
  payment_method: z.enum(PAYMENT_METHODS),
  card_brand: z.string().nullable(),
  card_last4: z.string().nullable(),
  amount: z.number(),
  /** The payment that a refund or reversal reduces. */
  refund_of: z.number().nullable(),
  payment_status: z.enum(['completed', 'pending', 'failed']),
  paid_on: z.string(),
  note: z.string(),
  /** The agent who recorded it; null if the provider did. */
  recorded_by: z.string().nullable(),
  /** Refunded only at its provider, which reports the refund: no refund can be recorded manually, but a reversal can. */
  refund_at_provider: z.boolean(),
  created_at: z.string(),
});
export type Transaction = z.output<typeof transactionSchema>;

/** The prefilled invoice of a session: the prices of its unbilled forms. */
export const sessionDraftSchema = z.object({
  title: z.string(),
  customer_id: z.number(),
  session_id: z.number(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Null where the templates name both accounts: the agent must choose (decisions O16). */
  square_account: accountSchema.nullable(),
  is_tax_enabled: z.boolean(),
  tax_rate: z.number(),
  is_recurring: z.boolean(),
  recurring_frequency: z.enum(RECURRING_FREQUENCIES).nullable(),
  line_items: z.array(
    z.object({ description: z.string(), quantity: z.number(), unit_price_cents: z.number() }),
  ),
});
