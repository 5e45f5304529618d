import type { Invoice, InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import {
  type Account,
  accountNamed,
  INVOICE_STATUSES,
  invoiceProgress,
  RECURRING_FREQUENCIES,
} from '@ledgerline/contract/rules';
import type { Context } from '#platform/context.ts';
import { wholeAddress } from '#platform/public-address.ts';
import type { InvoiceRecord, LineRecord } from './repository.ts';

/** The columns that lists and answers need, in the order of nothing: rows come as objects. */
export const ROW_COLUMNS = [
  'id',
  'external_ref',
  'title',
  'description',
  'tax_rate',
  'is_tax_enabled',
  'customer_id',
  'full_name',
  'email',
  'phone',
  'due_date',
  'status',
  'send_immediately',
  'square_account',
  'is_recurring',
  'recurring_frequency',
  'recurring_frequency_interval',
  'recurring_end_date',
  'recurring_total_payments',
  'recurring_payment_id',
  'subtotal_cents',
  'tax_cents',
  'total_cents',
  'paid_amount_cents',
  'refunded_cents',
  'square_public_url',
  'square_invoice_id',
  'provider_status',
  'session_id',
  'sent_at',
  'paid_at',
  'voided_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof InvoiceRecord)[];

export type ListedInvoice = Pick<InvoiceRecord, (typeof ROW_COLUMNS)[number]>;

type Place = Pick<Context, 'deps' | 'origin'>;

export function toInvoiceRow(ctx: Place, row: ListedInvoice): InvoiceRow {
  return {
    id: row.id,
    external_ref: row.external_ref,
    title: row.title,
    description: row.description,
    tax_rate: row.tax_rate,
    is_tax_enabled: row.is_tax_enabled,
    customer_id: row.customer_id,
    full_name: row.full_name,
    email: row.email,
    phone: row.phone,
    due_date: row.due_date,
    status: INVOICE_STATUSES.find((known) => known === row.status) ?? 'pending',
    send_immediately: row.send_immediately,
    square_account: accountOf(row),
    is_recurring: row.is_recurring,
    recurring_frequency: RECURRING_FREQUENCIES.find((known) => known === row.recurring_frequency) ?? null,
    recurring_frequency_interval: row.recurring_frequency_interval,
    recurring_end_date: row.recurring_end_date,
    recurring_total_payments: row.recurring_total_payments,
    recurring_payment_id: row.recurring_payment_id,
    subtotal_cents: row.subtotal_cents,
    tax_cents: row.tax_cents,
    total_cents: row.total_cents,
    paid_amount_cents: row.paid_amount_cents,
    refunded_cents: row.refunded_cents,
    progress: invoiceProgress(row),
    square_public_url: row.square_public_url === null ? null : payAddress(ctx, row.square_public_url),
    square_invoice_id: row.square_invoice_id,
    provider_status: row.provider_status,
    session_id: row.session_id,
    sent_at: row.sent_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    voided_at: row.voided_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toInvoice(ctx: Place, row: ListedInvoice, line_items: LineRecord[]): Invoice {
  return { ...toInvoiceRow(ctx, row), line_items };
}

/** The pay page of ours under the address that people use now; earlier versions stored it whole, under the one of then. */
export function payAddress(ctx: Place, stored: string): string {
  return wholeAddress(ctx, URL.parse(stored)?.pathname ?? stored);
}

/** The merchant account of a row; no others are ever stored. */
export function accountOf({ square_account }: { square_account: string }): Account {
  const account = accountNamed(square_account);
  if (!account) throw new Error(`unknown account ${square_account}`);
  return account.value;
}
