import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSquarePayments } from '#providers/payments/square/square-payments.ts';
import { buildClient } from '#testing/factories.ts';
import { type KillRisk, openFaultyServer } from '#testing/faulty-server.ts';
import { seededRandom } from '#testing/random.ts';
import { expectBooksAgree, expectNothingTwice, expectSeparateAccounts } from '#testing/square-accounts.ts';
import { useSquareOffice } from '#testing/square-office.ts';
import {
  agentPublishes,
  createRun,
  RANDOM_STEPS,
  type SquareRun,
  type SquareStage,
  settleAll,
} from '#testing/square-run.ts';

const RUNS = 16;
const SERVERS = 3;
const ROUNDS = 20;
const DEATHS = 0.08;

const w = useSquareOffice();
const risk: KillRisk = { random: seededRandom(0), chance: 0 };
let stage: SquareStage;

beforeAll(async () => {
  const { t, fake } = w.current;
  const clientId = await buildClient(t);
  const wait = async () => undefined;
  const servers = await Promise.all(
    Array.from({ length: SERVERS }, () =>
      openFaultyServer(t, risk, (database) => createSquarePayments({ ...t.deps, database, wait })),
    ),
  );
  stage = { t, fake, risk, servers, clientId };
});
afterAll(() => Promise.all(stage.servers.map((server) => server.close())));

interface Row {
  id: number;
  status: string;
  total_cents: number;
  paid_amount_cents: number | null;
  refunded_cents: number;
}

/** The sums and the status of each invoice follow from its payments, and Square requests nothing beyond them. */
async function expectInvoicesRight({ t, fake, ids, sessionId }: SquareRun): Promise<void> {
  const { database } = t.deps;
  let receivedInAll = 0;
  for (const row of await database.query<Row>('select * from invoices where id = any($1)', [ids])) {
    const money = await database.query<{ kind: string; amount: number }>(
      `select kind, amount from transactions where invoice_id = $1 and payment_status = 'completed'
        order by coalesce(provider_at, created_at), kind`,
      [row.id],
    );
    const sum = (kind: string) =>
      money.filter((one) => one.kind === kind).reduce((cents, { amount }) => cents + amount, 0);
    const [received, refunded_cents] = [sum('payment'), sum('refund')];
    receivedInAll += received;
    const net = received - refunded_cents;
    const open = net > 0 ? 'partially_paid' : 'draft';
    // Paid once the full total was kept at one time; a part payment that was refunded before is due again.
    let kept = 0;
    const most = Math.max(
      0,
      ...money.map(({ kind, amount }) => (kept += kind === 'payment' ? amount : -amount)),
    );
    const status = row.status === 'void' ? 'void' : most >= row.total_cents ? 'paid' : open;
    expect(row).toMatchObject({ status, refunded_cents, paid_amount_cents: received > 0 ? net : null });
    const published = await database.query<{ provider_invoice_id: string }>(
      'select provider_invoice_id from invoice_publications where invoice_id = $1 and provider_invoice_id is not null',
      [row.id],
    );
    const payable = published
      .map(({ provider_invoice_id }) => fake.invoice(provider_invoice_id))
      .filter(({ status: word }) => ['UNPAID', 'PARTIALLY_PAID', 'SCHEDULED'].includes(word));
    expect(payable.length).toBeLessThanOrEqual(status === 'void' || status === 'paid' ? 0 : 1);
    const due = payable[0]?.next_payment_amount_money?.amount;
    if (due !== undefined) expect(due).toBe(row.total_cents - net);
  }
  const [session] = await database.query<{ n: number }>(
    'select cardinality(payment_received_at) as n from sessions where id = $1',
    [sessionId],
  );
  expect((session?.n ?? 0) > 0).toBe(receivedInAll > 0);
}

async function run(seed: number): Promise<SquareRun> {
  const random = seededRandom(seed);
  risk.random = seededRandom(seed + 1_000_000);
  risk.chance = 0;
  const world = await createRun(stage, random);
  risk.chance = DEATHS;
  for (let n = 0; n < 4; n += 1) await agentPublishes(world);
  for (let round = 0; round < ROUNDS; round += 1) {
    stage.t.clock.advance(1000);
    const atOnce = Array.from({ length: random.between(1, 3) }, () => random.pick(RANDOM_STEPS));
    await Promise.all(atOnce.map((chance) => chance(world)));
  }
  expectSeparateAccounts(stage.fake);
  await settleAll(world);
  await expectBooksAgree(stage.t, stage.fake);
  await expectNothingTwice(stage.t, stage.fake);
  expectSeparateAccounts(stage.fake);
  await expectInvoicesRight(world);
  expect(stage.fake.http.violations).toEqual([]);
  await stage.t.deps.database.query('delete from provider_events');
  return world;
}

describe('every effect happens exactly once with Square', () => {
  it('under loss, repetition, reordering, cut connections and kills', { timeout: 600_000 }, async () => {
    let dropped = 0;
    for (let seed = 0; seed < RUNS; seed += 1) {
      const world = await run(seed).catch((error: unknown) => {
        throw new Error(`run ${seed}`, { cause: error });
      });
      dropped += world.dropped;
    }
    const [seen] = await stage.t.deps.database.query<{ n: number }>(
      `select count(*)::int as n from transactions where provider = 'square'`,
    );
    expect(seen?.n).toBeGreaterThan(RUNS);
    expect(dropped).toBeGreaterThan(RUNS / 2);
  });
});
