import { reauthenticate } from '@ledgerline/contract/auth/reauthentication/endpoints';
import * as invoices from '@ledgerline/contract/invoices/endpoints';
import { ACCOUNT_NAMES } from '@ledgerline/contract/rules';
import { rateLimited, serverError } from '@ledgerline/fakes/square/failures';
import type { FakeSquare } from '@ledgerline/fakes/square/fake-square';
import { expect } from 'vitest';
import { eventHandlers, jobHandlers } from '#app';
import { reconcileInvoice } from '#features/billing/provider/reconcile.ts';
import { processEvent } from '#features/webhooks/receive-event.ts';
import { buildSession, PASSWORD, signInAs } from './factories.ts';
import type { FaultyServer, KillRisk } from './faulty-server.ts';
import { buildInvoice } from './invoices.ts';
import type { Random } from './random.ts';
import type { TestApp } from './test-app.ts';

const MAINTENANCE_MS = 6 * 60_000;
const MIN_ROUNDS = 2;

/** Several servers on one database, of which any may die at any time, with one Square. */
export interface SquareStage {
  t: TestApp;
  fake: FakeSquare;
  risk: KillRisk;
  servers: FaultyServer[];
  clientId: number;
}

/** One invoice of each account in a session of their own, and everyone involved. */
export interface SquareRun extends SquareStage {
  random: Random;
  token: string;
  sessionId: number;
  ids: number[];
  dropped: number;
}

export async function createRun(stage: SquareStage, random: Random): Promise<SquareRun> {
  const { t, clientId: customer_id } = stage;
  const { token } = await signInAs(t);
  const { id: session_id } = await buildSession(t, { client_id: customer_id });
  const ids: number[] = [];
  for (const square_account of ACCOUNT_NAMES) {
    ids.push((await buildInvoice(t, { square_account, customer_id, session_id })).id);
  }
  return { ...stage, random, token, sessionId: session_id, ids, dropped: 0 };
}

const server = ({ random, servers }: SquareRun) => random.pick(servers);

/** Operations by agents; the provider's records show the result of a rejected or unanswered one. */
async function agentCalls(
  world: SquareRun,
  endpoint: string,
  body?: object,
  method: 'POST' | 'PUT' = 'POST',
) {
  const { app } = server(world);
  const request = {
    method,
    url: `/api/invoices/${world.random.pick(world.ids)}${endpoint}`,
    ...(body ? { payload: body } : {}),
    headers: { authorization: `Bearer ${world.token}` },
  };
  let { statusCode } = await app.inject(request);
  if (statusCode === 403) {
    // The clock has moved past the last re-authentication.
    await world.t.withToken(world.token).call(reauthenticate, { body: { password: PASSWORD } });
    statusCode = (await app.inject(request)).statusCode;
  }
  expect([200, 201, 400, 409, 500, 502, 503]).toContain(statusCode);
}

export const agentPublishes = (world: SquareRun) => agentCalls(world, '/generate-link');

async function agentVoids(world: SquareRun): Promise<void> {
  if (world.random.next() < 0.2) await agentCalls(world, '/void');
}

function agentEdits(world: SquareRun): Promise<void> {
  const unit_price_cents = world.random.between(5000, 15_000);
  const line_items = [{ description: 'Review', quantity: 1, unit_price_cents }];
  return agentCalls(world, '', { line_items }, invoices.updateInvoice.method === 'PUT' ? 'PUT' : 'POST');
}

function agentRecordsCash(world: SquareRun): Promise<void> {
  const amount_cents = world.random.between(1, 2000);
  return agentCalls(world, '/payments', { amount_cents, payment_method: 'cash', paid_on: '2026-11-20' });
}

/** URLs that clients were ever sent to, including outdated ones. */
async function addressesOf({ t, ids }: SquareRun): Promise<string[]> {
  const rows = await t.deps.database.query<{ provider_invoice_id: string }>(
    `select provider_invoice_id from invoice_publications
      where invoice_id = any($1) and provider_invoice_id is not null`,
    [ids],
  );
  return rows.map(({ provider_invoice_id }) => provider_invoice_id);
}

/** Square itself reports what it accepts. */
function atSquare(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    expect(String(error)).toMatch(/cannot be (paid|refunded)/);
  }
}

async function clientPays(world: SquareRun): Promise<void> {
  const { random, fake } = world;
  const addresses = await addressesOf(world);
  if (addresses.length === 0) return;
  const method = random.pick(['card', 'card', 'ach'] as const);
  const part = random.next() < 0.6 ? { amount: random.between(1, 4000) } : {};
  atSquare(() => fake.pay(random.pick(addresses), { method, ...part }));
}

const merchants = ({ fake }: Pick<SquareRun, 'fake'>) => [fake.merchant('BFS'), fake.merchant('BFA')];

const inProgress = (world: SquareRun) =>
  merchants(world).flatMap(({ payments, refunds }) =>
    [...payments, ...refunds].filter(({ status }) => status === 'PENDING'),
  );

