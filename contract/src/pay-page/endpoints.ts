import { z } from 'zod';
import { answer, endpoint } from '../endpoint.ts';
import { LANGUAGES } from '../languages.ts';
import { ACCOUNT_NAMES } from '../rules.ts';
import { textSchema } from '../schemas.ts';

/** What happens to a test payment on the built-in pay page. */
export const PAY_OUTCOMES = ['paid', 'partial', 'declined', 'delayed'] as const;

/** The hosted pay page of the built-in provider: the invoice, and nothing else of the client. Money in cents. */
const payPageSchema = z.object({
  /** `preparing`: its page is being made anew after an edit; `not_payable`: none will be made as the invoice is, for instance because the provider refused it or a former one published it. */
  state: z.enum(['open', 'processing', 'paid', 'refunded', 'cancelled', 'preparing', 'not_payable']),
  brokerage: z.string(),
  account: z.enum(ACCOUNT_NAMES),
  account_label: z.string(),
  reference: z.string(),
  title: z.string(),
  description: z.string(),
  customer_name: z.string(),
  due_date: z.string().nullable(),
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
  /** Given back on purpose; once the invoice was paid in full that makes nothing due again (decision 091). */
  refunded_cents: z.number(),
  due_cents: z.number(),
  language: z.enum(LANGUAGES).nullable(),
  /** The owner's text for other ways to pay; '' for none. */
  other_ways: z.string(),
  pdf_url: z.string().nullable(),
  /** Where an outside provider takes the money: temporary, asked for anew at each visit; null on the built-in page. */
  redirect_url: z.string().nullable(),
  /** Test money of the built-in provider. */
  is_test: z.boolean(),
});
export type PayPage = z.output<typeof payPageSchema>;

const tokenParams = z.object({ token: textSchema(500) });

export const getPayPage = endpoint('getPayPage', 'GET /pay/:token', 'public', {
  summary: 'The pay page of one invoice, or where the provider keeps it now; opening it changes nothing',
  params: tokenParams,
  reply: answer({ data: payPageSchema }),
  rateLimit: { max: 120, seconds: 60 },
});

export const payOnPage = endpoint('payOnPage', 'POST /pay/:token', 'public', {
  summary: 'A test payment; what follows comes through the webhook inbox like any provider event',
  params: tokenParams,
  body: z.strictObject({
    /** Made by the page once per attempt: the same key never pays twice. */
    key: z.uuid(),
    outcome: z.enum(PAY_OUTCOMES),
    method: z.enum(['card', 'ach']).default('card'),
    /** For `partial`; never more than is due. */
    amount_cents: z.number().int().min(1).optional(),
    /** What the page showed as due: where that is another sum by now, nothing is paid (409). */
    due_cents: z.number().int().min(1).optional(),
  }),
  reply: answer({
    state: z.enum(['paid', 'partially_paid', 'declined', 'processing']),
    message: z.string(),
    /** The page after the attempt. */
    data: payPageSchema,
  }),
  rateLimit: { max: 30, seconds: 60 },
});

export const getPayPdf = endpoint('getPayPdf', 'GET /pay/:token/pdf', 'public', {
  summary: 'The invoice of a pay page as PDF',
  transport: 'stream',
  params: tokenParams,
  reply: z.unknown(),
  rateLimit: { max: 20, seconds: 60 },
});
