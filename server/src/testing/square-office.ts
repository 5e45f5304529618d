import * as invoices from '@ledgerline/contract/invoices/endpoints';
import { getPayPage } from '@ledgerline/contract/pay-page/endpoints';
import { getSession } from '@ledgerline/contract/sessions/endpoints';
import type { OutgoingEvent } from '@ledgerline/fakes/square/events';
import { FakeSquare } from '@ledgerline/fakes/square/fake-square';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { jobHandlers } from '#app';
import { PUBLICATIONS_QUEUE } from '#features/billing/provider/publish.ts';
import { reconcileOpenInvoices } from '#features/billing/provider/reconcile.ts';
import { SENDING_QUEUE } from '#features/billing/scheduler/run-due-schedules.ts';
import { EVENT_QUEUES } from '#features/webhooks/receive-event.ts';
import type { Account } from '#platform/ports/payments.ts';
import { createSquarePayments } from '#providers/payments/square/square-payments.ts';
import { buildClient, buildSession, signInAs } from './factories.ts';
import { TEST_NOW, type TestApp, useTestApp } from './test-app.ts';

const PUBLIC_URL = 'https://portal.example.com';
const QUEUES: string[] = [EVENT_QUEUES.payments, PUBLICATIONS_QUEUE, SENDING_QUEUE];
const MAX_TRIES = 8;

interface Job {
  queue: string;
  data: object;
  tries: number;
}

export interface SquareOffice {
  t: TestApp;
  fake: FakeSquare;
  /** Jobs that were sent and are queued; `work` runs them. */
  jobs: Job[];
  agent: Awaited<ReturnType<typeof signInAs>>;
}

/** The complete product with Square: a fake of both accounts, the real database, jobs that a test runs itself. */
export function useSquareOffice(environment: Record<string, string> = {}): {
  readonly current: SquareOffice;
} {
  let now = () => TEST_NOW;
  const fake = new FakeSquare({ now: () => now() });
  const t = useTestApp(async () => {
    await fake.start();
    return { PUBLIC_URL, ...fake.environment(PUBLIC_URL), ...environment };
  });
  let office: SquareOffice | undefined;
  beforeAll(async () => {
    const { deps, clock } = t.current;
    now = () => clock.now();
    expect(deps.payments.name).toBe('square');
    deps.payments = createSquarePayments({ ...deps, wait: async () => undefined });
    const jobs: Job[] = [];
    vi.spyOn(deps.jobs, 'send').mockImplementation(async (_, queue, data) => {
      if (QUEUES.includes(queue)) jobs.push({ queue, data, tries: 0 });
    });
    office = { t: t.current, fake, jobs, agent: await signInAsOwner(t.current) };
  });
  // Hours pass between tests, and a sign-in expires.
  beforeEach(async () => {
    if (office) office.agent = await signInAsOwner(t.current);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await fake.stop();
  });
  return {
    get current() {
      if (!office) throw new Error('the test office is not set up yet');
      return office;
    },
  };
}

const signInAsOwner = (t: TestApp) => signInAs(t, { is_owner: true, is_developer: true });

/** Runs queued jobs and those they queue; a failed one is retried, as in the queue, and finally stays failed. */
export async function work({ t, jobs }: SquareOffice): Promise<void> {
  const handlers = jobHandlers(t.deps);
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const { queue, data, tries } = job;
    const done = handlers.find((each) => each.queue === queue)?.work(data);
    await done?.catch(() => {
      if (tries + 1 < MAX_TRIES) jobs.push({ queue, data, tries: tries + 1 });
    });
  }
}

/** Posts events to the URL of their subscription; returns the responses. */
export async function deliver(
  { t, fake }: Pick<SquareOffice, 't' | 'fake'>,
  events: readonly OutgoingEvent[] = fake.outbox.drain(),
): Promise<number[]> {
  const statuses: number[] = [];
  for (const { url, rawBody: payload, headers } of events) {
    const { pathname } = new URL(url);
    statuses.push((await t.app.inject({ method: 'POST', url: pathname, payload, headers })).statusCode);
  }
  return statuses;
}

/** All events of Square arrive and are processed. */
export async function deliverAll(office: SquareOffice): Promise<void> {
  expect((await deliver(office)).filter((status) => status !== 200)).toEqual([]);
  await work(office);
}

/** An hour passes, and the scheduler reconciles with Square. */
export async function reconcile(office: SquareOffice): Promise<void> {
  office.t.clock.advance(3_600_000);
  await reconcileOpenInvoices(office.t.deps);
  await work(office);
}

/** A draft of 100 dollars and tax in a session of a new client. */
export async function newInvoice({ t, agent }: SquareOffice, account: Account = 'BFS', cents = 10_000) {
  const customer_id = await buildClient(t, { primary_email: 'ana@example.com' });
  const { id: session_id } = await buildSession(t, { client_id: customer_id });
  const created = await agent.call(invoices.createInvoice, {
    body: {
      ...{ title: 'Plan review', customer_id, session_id, square_account: account, is_tax_enabled: true },
      line_items: [{ description: 'Plan review', quantity: 1, unit_price_cents: cents }],
    },
  });
  expect(created.status).toBe(201);
  return { id: created.body.id, customer_id, session_id };
}

export async function readInvoice({ agent }: SquareOffice, id: number) {
  return (await agent.call(invoices.getInvoice, { params: { id } })).body.data;
}

/** Creates the link; the invoice's own id at Square. */
export async function publish(office: SquareOffice, id: number): Promise<string> {
  const { status } = await office.agent.call(invoices.generateInvoiceLink, { params: { id } });
  expect(status).toBe(200);
  return (await readInvoice(office, id)).square_invoice_id ?? '';
}

/** Where our own URL currently redirects a visitor. */
export async function squareAddress({ t }: SquareOffice, payment_url: string): Promise<string | null> {
  const token = new URL(payment_url).pathname.split('/').at(-1) ?? '';
  const page = await t.call(getPayPage, { params: { token } });
  expect(page.status).toBe(200);
  return page.body.data.redirect_url;
}

/** What the client does on Square's page; whether Square accepted it. */
export async function payAt(address: string, how: 'all' | 'bank' | 'completed' | 'failed'): Promise<boolean> {
  const body = new URLSearchParams({ how });
  const { status } = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  return status === 303;
}

export async function paymentsShown({ agent }: SquareOffice, sessionId: number): Promise<string[]> {
  const { body } = await agent.call(getSession, { params: { id: sessionId } });
  return body.data.payment_received_at;
}

/** The scheduled job of this queue runs. */
export async function clockRuns(office: SquareOffice, queue: string): Promise<void> {
  await jobHandlers(office.t.deps)
    .find((each) => each.queue === queue)
    ?.work({});
  await work(office);
}
