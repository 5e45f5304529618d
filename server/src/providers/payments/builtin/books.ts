import { randomBytes } from 'node:crypto';
import { accountSchema, invoiceLineSchema } from '@ledgerline/contract/invoices/schemas';
import { z } from 'zod';
import type { TokenSigner } from '#platform/auth/tokens.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Database, DatabasePool } from '#platform/database/database.ts';
import { bookSums } from '#platform/ports/built-in-pay-page.ts';
import {
  type Account,
  type InvoiceToPublish,
  PaymentError,
  type ProviderInvoice,
  type ProviderPayment,
  TotalDiffers,
} from '#platform/ports/payments.ts';
import * as repository from './repository.ts';

/** Dependencies of the provider's modules. */
export interface PaymentTools {
  database: DatabasePool;
  clock: Clock;
  tokens: TokenSigner;
  config: Pick<Config, 'PUBLIC_URL'>;
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(18).toString('base64url')}`;

export const publishedSchema = z.object({
  account: accountSchema,
  idempotencyKey: z.string(),
  customerId: z.string(),
  reference: z.string().nullable(),
  title: z.string(),
  description: z.string(),
  lines: z.array(invoiceLineSchema),
  tax_rate: z.number(),
  tax_cents: z.number(),
  total_cents: z.number(),
  due_date: z.string().nullable(),
});

/** The invoice as the provider reports it; all sums are computed from its payments. */
export async function toProviderInvoice(
  tools: PaymentTools,
  db: Database,
  row: repository.InvoiceRecord,
): Promise<ProviderInvoice> {
  const sums = bookSums(await paymentsOf(db, row.id));
  const { paid_cents, refunded_cents } = sums;
  const path = `/pay/${row.token}`;
  return {
    providerInvoiceId: row.invoice_id,
    account: row.account,
    status: statusOf(row, sums),
    version: null,
    total_cents: row.total_cents,
    paid_cents,
    refunded_cents,
    publicUrl: tools.config.PUBLIC_URL ? new URL(path, tools.config.PUBLIC_URL).href : path,
  };
}

export function toProviderPayment(row: repository.NewPayment): ProviderPayment {
  return {
    providerPaymentId: row.payment_id,
    kind: row.kind,
    status: row.status,
    method: row.method,
    card_brand: row.card_brand,
    card_last4: row.card_last4,
    amount_cents: row.amount_cents,
    at: row.changed_at,
    refundOf: row.refund_of,
  };
}

/** Payments and refunds of an invoice, oldest first. */
export async function paymentsOf(db: Database, invoiceRow: number): Promise<ProviderPayment[]> {
  return (await repository.listPayments(db, invoiceRow)).map(toProviderPayment);
}

/** Rejects totals that do not add up, like a provider that calculates the total itself. */
export function checkSums(invoice: InvoiceToPublish): void {
  const total = invoice.lines.reduce((sum, line) => sum + line.line_total_cents, invoice.tax_cents);
  if (total !== invoice.total_cents) {
    const detail = `lines and tax come to ${total}, not ${invoice.total_cents}`;
    throw new TotalDiffers(total, invoice.total_cents, detail);
  }
  if (!(total > 0)) throw new PaymentError('invalid', 'there is nothing to pay');
}

export async function requireInvoice(
  db: Database,
  account: Account,
  providerInvoiceId: string,
  lock = false,
): Promise<repository.InvoiceRecord> {
  const row = await repository.findInvoice(db, account, providerInvoiceId, lock);
  if (!row) throw new PaymentError('not_found', `there is no invoice ${providerInvoiceId} in ${account}`);
  return row;
}

function statusOf(
  { cancelled_at, total_cents }: repository.InvoiceRecord,
  { paid_cents, refunded_cents, settled_cents }: ReturnType<typeof bookSums>,
): string {
  if (cancelled_at) return 'cancelled';
  if (settled_cents < total_cents) return paid_cents > refunded_cents ? 'partially_paid' : 'unpaid';
  if (paid_cents - refunded_cents >= total_cents) return 'paid';
  return refunded_cents < paid_cents ? 'partially_refunded' : 'refunded';
}
