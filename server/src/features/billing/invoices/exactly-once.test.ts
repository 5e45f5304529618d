import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderPayment } from '#platform/ports/payments.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { type KillRisk, openFaultyServer } from '#testing/faulty-server.ts';
import {
  newWorld,
  ours,
  providerOf,
  type Row,
  STEPS,
  type Stage,
  settleAll,
  TOTAL_CENTS,
  type TrackedCall,
  type World,
} from '#testing/payment-world.ts';
import { seededRandom } from '#testing/random.ts';
import { useTestApp } from '#testing/test-app.ts';

const RUNS = 40;
const RUNS_PER_TEST = 10;
const SERVERS = 3;
const ROUNDS = 18;
const DEATHS = 0.12;

const t = useTestApp();
const risk: KillRisk = { random: seededRandom(0), chance: 0 };
let stage: Stage;

beforeAll(async () => {
  const { token } = await signInAs(t.current);
  const clientId = await buildClient(t.current);
  const servers = await Promise.all(Array.from({ length: SERVERS }, () => openFaultyServer(t.current, risk)));
  stage = { t: t.current, risk, servers, token, clientId };
});
afterAll(() => Promise.all(stage.servers.map((server) => server.close())));

const sumOf = (rows: Row[], kind: string) =>
  rows
    .filter((row) => row.kind === kind && row.payment_status === 'completed')
    .reduce((sum, { amount }) => sum + amount, 0);

/** Our transactions equal the provider's books and what agents were notified of: nothing missing, nothing twice. */
async function compare(world: World): Promise<void> {
  const books = await providerOf(world).listPayments(world.account, world.providerInvoiceId);
  const reported = await ours(world, 'provider is not null');
  const asReported = (payment: ProviderPayment) =>
    [payment.providerPaymentId, payment.kind, payment.status, payment.method, payment.amount_cents].join(' ');
  const asStored = (row: Row) =>
    [row.provider_payment_id, row.kind, row.payment_status, row.payment_method, row.amount].join(' ');
  expect(reported.map(asStored).sort()).toEqual(books.map(asReported).sort());

  const answered = (calls: TrackedCall[], status: number) =>
    calls.filter((call) => call.status === status).map(({ key }) => key);
  const byHand = await ours(world, 'provider is null');
  const { pay, record, refund } = world.calls;
  expect(byHand.map(({ note }) => note).sort()).toEqual(
    [...answered(record, 201), ...answered(refund, 201)].sort(),
  );
  expect(books.filter(({ kind }) => kind === 'payment')).toHaveLength(answered(pay, 200).length);
  await compareSums(world, [...reported, ...byHand]);
}

async function compareSums(world: World, rows: Row[]): Promise<void> {
  const { database } = t.current.deps;
  const received = sumOf(rows, 'payment');
  const net = Math.max(0, received - sumOf(rows, 'refund'));
  const [invoice] = await database.query('select * from invoices where id = $1', [world.id]);
  // In the order in which they happened, not in which they were recorded: a refund makes nothing due again once the invoice
  // was paid in full.
  const at = ({ provider_at, created_at }: Row) => (provider_at ?? created_at).getTime();
  const inOrder = rows
    .filter((row) => row.payment_status === 'completed')
    .sort((a, b) => at(a) - at(b) || a.kind.localeCompare(b.kind));
  let balance = 0;
  const balances = inOrder.map(({ kind, amount }) => (balance += kind === 'payment' ? amount : -amount));
  const status = Math.max(0, ...balances) >= TOTAL_CENTS ? 'paid' : net > 0 ? 'partially_paid' : 'draft';
  expect(invoice).toMatchObject({
    status,
    paid_amount_cents: received > 0 ? net : null,
    refunded_cents: sumOf(rows, 'refund'),
  });
  const [session] = await database.query<{ n: number }>(
    'select cardinality(payment_received_at) as n from sessions where id = $1',
    [world.sessionId],
  );
  expect((session?.n ?? 0) > 0).toBe(received > 0);
  const [audit] = await database.query<{ n: number }>(
    `select count(*) as n from audit_events
      where entity = 'transaction' and action = 'created' and entity_id = any($1)`,
    [rows.map(({ id }) => id)],
  );
  expect(audit?.n).toBe(rows.length);
}

async function run(seed: number): Promise<World> {
  const random = seededRandom(seed);
  risk.random = seededRandom(seed + 1_000_000);
  risk.chance = DEATHS;
  const world = await newWorld(stage, random);
  risk.chance = DEATHS;
  for (let round = 0; round < ROUNDS; round += 1) {
    t.current.clock.advance(1000);
    const atOnce = Array.from({ length: random.between(1, 3) }, () => random.pick(STEPS));
    await Promise.all(atOnce.map((step) => step(world)));
  }
  await settleAll(world);
  await compare(world);
  const published = await t.current.deps.database.query(
    `select 1 from pay_invoices where published ->> 'title' = (select title from invoices where id = $1)`,
    [world.id],
  );
  expect(published).toHaveLength(1);
  await t.current.deps.database.query('delete from provider_events');
  return world;
}

describe('every effect happens exactly once', () => {
  const seen = { payments: 0, dropped: 0 };
  const first = Array.from({ length: RUNS / RUNS_PER_TEST }, (_, n) => n * RUNS_PER_TEST);

  it.each(first)(
    'under loss, repetition, reordering and kills, from run %i on',
    { timeout: 600_000 },
    async (from) => {
      for (let seed = from; seed < from + RUNS_PER_TEST; seed += 1) {
        const world = await run(seed).catch((error: unknown) => {
          throw new Error(`run ${seed}`, { cause: error });
        });
        seen.payments += (await ours(world, 'true')).length;
        seen.dropped += world.dropped;
      }
    },
  );

  it('and the runs covered many effects', () => {
    expect(seen.payments).toBeGreaterThan(RUNS);
    expect(seen.dropped).toBeGreaterThan(RUNS / 20);
  });
});
