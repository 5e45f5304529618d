import { refreshInvoice } from '@ledgerline/contract/invoices/endpoints';
import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { jobHandlers } from '#app';
import { announce } from '#platform/live.ts';
import { expectAllRight } from '#testing/square-accounts.ts';
import { deliver, deliverAll, newInvoice, publish, useSquareOffice, work } from '#testing/square-office.ts';
import { documentedFiles, filesThatRun } from '#testing/walked-files.ts';

const w = useSquareOffice();
afterEach(() => expectAllRight(w.current));

const LOCKS_INVOICE = /\binvoices\b[\s\S]*\bfor update\b/;

/** How often an operation locks an invoice's row, and which live events it publishes. */
async function watch(operation: () => Promise<unknown>): Promise<{ locks: number; liveEvents: string[] }> {
  const { live, database } = w.current.t.deps;
  const liveEvents: string[] = [];
  const end = Promise.withResolvers<void>();
  const unsubscribe = live.subscribe(({ kind, action }: LiveEvent) => {
    if (kind === 'imports') end.resolve();
    // The notifications of agents are published as well.
    else if (kind !== 'notices') liveEvents.push(`${kind} ${action}`);
  });
  const querySpy = vi.spyOn(pg.Client.prototype, 'query');
  await operation();
  const texts = querySpy.mock.calls.map(([query]: unknown[]) =>
    typeof query === 'string' ? query : textOf(query),
  );
  querySpy.mockRestore();
  await announce(database, { kind: 'imports', action: 'updated', agent_id: null });
  await end.promise;
  unsubscribe();
  return { locks: texts.filter((text) => LOCKS_INVOICE.test(text)).length, liveEvents };
}

function textOf(query: unknown): string {
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

/** Delivers every waiting event and processes each by itself. */
async function watchEvents(): Promise<{ locks: number; liveEvents: string[] }[]> {
  const seen: { locks: number; liveEvents: string[] }[] = [];
  for (const event of w.current.fake.outbox.drain()) {
    seen.push(
      await watch(async () => {
        expect(await deliver(w.current, [event])).toEqual([200]);
        await work(w.current);
      }),
    );
  }
  return seen;
}

async function published() {
  const { id } = await newInvoice(w.current);
  const squareId = await publish(w.current, id);
  await deliverAll(w.current);
  return { id, squareId };
}

const mostLocks = (seen: readonly { locks: number }[]) => Math.max(...seen.map(({ locks }) => locks));
const liveEventsOf = (seen: readonly { liveEvents: string[] }[]) =>
  seen.flatMap(({ liveEvents }) => liveEvents);

describe('a Square event locks the invoice once and is published to screens once', () => {
  it.each<[string, object]>([
    ['all by card', {}],
    ['a part', { amount: 500 }],
    ['all by bank transfer', { method: 'ach' }],
  ])('when it reports %s', async (_, attempt) => {
    w.current.fake.pay((await published()).squareId, attempt);
    const seen = await watchEvents();
    expect(mostLocks(seen)).toBe(1);
    expect(liveEventsOf(seen).slice(0, 1)).toEqual(['invoices updated']);
    expect(Math.max(...seen.map(({ liveEvents }) => liveEvents.length))).toBe(1);
  });

  it('when a bank transfer arrives', async () => {
    const { id } = w.current.fake.pay((await published()).squareId, { method: 'ach' });
    await deliverAll(w.current);
    w.current.fake.settle(id, 'completed');
    const seen = await watchEvents();
    expect(mostLocks(seen)).toBe(1);
    expect(liveEventsOf(seen)).toEqual(['invoices updated']);
  });

  it('when it reports a refund, and a repeat publishes nothing', async () => {
    const { id } = w.current.fake.pay((await published()).squareId);
    await deliverAll(w.current);
    w.current.fake.refund(id, 100);
    const events = w.current.fake.outbox.drain();
    const liveEvents = await watch(() => deliver(w.current, events).then(() => work(w.current)));
    expect(liveEvents).toEqual({ locks: events.length, liveEvents: ['invoices updated'] });
    expect((await watch(() => deliver(w.current, events).then(() => work(w.current)))).liveEvents).toEqual(
      [],
    );
  });
});

it('reads a payment whose events were lost under one lock, and publishes it to screens once', async () => {
  const { id, squareId } = await published();
  w.current.fake.pay(squareId);
  w.current.fake.outbox.drain();
  const refresh = () => w.current.agent.call(refreshInvoice, { params: { id } });
  expect(await watch(refresh)).toEqual({ locks: 1, liveEvents: ['invoices updated'] });
  expect(await watch(refresh)).toEqual({ locks: 1, liveEvents: [] });
});

it('goes through the files that docs/walks/payment.md names, and through no others', async () => {
  const { fake, jobs, t } = w.current;
  const handlers = jobHandlers(t.deps);
  const paid = async () => fake.pay((await published()).squareId);
  const ran = await filesThatRun(paid, async () => {
    expect(await deliver(w.current, fake.outbox.drain().slice(0, 1))).toEqual([200]);
    for (const { queue, data } of jobs.splice(0))
      await handlers.find((one) => one.queue === queue)?.work(data);
  });
  expect(ran).toEqual(documentedFiles('payment'));
});
