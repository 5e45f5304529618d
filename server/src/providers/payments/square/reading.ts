import { type Account, PaymentError } from '../port.ts';
import * as repository from './repository.ts';
import { invoiceAnswer, type SquareInvoice } from './shapes.ts';
import type { SquareTools } from './square-tools.ts';

/** Null when the draft we know was deleted; what is read is kept with the publication. */
export async function readInvoice(
  tools: SquareTools,
  account: Account,
  invoiceId: string,
  row: repository.InvoiceRow | undefined,
): Promise<SquareInvoice | null> {
  try {
    const { invoice } = await tools.clients[account].get(['v2', 'invoices', invoiceId], invoiceAnswer);
    if (row) await keep(tools, row.id, invoice);
    return invoice;
  } catch (error) {
    const isGone = error instanceof PaymentError && error.kind === 'not_found';
    if (!isGone || row?.status !== 'DRAFT') throw error;
    await repository.markDeleted(tools.database, row.id, tools.clock.now());
    return null;
  }
}

export function keep(tools: SquareTools, id: number, invoice: SquareInvoice): Promise<void> {
  return repository.keepInvoice(tools.database, id, {
    invoice_id: invoice.id,
    version: invoice.version,
    status: invoice.status,
    public_url: invoice.public_url ?? null,
    at: tools.clock.now(),
  });
}
