import { type Account, PaymentError } from '#platform/ports/payments.ts';
import type { SquareAccount } from './accounts.ts';
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
    const square = tools.clients[account];
    const { invoice } = await square.get(['v2', 'invoices', invoiceId], invoiceAnswer);
    if (row) await keep(tools, row.id, invoice);
    else refuseOther(square.account, invoice);
    return invoice;
  } catch (error) {
    const isGone = error instanceof PaymentError && error.kind === 'not_found';
    if (!isGone || row?.status !== 'DRAFT') throw error;
    await repository.markDeleted(tools.database, row.id, tools.clock.now());
    return null;
  }
}

/** Both accounts may be locations of one merchant, whose token then reads the invoices of both. */
function refuseOther({ account, locationId }: SquareAccount, { id, location_id }: SquareInvoice): void {
  if (!location_id || location_id === locationId) return;
  throw new PaymentError('not_found', `invoice ${id} is not of ${account}`);
}

export function keep(tools: SquareTools, id: number, invoice: SquareInvoice): Promise<void> {
  return repository.keepInvoice(tools.database, id, {
    invoice_id: invoice.id,
    version: invoice.version,
    status: invoice.status,
    at: tools.clock.now(),
  });
}
