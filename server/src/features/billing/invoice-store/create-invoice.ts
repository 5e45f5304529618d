import type { FieldError } from '@ledgerline/contract/errors';
import { type Account, singleLine } from '@ledgerline/contract/rules';
import { findClient } from '#features/records/clients/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import * as book from './change-invoice.ts';
import { type ContactInput, type LineInput, type Priced, priced, type RecurringOptions } from './rules.ts';

export type { InvoiceRecord } from './change-invoice.ts';

/** The content of an invoice, whether an agent or a schedule creates it. */
export interface InvoiceContent {
  title: string;
  description: string;
  line_items: readonly LineInput[];
  tax_rate: number;
  is_tax_enabled: boolean;
  square_account: Account;
  customer_id: number;
  session_id: number | null;
  due_date: string | null;
  contact: ContactInput;
}

export interface InvoiceExtras {
  created_by: number | null;
  send_immediately?: boolean;
  /** Requested with the invoice; the caller creates the schedule itself. */
  recurring?: RecurringOptions;
  /**
   * The schedule that creates the invoice and the period it is for. A second invoice for the same period is never created.
   */
  recurring_payment_id?: number;
  recurring_period?: string;
}

/** Stores a draft with sums computed by the server. If the period already has an invoice, returns that one. */
export async function createInvoiceRecord(
  ctx: Context,
  content: InvoiceContent,
  extras: InvoiceExtras,
): Promise<book.InvoiceRecord> {
  const { lines, ...sums } = sumsOf(content);
  const { line_items: _, contact, ...stored } = content;
  const { recurring, ...contactInput } = extras;
  const now = ctx.deps.clock.now();
  const created = await book.insertInvoice(ctx.db, {
    ...stored,
    // Schedules from earlier versions may have a title with several lines.
    title: singleLine(content.title),
    ...sums,
    ...(await contactOf(ctx, content.customer_id, contact)),
    ...contactInput,
    ...(recurring ?? { is_recurring: extras.recurring_payment_id !== undefined }),
    created_at: now,
    updated_at: now,
  });
  if (!created) return ofPeriod(ctx, extras);
  await book.replaceLines(ctx.db, created.id, lines, true);
  await auditAction(ctx, 'created', 'invoice', created.id, {
    new_value: created.title,
    of_client: created.customer_id,
  });
  // The scheduler creates thousands in a row and publishes them together.
  if (extras.recurring_period === undefined) await book.publishInvoiceEvent(ctx, 'created', created.id);
  return created;
}

/** The sums of valid content; anything else is a validation error. */
export function sumsOf(content: Parameters<typeof priced>[0]): Priced {
  const outcome = priced(content);
  if (!outcome.ok) throw invoiceError(outcome.problem);
  return outcome.sums;
}

export function invoiceError(problem: FieldError): AppError {
  return new AppError('validation_failed', { fields: [problem] });
}

/** The contact as sent, with the client's own for what was left out (decisions K8). */
export async function contactOf(
  ctx: Context,
  clientId: number,
  contactInput: ContactInput,
): Promise<{ full_name: string | null; email: string | null; phone: string | null }> {
  const { full_name, email, phone } = contactInput;
  if (full_name !== undefined && email !== undefined && phone !== undefined) {
    return { full_name: full_name || null, email: email || null, phone: phone || null };
  }
  const client = await findClient(ctx, clientId);
  const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
  const name = [text(client.client_first_name), text(client.client_last_name)].filter(Boolean).join(' ');
  return {
    full_name: full_name === undefined ? text(name) : full_name || null,
    email: email === undefined ? text(client.primary_email) : email || null,
    phone: phone === undefined ? text(client.primary_phone) : phone || null,
  };
}

async function ofPeriod(ctx: Context, extras: InvoiceExtras): Promise<book.InvoiceRecord> {
  const { recurring_payment_id: schedule, recurring_period: period } = extras;
  const row =
    schedule === undefined || period === undefined
      ? undefined
      : await book.findOfPeriod(ctx.db, schedule, period);
  if (!row) throw new Error('the invoice was not stored');
  return row;
}
