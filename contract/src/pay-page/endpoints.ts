import { z } from 'zod';
import { clientContactSchema } from '../agents/contact/client-contact.ts';
import { endpoint, success } from '../endpoint.ts';
import { LANGUAGES } from '../languages.ts';
import { ACCOUNT_NAMES } from '../rules.ts';
import { textSchema } from '../schemas.ts';
import { localizedSchema } from '../submissions/form-names.ts';

/** The outcome of a test payment on the built-in pay page. */
export const PAY_OUTCOMES = ['paid', 'partial', 'declined', 'delayed'] as const;

/** The hosted pay page of the built-in provider: the invoice, and no other client data. Money in cents. */
const payPageSchema = z.object({
  /**
   * `preparing`: its page is being recreated after an edit; `not_payable`: no page will be created for the invoice in its current state,
   * for instance because the provider rejected it or a former provider published it; `nothing_due`: its credits cover the full amount.
   */
  state: z.enum([
    'open',
    'processing',
    'paid',
    'refunded',
    'cancelled',
    'preparing',
    'not_payable',
    'nothing_due',
  ]),
  brokerage: z.string(),
  contact: clientContactSchema,
  account: z.enum(ACCOUNT_NAMES),
  account_label: z.string(),
  reference: z.string(),
  title: z.string(),
  description: z.string(),
  customer_name: z.string(),
  due_date: z.string().nullable(),
  /** How the invoice repeats, as text for the client; null if it does not, and after the schedule was cancelled. */
  recurring: localizedSchema.nullable(),
  lines: z.array(
    z.object({
      description: z.string(),
      quantity: z.number(),
      unit_price_cents: z.number(),
      line_total_cents: z.number(),
    }),
  ),
  subtotal_cents: z.number(),
  tax_cents: z.number(),
  total_cents: z.number(),
  paid_cents: z.number(),
  /** Refunded on purpose; once the invoice was paid in full, a refund makes nothing due again (decision 091). */
  refunded_cents: z.number(),
  due_cents: z.number(),
  language: z.enum(LANGUAGES).nullable(),
  /** The owner's text for other ways to pay; '' for none. */
  other_ways: z.string(),
  pdf_url: z.string().nullable(),
  /** The payment URL of an external provider: temporary, requested again at each visit; null on the built-in page. */
  redirect_url: z.string().nullable(),
  /** Whether payments are tests with the built-in provider. */
  is_test: z.boolean(),
});
export type PayPage = z.output<typeof payPageSchema>;

const tokenParams = z.object({ token: textSchema(500) });

export const getPayPage = endpoint('GET /pay/:token', 'public', {
  summary: 'Get the pay page of one invoice, or its URL at the provider; opening it changes nothing',
  params: tokenParams,
  reply: success({ data: payPageSchema }),
  rateLimit: { max: 120, seconds: 60 },
});

export const payOnPage = endpoint('POST /pay/:token', 'public', {
  summary: 'Make a test payment; its result arrives as a webhook, as from any provider',
  params: tokenParams,
  body: z.strictObject({
    /** Created by the page once per attempt: the same key never pays twice. */
    key: z.uuid(),
    outcome: z.enum(PAY_OUTCOMES),
    method: z.enum(['card', 'ach']).default('card'),
    /** For `partial`; at most the balance due. */
    amount_cents: z.number().int().min(1).optional(),
    /** The balance that the page showed; if it has changed, nothing is paid (409). */
    due_cents: z.number().int().min(1).optional(),
  }),
  reply: success({
    state: z.enum(['paid', 'partially_paid', 'declined', 'processing']),
    message: z.string(),
    /** The page after the attempt. */
    data: payPageSchema,
  }),
  rateLimit: { max: 30, seconds: 60 },
});

export const getPayPdf = endpoint('GET /pay/:token/pdf', 'public', {
  summary: 'Get the invoice of a pay page as PDF',
  transport: 'stream',
  params: tokenParams,
  reply: z.unknown(),
  rateLimit: { max: 20, seconds: 60 },
});
