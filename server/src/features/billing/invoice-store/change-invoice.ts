import { writeAudit } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import * as repository from './repository.ts';

export {
  changeInvoice,
  deleteInvoice,
  findLines,
  findOfPeriod,
  type InvoiceChanges,
  type InvoiceRecord,
  insertInvoice,
  type LineRecord,
  lockInvoice,
  lockOfProvider,
  recordReconciled,
  replaceLines,
} from './repository.ts';

/**
 * Returns the invoice with a row lock until the transaction ends. A use case that changes an invoice locks it first and
 * passes the row on, so that it is locked once and published to open screens once, at the end (`publishInvoiceEvent`).
 */
export async function getInvoiceForUpdate(db: Database, id: number): Promise<repository.InvoiceRecord> {
  const row = await repository.lockInvoice(db, id);
  if (!row) throw invoiceNotFound();
  return row;
}

/**
 * Assigns a number to the locked invoice unless it has one. An invoice gets its number when it is first sent or first
 * receives money, keeps it (decision 093), and cannot be deleted from then on.
 */
export async function numberInvoice(
  ctx: Context,
  invoice: repository.InvoiceRecord,
): Promise<repository.InvoiceRecord> {
  if (invoice.external_ref !== null) return invoice;
  const numbered = await repository.assignNumber(ctx.db, invoice.id);
  const entry = { action: 'updated', entity: 'invoice', entity_id: invoice.id } as const;
  await writeAudit(ctx, [{ ...entry, field: 'external_ref', new_value: numbered.external_ref }]);
  return numbered;
}

/**
 * The only writer of the status of a locked invoice; `updated_at` of a sent invoice is the time of sending. The audit log
 * records the old and the new status.
 */
export async function changeStatus(
  ctx: Context,
  invoice: repository.InvoiceRecord,
  status: string,
  changes: repository.InvoiceChanges = {},
  action: 'updated' | 'sent' | 'voided' = 'updated',
): Promise<repository.InvoiceRecord> {
  const at = changes.sent_at ?? ctx.deps.clock.now();
  if (status !== 'draft' && status !== 'void') await numberInvoice(ctx, invoice);
  const changed = await repository.changeStatus(ctx.db, invoice.id, {
    ...changes,
    status,
    ...(action === 'voided' ? { voided_at: at } : {}),
    updated_at: at,
  });
  if (action !== 'updated' || status !== invoice.status) {
    const entry = { entity: 'invoice', entity_id: invoice.id, field: 'status' };
    await writeAudit(ctx, [{ ...entry, action, old_value: invoice.status, new_value: status }]);
  }
  return changed;
}

export function publishInvoiceEvent(
  ctx: Context,
  action: 'created' | 'updated' | 'deleted',
  id: number,
): Promise<void> {
  return publishLiveEvent(ctx, { kind: 'invoices', action, ids: [id] });
}

export function invoiceNotFound(): AppError {
  return new AppError('not_found', { message: 'Invoice not found.' });
}
