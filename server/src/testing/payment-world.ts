import { ACCOUNT_NAMES } from '@ledgerline/contract/rules';
import { expect } from 'vitest';
import { eventHandlers } from '#app';
import { publishInvoice } from '#features/billing/provider/publish.ts';
import { reconcileInvoice } from '#features/billing/provider/reconcile.ts';
import { processEvent } from '#features/webhooks/receive-event.ts';
import type { OwnPagePayments } from '#platform/ports/built-in-pay-page.ts';
import type { Account } from '#platform/ports/payments.ts';
import { buildSession } from './factories.ts';
import type { FaultyServer, KillRisk } from './faulty-server.ts';
import { buildInvoice } from './invoices.ts';
import type { Random } from './random.ts';
import type { TestApp } from './test-app.ts';

export const TOTAL_CENTS = 10_000;

/** Several servers on one database, of which any may die at any time, and an agent. */
export interface Stage {
  t: TestApp;
  risk: KillRisk;
  servers: FaultyServer[];
  token: string;
  clientId: number;
}

/** The provider's own counter: it does not die with our servers. */
export function providerOf({ t }: Pick<World, 't'>): OwnPagePayments {
  const { payments } = t.deps;
  if (!payments.hasOwnPage) throw new Error('the test is about the built-in provider');
  return payments;
}

/** A call by a client that repeats it with the same key until it gets a definite response. */
export interface TrackedCall {
  key: string;
  url: string;
  body: object;
  status?: number;
}

export interface World extends Stage {
  random: Random;
  id: number;
  sessionId: number;
  account: Account;
  payToken: string;
  providerInvoiceId: string;
  calls: { pay: TrackedCall[]; record: TrackedCall[]; refund: TrackedCall[] };
  dropped: number;
}

const server = (world: World) => world.random.pick(world.servers);
const isDone = ({ status }: TrackedCall) => status !== undefined && status < 300;
const isClear = ({ status }: TrackedCall) => status !== undefined && status < 500;

/** Publishing is interrupted as well, and repeated until it succeeds. */
export async function newWorld(stage: Stage, random: Random): Promise<World> {
  const { t, clientId, servers, risk } = stage;
  const account = random.pick(ACCOUNT_NAMES);
  const session = await buildSession(t, { client_id: clientId });
  const { id } = await buildInvoice(t, {
    square_account: account,
    customer_id: clientId,
    session_id: session.id,
    title: `Review of session ${session.id}`,
    total_cents: TOTAL_CENTS,
  });
  for (;;) {
    try {
      const { deps } = random.pick(servers);
      const row = await publishInvoice({ ...t.systemContext(), db: deps.database, deps }, id);
      const payToken = row.square_public_url?.split('/pay/')[1] ?? '';
      const providerInvoiceId = row.square_invoice_id ?? '';
      const calls = { pay: [], record: [], refund: [] };
      return {
        ...stage,
        random,
        id,
        sessionId: session.id,
        account,
        payToken,
        providerInvoiceId,
        calls,
        dropped: 0,
      };
    } catch {
      risk.chance *= 0.9;
    }
  }
}

async function send(world: World, call: TrackedCall): Promise<void> {
  const response = await server(world).app.inject({
    method: 'POST',
    url: call.url,
    payload: call.body,
    headers: { authorization: `Bearer ${world.token}`, 'idempotency-key': call.key },
    remoteAddress: `10.0.${world.random.between(0, 255)}.${world.random.between(1, 250)}`,
  });
  const { statusCode } = response;
  // A completed operation stays completed: every later response is the same, or none. A rejection may differ later.
  if (isDone(call)) expect([call.status, 500]).toContain(statusCode);
  else call.status = statusCode;
}

/** A new call, or a previous one repeated: a double click, or a retry after no response. */
function sendOneOf(
  world: World,
  calls: TrackedCall[],
  build: (key: string) => TrackedCall | null,
): Promise<void> {
  const isRepeat = calls.length > 0 && world.random.next() < 0.5;
  const call = isRepeat ? world.random.pick(calls) : build(world.random.uuid());
  if (!call) return Promise.resolve();
  if (!isRepeat) calls.push(call);
  return send(world, call);
}

function clientPays(world: World): Promise<void> {
  const { random } = world;
  return sendOneOf(world, world.calls.pay, (key) => {
    const outcome = random.pick(['paid', 'partial', 'partial', 'partial', 'declined', 'delayed'] as const);
    const amount = outcome === 'partial' ? { amount_cents: random.between(1, 4000) } : {};
    const body = { key, outcome, method: random.pick(['card', 'ach']), ...amount };
    return { key, url: `/api/pay/${world.payToken}`, body };
  });
}

