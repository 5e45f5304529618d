import { type Invoice, type InvoiceRow, invoiceRowSchema } from '@ledgerline/contract/invoices/schemas';
import {
  type Account,
  accountNamed,
  INVOICE_STATUSES,
  invoicePaymentState,
  invoiceProgress,
  RECURRING_FREQUENCIES,
} from '@ledgerline/contract/rules';
import type { Context } from '#platform/context.ts';
import { pick } from '#platform/pick.ts';
import { absoluteUrl } from '#platform/public-address.ts';
import type { InvoiceRecord, LineRecord } from './repository.ts';

/** The columns that lists and responses return, without the computed ones. */
export const ROW_COLUMNS = invoiceRowSchema.omit({ progress: true, payment_state: true }).keyof().options;

export type ListedInvoice = Pick<InvoiceRecord, (typeof ROW_COLUMNS)[number]>;

type UrlContext = Pick<Context, 'deps' | 'origin'>;

export function toInvoiceRow(ctx: UrlContext, row: ListedInvoice): InvoiceRow {
  return {
    ...pick(row, ROW_COLUMNS),
    status: INVOICE_STATUSES.find((known) => known === row.status) ?? 'pending',
    square_account: accountOf(row),
    recurring_frequency: RECURRING_FREQUENCIES.find((known) => known === row.recurring_frequency) ?? null,
    progress: invoiceProgress(row),
    payment_state: invoicePaymentState(row),
    square_public_url: row.square_public_url === null ? null : payAddress(ctx, row.square_public_url),
    sent_at: row.sent_at?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    voided_at: row.voided_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toInvoice(ctx: UrlContext, row: ListedInvoice, line_items: LineRecord[]): Invoice {
  return { ...toInvoiceRow(ctx, row), line_items };
}

/** Our pay page under the current public address. Earlier versions stored the full URL with the address of that time. */
export function payAddress(ctx: UrlContext, stored: string): string {
  return absoluteUrl(ctx, URL.parse(stored)?.pathname ?? stored);
}

/** The merchant account of a row; no other values are ever stored. */
export function accountOf({ square_account }: { square_account: string }): Account {
  const account = accountNamed(square_account);
  if (!account) throw new Error(`unknown account ${square_account}`);
  return account.value;
}
