import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { getInvoiceForUpdate } from '#features/billing/invoice-store/change-invoice.ts';
import { buildPublishedInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';
import { updateSums } from './book-payments.ts';

const t = useTestApp();
const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);

/** An invoice of 10000 cents with money as the previous version recorded it: payments above zero, refunds below. */
async function invoiceWith(money: readonly number[]): Promise<number> {
  const { id } = await buildPublishedInvoice(t.current);
  for (const cents of money) {
    await sql(
      `insert into transactions (invoice_id, square_account, kind, payment_method, amount, payment_status, paid_on, created_at)
       values ($1, 'BFS', $2, 'check', $3, 'completed', '2026-11-20', now())`,
      [id, cents > 0 ? 'payment' : 'refund', Math.abs(cents)],
    );
  }
  await sql(`update invoices set status = 'partially_paid', paid_at = null where id = $1`, [id]);
  return id;
}

async function lastStatementOf(migration: string): Promise<string> {
  const folder = path.resolve(import.meta.dirname, '../../../../migrations');
  const name = (await readdir(folder)).find((file) => file.endsWith(migration)) ?? '';
  return (await readFile(path.join(folder, name), 'utf8')).split('--> statement-breakpoint').at(-1) ?? '';
}

it('the migration counts no earlier refunded part payment toward a lower total', async () => {
  const id = await invoiceWith([5000, -5000]);
  const paidId = await invoiceWith([10_000, -10_000]);
  await sql(`update invoices set status = 'paid' where id = $1`, [paidId]);
  await sql('update invoices set total_cents = 5000 where id = $1', [id]);
  const statement = await lastStatementOf('_money_times.sql');
  expect(statement).toContain('total_changed_at');
  await sql(statement);
  const settledStatus = async (invoiceId: number) => {
    await t.current.deps.database.transaction(async (db) => {
      await updateSums({ ...t.current.systemContext(), db }, await getInvoiceForUpdate(db, invoiceId));
    });
    const [row] = await sql<{ status: string }>('select status from invoices where id = $1', [invoiceId]);
    return row?.status;
  };
  expect([await settledStatus(id), await settledStatus(paidId)]).toEqual(['draft', 'paid']);
});

it('the migration marks only invoices as paid that were paid in full before their refund, and audits each', async () => {
  const cases: [number[], string][] = [
    [[10_000, -10_000], 'paid'],
    [[4000, 6000, -1000, -500], 'paid'],
    [[5000, -5000], 'partially_paid'],
    [[5000, -5000, 5000], 'partially_paid'],
    [[6000, -6000, 4000], 'partially_paid'],
    // A bounced check that was recorded as a refund, and a part payment that replaces it.
    [[10_000, -10_000, 4000], 'partially_paid'],
  ];
  const ids: number[] = [];
  for (const [money] of cases) ids.push(await invoiceWith(money));
  const statement = await lastStatementOf('_invoice_numbers.sql');
  expect(statement).toContain('update invoices');
  await sql(statement);
  await sql(statement);
  const read = 'select status, paid_at is not null as has_day from invoices where id = any($1) order by id';
  const paid = cases.map(([, status]) => ({ status, has_day: status === 'paid' }));
  expect(await sql(read, [ids])).toEqual(paid);
  const audited = await sql(
    `select entity_id, old_value, new_value from audit_events
      where entity = 'invoice' and field = 'status' and operation = 'paid before its refund' and entity_id = any($1) order by id`,
    [ids],
  );
  const values = { old_value: 'partially_paid', new_value: 'paid' };
  expect(audited).toEqual(ids.slice(0, 2).map((entity_id) => ({ entity_id, ...values })));
});
