import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type { getInvoiceTotals as endpoint } from '@ledgerline/contract/invoices/endpoints';
import { brokerageDay, type Context } from '#platform/context.ts';
import { byAccount } from '#platform/ports/payments.ts';
import { sumByAccount } from './queries.ts';

/** Today and the month are those of the brokerage. */
export async function getInvoiceTotals(ctx: Context): Promise<ReplyOf<typeof endpoint>> {
  const sums = await sumByAccount(ctx.db, brokerageDay(ctx.deps));
  const figuresOf = (isOne: (account: string) => boolean) => {
    const rows = sums.filter(({ account }) => isOne(account));
    const sum = (name: 'outstanding_cents' | 'overdue_cents' | 'collected_cents') =>
      rows.reduce((cents, row) => cents + row[name], 0);
    return {
      outstanding_cents: sum('outstanding_cents'),
      overdue_cents: sum('overdue_cents'),
      collected_cents: sum('collected_cents'),
    };
  };
  return {
    success: true,
    data: { all: figuresOf(() => true), ...byAccount((name) => figuresOf((account) => account === name)) },
  };
}
