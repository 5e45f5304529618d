import { type Account, PaymentError, type ProviderInvoice } from '#platform/ports/payments.ts';
import { listPayments } from './order-payments.ts';
import { readInvoice } from './reading.ts';
import * as repository from './repository.ts';
import type { SquareInvoice } from './shapes.ts';
import type { SquareTools } from './square-tools.ts';
import { invoiceStatus, invoiceSums } from './statuses.ts';

/** The invoice as Square has it now. */
export async function getInvoice(
  tools: SquareTools,
  account: Account,
  invoiceId: string,
): Promise<ProviderInvoice> {
  const row = await repository.findByInvoice(tools.database, account, invoiceId);
  if (row?.status === 'DELETED') return deletedInvoice(row, invoiceId);
  const invoice = await readInvoice(tools, account, invoiceId, row);
  return invoice ? toProviderInvoice(tools, account, invoice) : deletedInvoice(row, invoiceId);
}

export async function toProviderInvoice(
  tools: SquareTools,
  account: Account,
  invoice: SquareInvoice,
): Promise<ProviderInvoice> {
  const sums = invoiceSums(invoice);
  return {
    providerInvoiceId: invoice.id,
    account,
    status: invoiceStatus(invoice.status, tools.noteUnknown),
    version: invoice.version,
    ...sums,
    refunded_cents: await refundedCents(tools, account, invoice, sums.paid_cents),
    publicUrl: invoice.public_url ?? '',
  };
}

/** A draft that is no more: nobody ever saw or paid it. */
export function deletedInvoice(row: repository.InvoiceRow | undefined, invoiceId: string): ProviderInvoice {
  if (!row) throw new PaymentError('not_found', `there is no invoice ${invoiceId}`);
  return {
    providerInvoiceId: invoiceId,
    account: row.account,
    status: 'cancelled',
    version: row.version,
    total_cents: row.total_cents,
    paid_cents: 0,
    refunded_cents: 0,
    publicUrl: '',
  };
}

/** An invoice does not tell what was given back; only where some may have been is it worth the calls. */
async function refundedCents(
  tools: SquareTools,
  account: Account,
  { id, status }: SquareInvoice,
  paid_cents: number,
): Promise<number> {
  const mayHave = status.includes('REFUND') || (status === 'CANCELED' && paid_cents > 0);
  if (!mayHave) return 0;
  const payments = await listPayments(tools, account, id);
  return payments
    .filter(({ kind, status: state }) => kind === 'refund' && state === 'completed')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}
