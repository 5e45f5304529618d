import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { buildAgent, buildClient } from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';
import { COLLECTED, sumCollected } from './queries.ts';
import { foldCollected } from './repository.ts';

const t = useTestApp();
const YEAR = { from: '2026-01-01', to: '2026-12-31' };
let agents: (number | null)[];
let clients: number[];
let invoices: number[];

beforeAll(async () => {
  agents = [(await buildAgent(t.current)).id, (await buildAgent(t.current)).id, null];
  clients = [await buildClient(t.current), await buildClient(t.current)];
  const built = await Promise.all(
    [...clients, ...clients].map((customer_id) => buildInvoice(t.current, { customer_id })),
  );
  invoices = built.map(({ id }) => id);
});

const database = () => t.current.deps.database;

/** What was collected, by the definition itself. */
const counted = (db: Database) =>
  db.query(
    `select date_trunc('month', t.paid_on::timestamp)::date::text as month, t.square_account as account,
            o.owner_agent_id as agent_id, count(*)::int as transactions, sum(${COLLECTED.cents})::bigint as cents
       from transactions t join client_outlines o on o.client_id = t.customer_id
      where ${COLLECTED.where} and t.paid_on between $1::date and $2::date
      group by 1, 2, 3`,
    [YEAR.from, YEAR.to],
  );

async function expectEqualSums() {
  const sums = await sumCollected(database(), YEAR);
  const order = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
  expect(order(sums)).toEqual(order(await counted(database())));
}

const PAY = `insert into transactions (invoice_id, square_account, kind, payment_method, amount, payment_status, refund_of, paid_on, created_at)
             values ($1, $2, $3, 'check', $4, $5, $6, $7, now())`;
const setOwner = (db: Database, client: number, agent: number | null) =>
  db.query('update clients set owner_agent_id = $2 where id = $1', [client, agent]);

const account = fc.constantFrom('BFS', 'BFA');
const status = fc.constantFrom('completed', 'completed', 'pending', 'failed');
const paidOn = fc.constantFrom(
  '2025-12-31',
  '2026-01-01',
  '2026-01-31',
  '2026-02-01',
  '2026-12-31',
  '2027-01-01',
);
const some = fc.nat(20);
const change = fc.oneof(
  fc.record({
    op: fc.constant('pay' as const),
    kind: fc.constantFrom('payment', 'payment', 'refund', 'reversal'),
    amount: fc.integer({ min: 1, max: 900 }),
    ...{ account, status, paidOn, some },
  }),
  fc.record({ op: fc.constant('change' as const), account, status, paidOn, some }),
  fc.record({ op: fc.constant('fail all' as const), some }),
  fc.record({ op: fc.constantFrom('own' as const, 'move' as const, 'remove' as const), some }),
  fc.record({ op: fc.constant('fold' as const) }),
);
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

async function apply(db: Database, one: Change): Promise<void> {
  if (one.op === 'fold') return foldCollected(db);
  const pick = <Value>(values: readonly Value[]): Value => values[one.some % values.length] as Value;
  const invoice = pick(invoices);
  const rows = await db.arrays<[number]>('select id from transactions order by id');
  const id = rows.length > 0 ? pick(rows)[0] : null;
  if (one.op === 'pay')
    await db.query(PAY, [
      ...[invoice, one.account, one.kind, one.amount, one.status],
      ...[one.kind === 'payment' ? null : id, one.paidOn],
    ]);
  else if (one.op === 'change')
    await db.query(
      'update transactions set square_account = $2, payment_status = $3, paid_on = $4 where id = $1',
      [...[id, one.account, one.status, one.paidOn]],
    );
  // One statement for payments and what was returned of them.
  else if (one.op === 'fail all')
    await db.query("update transactions set payment_status = 'failed' where invoice_id = $1", [invoice]);
  else if (one.op === 'own') await setOwner(db, pick(clients), pick(agents));
  else if (one.op === 'move')
    await db.query('update invoices set customer_id = $2 where id = $1', [
      invoice,
      pick(clients.toReversed()),
    ]);
  else await db.query('delete from transactions where id = $1', [id]);
}

describe('the stored sums of collected money', () => {
  it('equal the sums of the transactions after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), async (changes) => {
        for (const one of changes) await apply(database(), one);
        await expectEqualSums();
      }),
      { numRuns: 25 },
    );
  });

  it('are one row for each month, account and owner after a fold, also when two run at once', async () => {
    for (let n = 0; n < 9; n++)
      await database().query(PAY, [invoices[0], 'BFS', 'payment', 100, 'completed', null, '2026-03-05']);
    await Promise.all([foldCollected(database()), foldCollected(database())]);
    await foldCollected(database());
    const groups =
      'select 1 from collected_deltas group by month, square_account, owner_agent_id having count(*) > 1';
    expect(await database().query(groups)).toEqual([]);
    await expectEqualSums();
  });

  it.each([
    ['a payment while the owner changes', 'own first'],
    ['a change of owner while a payment is recorded', 'pay first'],
  ])('include %s', async (_, order) => {
    const [invoice = 0] = invoices;
    const [agent = null] = agents;
    const [[client] = [0]] = await database().arrays<[number]>(
      'select customer_id from invoices where id = $1',
      [invoice],
    );
    await setOwner(database(), client, null);
    const pay = (db: Database) =>
      db.query(PAY, [invoice, 'BFS', 'payment', 700, 'completed', null, '2026-05-05']);
    const own = (db: Database) => setOwner(db, client, agent);
    const [first, second] = order === 'own first' ? [own, pay] : [pay, own];
    let late: Promise<unknown> | undefined;
    await database().transaction(async (db) => {
      await first(db);
      late = second(database());
      await expect
        .poll(() =>
          database().query(
            "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          ),
        )
        .toHaveLength(1);
    });
    await late;
    await expectEqualSums();
    expect(await counted(database())).toContainEqual(
      expect.objectContaining({ month: '2026-05-01', agent_id: agent }),
    );
  });

  it('follow the clients of an agent who is deleted', async () => {
    const [agent] = agents;
    await setOwner(database(), clients[0] ?? 0, agent ?? null);
    await database().query('delete from agents where id = $1', [agent]);
    await expectEqualSums();
  });
});
