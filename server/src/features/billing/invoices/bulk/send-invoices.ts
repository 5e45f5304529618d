import { moneyDisplay, outstandingCents } from '@ledgerline/contract/rules';
import { getInvoiceForUpdate } from '#features/billing/invoice-store/change-invoice.ts';
import { findInvoices, type InvoiceRecord } from '#features/billing/invoice-store/find-invoices.ts';
import {
  assertCurrentProvider,
  assertPublishable,
  isProviderUnavailable,
} from '#features/billing/provider/publish.ts';
import { jobEmailProblem } from '#features/email-templates/address-problems.ts';
import type { BulkAction, Ctx, Outcome } from '#features/records/bulk-actions/bulk-action.ts';
import { oneByOne } from '#features/records/bulk-actions/one-by-one.ts';
import { markLockedSent, publishForSending } from '../send-invoice.ts';
import { INVOICES, planInvoices, rejection } from './invoice-records.ts';
import * as queries from './queries.ts';

const ALREADY_SENT: Outcome = { state: 'skipped', reason: 'The invoice was already sent' };
const NO_EMAIL = 'The invoice has no email address';

/**
 * Sends invoices as an agent sends one, each for the first time only (decision 130). The provider is called before the transaction,
 * with the key of the invoice's publication; the status, the email and the item are one transaction.
 */
export function sendInvoices(): BulkAction {
  return {
    records: INVOICES,
    batchSize: 5,
    isEmail: true,
    check: async () => undefined,
    plan: planSends,
    preview: async (ctx, ids) => {
      const rows = await findInvoices(ctx.db, ids);
      return new Map(
        rows.map((row) => [row.id, { from: moneyDisplay(outstandingCents(row)), to: row.email }]),
      );
    },
    servicesOf: (ctx, ids) => queries.findAccounts(ctx.db, ids),
    prepare: async (ctx, id) => {
      const plans = await planSends(ctx, [id]);
      if (plans.get(id) !== null) return 'ready';
      try {
        await publishForSending(ctx, id);
        return 'ready';
      } catch (error) {
        if (isProviderUnavailable(error)) return 'unavailable';
        throw error;
      }
    },
    run: async (ctx, ids) => {
      const rows = await findInvoices(ctx.db, ids);
      return oneByOne(
        ctx,
        rows.map(({ id }) => id),
        async (id) => {
          const row = await getInvoiceForUpdate(ctx.db, id);
          const problem = problemOf(ctx, row);
          if (problem) return problem;
          await markLockedSent(ctx, row);
          return { state: 'changed' };
        },
      );
    },
  };
}

const planSends = (ctx: Ctx, ids: readonly number[]) => planInvoices(ctx, ids, (row) => problemOf(ctx, row));

function problemOf(ctx: Ctx, row: InvoiceRecord): Outcome | null {
  const problem = rejection(() => assertPublishable(row, true));
  if (problem) return problem;
  if (row.sent_at !== null) return ALREADY_SENT;
  const reason = jobEmailProblem(ctx.deps, row.email ?? '', NO_EMAIL);
  return reason ? { state: 'rejected', reason } : rejection(() => assertCurrentProvider(ctx, row));
}
