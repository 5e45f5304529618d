import { z } from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { ACCOUNT_NAMES, RECURRING_FREQUENCIES, RECURRING_STATUSES, UPCOMING_DAYS } from '../rules.ts';
import { filterSchema, idSchema } from '../schemas.ts';

const days = z.coerce.number().int().min(1).max(3660);

/** A schedule of repeated invoices (1§3). */
const recurringPaymentSchema = z.object({
  id: z.number(),
  name: z.string(),
  status: z.enum(RECURRING_STATUSES),
  customer_id: z.number(),
  client_first_name: z.string().nullable(),
  client_last_name: z.string().nullable(),
  client_email: z.string().nullable(),
  amount_cents: z.number(),
  square_account: z.enum(ACCOUNT_NAMES),
  frequency: z.enum(RECURRING_FREQUENCIES),
  frequency_interval: z.number(),
  /** Null once no more payments are due. */
  next_payment_date: z.string().nullable(),
  /** Invoices of the schedule that are paid (decisions O4). */
  payments_made: z.number(),
  /** Invoices that were created, including the first one: what `total_payments` limits. */
  invoices_made: z.number(),
  total_payments: z.number().nullable(),
  end_date: z.string().nullable(),
  source_invoice_id: z.number().nullable(),
  created_at: z.string(),
});
export type RecurringPayment = z.output<typeof recurringPaymentSchema>;

const list = success({ data: z.array(recurringPaymentSchema) });
const one = success({ data: recurringPaymentSchema, message: z.string() });

export const listRecurringPayments = endpoint('GET /recurring-payments', 'agent', {
  summary: 'List schedules, next due first',
  query: z.object({
    customer_id: idSchema.optional(),
    status: z.enum(RECURRING_STATUSES).optional(),
    upcoming_days: days.optional(),
    filter: filterSchema.optional(),
  }),
  audit: { action: 'listed', of: 'invoice', rows: 'data' },
  reply: list,
});

export const listUpcomingPayments = endpoint('GET /recurring-payments/upcoming', 'agent', {
  summary: 'List ACTIVE schedules due between today and a number of days ahead, both included (decisions L8)',
  query: z.object({ days: days.default(UPCOMING_DAYS), filter: filterSchema.optional() }),
  audit: { action: 'listed', of: 'invoice', rows: 'data' },
  reply: list,
});

export const cancelRecurringPayment = endpoint('DELETE /recurring-payments/:id', 'agent', {
  needsReauthentication: true,
  summary: 'Cancel a schedule permanently; the row stays, a second cancel changes nothing (decisions L5, L6)',
  audit: 'own',
  reply: one,
});

export const pauseRecurringPayment = endpoint('POST /recurring-payments/:id/pause', 'agent', {
  summary: 'Pause an ACTIVE schedule',
  audit: 'own',
  reply: one,
});

export const resumeRecurringPayment = endpoint('POST /recurring-payments/:id/resume', 'agent', {
  summary:
    'Resume a PAUSED schedule; a date that has passed moves to the next date of its schedule (decisions L9)',
  audit: 'own',
  reply: one,
});
