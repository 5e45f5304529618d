import { beforeAll, expect, it } from 'vitest';
import { buildClient } from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let clients: [number, number];

beforeAll(async () => {
  clients = [await buildClient(t.current), await buildClient(t.current)];
});

const MOVE = 'update invoices set customer_id = $2 where id = $1';
const PAY = `insert into transactions (invoice_id, square_account, kind, payment_method, amount, payment_status, paid_on, created_at)
             values ($1, 'BFS', 'payment', 'check', 100, 'completed', '2026-11-20', now())`;
const WAITING = `select pid from pg_stat_activity
                  where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into transactions%'`;
const clientsOf = async (invoice: number) =>
  (
    await t.current.deps.database.arrays<[number]>(
      'select customer_id from transactions where invoice_id = $1 order by id',
      [invoice],
    )
  ).flat();

it('a payment has the client of its invoice, even if it arrives while the invoice moves to another client', async () => {
  const { database } = t.current.deps;
  const { id } = await buildInvoice(t.current, { customer_id: clients[0] });
  await database.query(PAY, [id]);
  expect(await clientsOf(id)).toEqual([clients[0]]);

  let late: Promise<unknown> | undefined;
  await database.transaction(async (db) => {
    await db.query(MOVE, [id, clients[1]]);
    late = database.query(PAY, [id]);
    await expect.poll(() => database.query(WAITING)).toHaveLength(1);
  });
  await late;
  expect(await clientsOf(id)).toEqual([clients[1], clients[1]]);
  await expect(
    database.query('update transactions set customer_id = $2 where invoice_id = $1', [id, clients[0]]),
  ).rejects.toThrow('transactions_invoice_fk');
});