function agentRecords(world: World): Promise<void> {
  return sendOneOf(world, world.calls.record, (key) => {
    const amount_cents = world.random.between(1, 2500);
    const body = {
      amount_cents,
      payment_method: 'cash',
      paid_on: '2026-11-20',
      note: key,
      confirm_repeat: true,
    };
    return { key, url: `/api/invoices/${world.id}/payments`, body };
  });
}

async function agentRefunds(world: World): Promise<void> {
  const payments = await ours(world, `kind = 'payment' and recorded_by is not null`);
  await sendOneOf(world, world.calls.refund, (key) => {
    const payment = payments.at(-1);
    const amount_cents = world.random.between(1, 1200);
    const body = { amount_cents, refunded_on: '2026-11-20', note: key, confirm_repeat: true };
    return payment ? { key, url: `/api/transactions/${payment.id}/refund`, body } : null;
  });
}

async function providerRefunds(world: World): Promise<void> {
  const all = await providerOf(world).listPayments(world.account, world.providerInvoiceId);
  const payment = all.find(({ kind, status }) => kind === 'payment' && status === 'completed');
  if (!payment || all.some(({ refundOf }) => refundOf === payment.providerPaymentId)) return;
  await providerOf(world).refund(
    world.account,
    payment.providerPaymentId,
    1,
    `refund ${payment.providerPaymentId}`,
  );
}

async function bankDecides(world: World): Promise<void> {
  world.t.clock.advance(20_000);
  await providerOf(world).settleDelayed();
}

/** One of the waiting events, in no order; lost in transit, or its receipt is lost, or all goes well. */
async function eventTravels(world: World): Promise<void> {
  const waiting = await providerOf(world).undelivered(500);
  if (waiting.length === 0) return;
  const event = world.random.pick(waiting);
  if (world.random.next() < 0.08) {
    world.dropped += 1;
    return providerOf(world).delivered(event.id);
  }
  const response = await server(world).app.inject({
    method: 'POST',
    url: `/api/webhooks/payments/${event.account}`,
    payload: event.rawBody,
    headers: event.headers,
  });
  expect([200, 500]).toContain(response.statusCode);
  if (response.statusCode === 200 && world.random.next() < 0.6) await providerOf(world).delivered(event.id);
}

/** A waiting event, or, as a job that runs twice, any webhook event. */
async function processWaitingEvent(world: World): Promise<void> {
  const isRepeat = world.random.next() < 0.25;
  const events = await webhooks(world, isRepeat ? 'true' : `status = 'new'`);
  if (events.length === 0) return;
  await ignoreKill(world, () =>
    processEvent(server(world).deps, eventHandlers, world.random.pick(events).id),
  );
}

function reconcile(world: World): Promise<void> {
  const { t } = world;
  const { deps } = server(world);
  const ctx = { ...t.systemContext(), db: deps.database, deps };
  return ignoreKill(world, () => reconcileInvoice(ctx, world.id));
}

async function ignoreKill({ risk }: World, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (risk.chance === 0 && !String(error).includes('is not known yet')) throw error;
  });
}

export const STEPS = [
  clientPays,
  clientPays,
  clientPays,
  agentRecords,
  agentRefunds,
  providerRefunds,
  bankDecides,
  eventTravels,
  eventTravels,
  eventTravels,
  eventTravels,
  processWaitingEvent,
  processWaitingEvent,
  processWaitingEvent,
  reconcile,
];

/** No server dies from now on: waiting callers get a response, waiting events are delivered and processed. */
export async function settleAll(world: World): Promise<void> {
  world.risk.chance = 0;
  const { pay, record, refund } = world.calls;
  for (const call of [...pay, ...record, ...refund]) if (!isClear(call)) await send(world, call);
  await bankDecides(world);
  for (const event of await providerOf(world).undelivered(500)) {
    const { account, rawBody: payload, headers, id } = event;
    const url = `/api/webhooks/payments/${account}`;
    expect((await server(world).app.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(200);
    await providerOf(world).delivered(id);
  }
  await world.t.deps.database.query(`update provider_events set status = 'new' where status = 'parked'`);
  for (let round = 0; round < 3; round += 1) {
    for (const { id } of await webhooks(world, `status = 'new'`)) {
      await ignoreKill(world, () => processEvent(server(world).deps, eventHandlers, id));
    }
  }
  if (world.dropped > 0) await reconcile(world);
}

const webhooks = ({ t }: World, condition = 'true') =>
  t.deps.database.query<{ id: number }>(`select id from provider_events where ${condition} order by id desc`);

export interface Row {
  id: number;
  kind: string;
  payment_status: string;
  payment_method: string;
  amount: number;
  note: string;
  provider_payment_id: string | null;
  provider_at: Date | null;
  created_at: Date;
}
export const ours = ({ id, t }: World, condition: string) =>
  t.deps.database.query<Row>(
    `select * from transactions where invoice_id = ${id} and ${condition} order by id`,
  );
