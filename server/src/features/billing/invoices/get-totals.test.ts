import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import type { InvoiceRow, InvoiceTotals } from '@ledgerline/contract/invoices/schemas';
import { ACCOUNT_NAMES, INVOICE_STATUSES, invoiceDueInDays } from '@ledgerline/contract/rules';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { type Caller, TEST_NOW, useTestApp } from '#testing/test-app.ts';

/** Nov 20, 2026 at the brokerage. */
const t = useTestApp({ TIME_ZONE: 'America/New_York' });
let agent: Caller;
beforeEach(async () => {
  t.current.clock.set(TEST_NOW);
  await t.current.deps.database.query('truncate transactions, invoices cascade');
  agent = await signInAs(t.current);
});

const totals = async (): Promise<InvoiceTotals> => (await agent.call(endpoints.getInvoiceTotals)).body.data;
const collected = async () => (await totals()).all.collected_cents;
const list = async (query: object): Promise<InvoiceRow[]> =>
  (await agent.call(endpoints.listInvoices, { query: query as never })).body.data;
const dueOf = (rows: readonly InvoiceRow[]) =>
  rows.reduce(
    (cents, { total_cents, paid_amount_cents }) => cents + total_cents - (paid_amount_cents ?? 0),
    0,
  );

/** A sent invoice of 100.00 dollars. */
async function sent(due_date: string | null, square_account: 'BFS' | 'BFA' = 'BFS'): Promise<number> {
  const { id } = await buildInvoice(t.current, { square_account });
  await t.current.deps.database.query(
    `update invoices set status = 'sent', due_date = $2, sent_at = $3 where id = $1`,
    [id, due_date, TEST_NOW],
  );
  return id;
}

async function pay(id: number, amount_cents: number, paid_on: string): Promise<number> {
  const body = { amount_cents, payment_method: 'check', paid_on, note: '', confirm_repeat: true } as const;
  return (await agent.call(endpoints.recordPayment, { params: { id }, body })).body.data.id;
}

function recordReturn(id: number, amount_cents: number, kind: 'refund' | 'reversal', refunded_on: string) {
  const body = { kind, amount_cents, refunded_on, note: '', confirm_repeat: true };
  return agent.call(endpoints.refundPayment, { params: { id }, body });
}

describe('the totals of the invoices', () => {
  it('equal the rows of their filters, in total and for each account', async () => {
    const client = await buildClient(t.current);
    // Every status with every due date, at the provider or not, with and without a part payment.
    await t.current.deps.database.query(
      `insert into invoices (title, customer_id, status, square_account, due_date, provider_status, subtotal_cents, tax_cents,
                             total_cents, paid_amount_cents, created_at, updated_at)
       select 'Plan', $1, status, account, due::date, provider, n, 0, n, case when status in ('partially_paid', 'paid') then n / 3 end, $3, $3
         from (select *, 1000 + row_number() over () * 7 as n
                 from unnest($2::text[]) status, unnest(array['BFS', 'BFA']) account,
                      unnest(array[null, '2026-11-19', '2026-11-20', '2026-11-21', '2025-01-01']) due,
                      unnest(array[null, 'processing', 'unpaid']) provider) each`,
      [client, [...INVOICE_STATUSES], TEST_NOW],
    );
    const all = await list({});
    const figures = await totals();
    for (const account of [undefined, ...ACCOUNT_NAMES]) {
      const figure = figures[account ?? 'all'];
      const where = account === undefined ? {} : { account };
      const pending = await list({ ...where, pending_payment: 'true' });
      const overdue = await list({ ...where, overdue: 'true' });
      expect([figure.outstanding_cents, figure.overdue_cents]).toEqual([dueOf(pending), dueOf(overdue)]);
      const isLate = (row: InvoiceRow) => (invoiceDueInDays({ ...row, today: '2026-11-20' }) ?? 0) < 0;
      const isOf = (row: InvoiceRow) => account === undefined || row.square_account === account;
      expect(overdue).toEqual(all.filter((row) => isLate(row) && isOf(row)));
      expect(overdue.length).toBeGreaterThan(0);
      const paged = await agent.call(endpoints.listInvoices, {
        query: { ...where, overdue: 'true', page: 1, page_size: 2, sort: 'amount' },
      });
      expect([paged.body.total, paged.body.data.length]).toEqual([overdue.length, 2]);
    }
  });

  it('follow payments, refunds and returned payments of an invoice', async () => {
    const late = await sent('2026-11-19');
    const other = await sent(null, 'BFA');
    const figures = async () => {
      const { all, BFS, BFA } = await totals();
      return [all, BFS, BFA].map((one) => [one.outstanding_cents, one.overdue_cents, one.collected_cents]);
    };
    expect(await figures()).toEqual([
      [20_000, 10_000, 0],
      [10_000, 10_000, 0],
      [10_000, 0, 0],
    ]);
    const part = await pay(late, 2500, '2026-11-20');
    const full = await pay(other, 10_000, '2026-11-02');
    expect(await figures()).toEqual([
      [7500, 7500, 12_500],
      [7500, 7500, 2500],
      [0, 0, 10_000],
    ]);
    // A refund of a paid invoice makes nothing due again; a returned payment does.
    await recordReturn(full, 4000, 'refund', '2026-11-20');
    await recordReturn(part, 2500, 'reversal', '2026-11-20');
    expect(await figures()).toEqual([
      [10_000, 10_000, 6000],
      [10_000, 10_000, 0],
      [0, 0, 6000],
    ]);
  });

  it('count money that arrived, in the month of its own date', async () => {
    const id = await sent(null);
    const october = await pay(id, 3000, '2026-10-31');
    expect(await collected()).toBe(0);
    const november = await pay(id, 2000, '2026-11-01');
    expect(await collected()).toBe(2000);
    await recordReturn(october, 1000, 'refund', '2026-11-05');
    expect(await collected()).toBe(1000);
    await t.current.deps.database.query(`update transactions set payment_status = 'pending' where id = $1`, [
      november,
    ]);
    expect(await collected()).toBe(-1000);
    // Reported as failed after it was recorded as returned: nothing arrived and nothing went back.
    await t.current.deps.database.query(
      `update transactions set payment_status = 'completed' where id = $1`,
      [november],
    );
    await recordReturn(november, 2000, 'reversal', '2026-11-20');
    expect(await collected()).toBe(-1000);
    await t.current.deps.database.query(`update transactions set payment_status = 'failed' where id = $1`, [
      november,
    ]);
    expect(await collected()).toBe(-1000);
    // Payments of a void invoice still count as collected.
    const voided = await sent(null);
    await pay(voided, 500, '2026-11-20');
    await t.current.deps.database.query(`update invoices set status = 'void' where id = $1`, [voided]);
    expect(await collected()).toBe(-500);
  });

  it('change at midnight of the brokerage', async () => {
    const id = await sent('2026-11-30');
    await pay(id, 2500, '2026-11-20');
    const at = async (instant: string) => {
      t.current.clock.set(new Date(instant));
      agent = await signInAs(t.current);
      const { overdue_cents, collected_cents } = (await totals()).all;
      return [overdue_cents, collected_cents, (await list({ overdue: 'true' })).length];
    };
    expect(await at('2026-12-01T04:59:59Z')).toEqual([0, 2500, 0]);
    expect(await at('2026-12-01T05:00:00Z')).toEqual([7500, 0, 1]);
  });

  it('are zero without invoices', async () => {
    const none = { outstanding_cents: 0, overdue_cents: 0, collected_cents: 0 };
    expect(await totals()).toEqual({ all: none, BFS: none, BFA: none });
  });
});