async function bankDecides(world: SquareRun): Promise<void> {
  const { fake, random } = world;
  const pending = inProgress(world);
  if (pending.length === 0) return;
  fake.settle(random.pick(pending).id, random.pick(['completed', 'completed', 'failed'] as const));
}

async function allBanksDecide(world: SquareRun): Promise<void> {
  while (inProgress(world).length > 0) await bankDecides(world);
}

async function sellerRefunds(world: SquareRun): Promise<void> {
  const { fake, random } = world;
  const all = merchants(world).flatMap(({ payments }) =>
    payments.filter(({ status }) => status === 'COMPLETED'),
  );
  if (all.length === 0) return;
  const pending = random.next() < 0.3;
  atSquare(() => fake.refund(random.pick(all).id, random.between(1, 500), { pending }));
}

/** One of the waiting events, in no order; lost in transit, or its receipt is lost, or all goes well. */
async function eventTravels(world: SquareRun): Promise<void> {
  const { random, fake } = world;
  if (fake.outbox.waiting.length === 0) return;
  const event = random.pick(fake.outbox.waiting);
  const remove = () => fake.outbox.drain((each) => each === event);
  if (random.next() < 0.15) {
    world.dropped += 1;
    remove();
    return;
  }
  const { statusCode } = await post(world, event);
  expect([200, 500]).toContain(statusCode);
  if (statusCode === 200 && random.next() < 0.6) remove();
}

function post(world: SquareRun, event: FakeSquare['outbox']['waiting'][number]) {
  const { pathname } = new URL(event.url);
  const { rawBody: payload, headers } = event;
  return server(world).app.inject({ method: 'POST', url: pathname, payload, headers });
}

const webhooks = ({ t }: SquareRun, condition: string) =>
  t.deps.database.query<{ id: number }>(`select id from provider_events where ${condition} order by id desc`);

/** A waiting event, or, as a job that runs twice, any webhook event. */
async function processWaitingEvent(world: SquareRun): Promise<void> {
  const isRepeat = world.random.next() < 0.25;
  const events = await webhooks(world, isRepeat ? 'true' : `status = 'new'`);
  if (events.length === 0) return;
  const { id } = world.random.pick(events);
  await survived(processEvent(server(world).deps, eventHandlers, id));
}

function compare(world: SquareRun): Promise<void> {
  return survived(reconcileOne(world, world.random.pick(world.ids)));
}

function reconcileOne(world: SquareRun, id: number): Promise<void> {
  const { deps } = server(world);
  return reconcileInvoice({ ...world.t.systemContext(), db: deps.database, deps }, id);
}

async function runMaintenance(world: SquareRun): Promise<void> {
  world.t.clock.advance(MAINTENANCE_MS);
  const handlers = jobHandlers(server(world).deps);
  await survived(handlers.find(({ queue }) => queue === 'invoice-publications-tending')?.work({}));
}

/** What the connection, or Square, does to the next call. */
async function lineBreaks({ fake, random }: SquareRun): Promise<void> {
  const failure = random.pick([
    { kind: 'cut', when: 'before' },
    { kind: 'cut', when: 'after' },
    { kind: 'cut', when: 'after' },
    serverError(),
    rateLimited(random.pick([1, 600])),
  ] as const);
  fake.http.failNext(random.pick(['GET', 'POST', 'POST']), /^\/v2\//, failure, random.between(1, 4));
}

async function expireKeys({ fake, random, t }: SquareRun): Promise<void> {
  if (random.next() > 0.3) return;
  t.clock.advance(5 * 60_000);
  fake.expireIdempotencyKeys();
}

const survived = async (work: Promise<unknown> | undefined): Promise<void> => {
  await work?.catch(() => undefined);
};

export const RANDOM_STEPS = [
  agentPublishes,
  agentPublishes,
  agentPublishes,
  agentEdits,
  agentRecordsCash,
  agentVoids,
  clientPays,
  clientPays,
  clientPays,
  bankDecides,
  sellerRefunds,
  eventTravels,
  eventTravels,
  eventTravels,
  eventTravels,
  processWaitingEvent,
  processWaitingEvent,
  processWaitingEvent,
  compare,
  runMaintenance,
  lineBreaks,
  expireKeys,
];

/** From now on no server dies and nothing fails: banks decide, waiting events are delivered, processed, maintained and reconciled. */
export async function settleAll(world: SquareRun): Promise<void> {
  const { risk, fake, t, ids } = world;
  risk.chance = 0;
  fake.http.clear();
  for (let round = 0; round < MIN_ROUNDS || fake.outbox.waiting.length > 0; round += 1) {
    await allBanksDecide(world);
    for (const event of fake.outbox.drain()) expect((await post(world, event)).statusCode).toBe(200);
    await t.deps.database.query(`update provider_events set status = 'new' where status = 'parked'`);
    for (const { id } of await webhooks(world, `status = 'new'`)) {
      await survived(processEvent(server(world).deps, eventHandlers, id));
    }
    await runMaintenance(world);
    for (const id of ids) await reconcileOne(world, id);
  }
}
