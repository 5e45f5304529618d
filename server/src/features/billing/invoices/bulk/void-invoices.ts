import { moneyDisplay, outstandingCents } from '@ledgerline/contract/rules';
import { findInvoices, type InvoiceRecord } from '#features/billing/invoice-store/find-invoices.ts';
import type { BulkAction, Ctx, Outcome } from '#features/records/bulk-actions/bulk-action.ts';
import { oneByOne } from '#features/records/bulk-actions/one-by-one.ts';
import { assertVoidable, voidInvoice } from '../void-invoice.ts';
import { INVOICES, planInvoices, rejection } from './invoice-records.ts';

const ALREADY_VOID: Outcome = { state: 'skipped', reason: 'The invoice is already void' };

/**
 * Voids invoices as an agent voids one. No provider is called here: each transaction also queues the job that cancels the
 * invoice's page, as for a single invoice whose server stopped (decision 130).
 */
export function voidInvoices(): BulkAction {
  return {
    records: INVOICES,
    needsReauthentication: true,
    batchSize: 20,
    check: async () => undefined,
    plan: planVoids,
    preview: async (ctx, ids) => {
      const rows = await findInvoices(ctx.db, ids);
      return new Map(
        rows.map((row) => [
          row.id,
          { from: moneyDisplay(row.total_cents), to: moneyDisplay(outstandingCents(row)) },
        ]),
      );
    },
    run: async (ctx, ids) => {
      const plans = await planVoids(ctx, ids);
      return oneByOne(ctx, [...plans.keys()], async (id) => {
        const problem = plans.get(id);
        if (problem) return problem;
        await voidInvoice(ctx, id);
        return { state: 'changed' };
      });
    },
  };
}

const planVoids = (ctx: Ctx, ids: readonly number[]) => planInvoices(ctx, ids, problemOf);

const problemOf = (row: InvoiceRecord): Outcome | null =>
  row.status === 'void' ? ALREADY_VOID : rejection(() => assertVoidable(row));
