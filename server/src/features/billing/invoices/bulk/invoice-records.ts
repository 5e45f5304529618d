import type { Selection } from '@ledgerline/contract/bulk-actions/endpoints';
import {
  findInvoiceIds,
  findInvoices,
  type InvoiceRecord,
} from '#features/billing/invoice-store/find-invoices.ts';
import type { Ctx, OtherRecords, Outcome } from '#features/records/bulk-actions/bulk-action.ts';
import { AppError } from '#platform/errors.ts';
import * as queries from './queries.ts';

/** Invoices as the records of a bulk action (decision 130). */
export const INVOICES: OtherRecords = {
  noun: 'invoices',
  all: 'all_invoices',
  select: selectInvoices,
  find: async (ctx, ids) => {
    const rows = await findInvoices(ctx.db, ids);
    return new Map(rows.map((row) => [row.id, { client_id: row.customer_id, label: labelOf(row) }]));
  },
  balance: (ctx, ids) => queries.sumBalance(ctx.db, ids),
};

async function selectInvoices(ctx: Ctx, { ids, all_invoices }: Selection, limit: number): Promise<number[]> {
  return all_invoices ? findInvoiceIds(ctx, all_invoices, limit) : [...new Set(ids)].sort((a, b) => a - b);
}

/** 'INV-1001 · Ana Ruiz'; an invoice has no number before it is sent. */
function labelOf({ id, external_ref, full_name, email }: InvoiceRecord): string {
  return [external_ref ?? `Invoice ${id}`, full_name?.trim() || email].filter(Boolean).join(' · ');
}

/** The plan of an action that does not change the invoices with a problem. */
export async function planInvoices(
  ctx: Ctx,
  ids: readonly number[],
  problemOf: (row: InvoiceRecord) => Outcome | null,
): Promise<Map<number, Outcome | null>> {
  const rows = await findInvoices(ctx.db, ids);
  return new Map(rows.map((row) => [row.id, problemOf(row)]));
}

/** The outcome that a rule of the single action rejects with; null if it allows the invoice. */
export function rejection(check: () => void): Outcome | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { state: 'rejected', reason: error.message };
  }
}
