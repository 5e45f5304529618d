import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DatabasePool } from '#platform/database/database.ts';
import type { PaymentPort } from '#platform/ports/payments.ts';
import { createSquarePayments } from './square-payments.ts';
import { newCustomer, useSquareWorld } from './testing/square-world.ts';

const { clock, fake, options, square, toPublish, publish, callCount } = useSquareWorld();
const MAX_STATEMENTS = 40;
const KILLED = 'the server was killed';

beforeEach(() => {
  fake.switches.listLagMs = 30_000;
});

/** A database whose server crashes at its n-th statement: before it is stored, or before anything follows it. */
function crashingDatabase(database: DatabasePool, at: number, when: 'before' | 'after') {
  let count = 0;
  const query: DatabasePool['query'] = async (...statement) => {
    count += 1;
    if (count === at && when === 'before') throw new Error(KILLED);
    const rows = await database.query(...statement);
    if (count === at) throw new Error(KILLED);
    return rows as never;
  };
  return { ...database, query };
}

/** What changes at Square and in time before the next server takes over. */
const LATER = {
  'at once': () => undefined,
  'soon, when Square has forgotten the keys': () => {
    clock.advance(5 * 60_000);
    fake.expireIdempotencyKeys();
  },
};

/** Crashes the work at each of its statements in turn; `check` verifies the result of a second server. */
async function crashEverywhere<Created>(
  start: () => Promise<{ work: (payments: PaymentPort) => Promise<unknown>; created: Created }>,
  check: (created: Created) => Promise<void>,
): Promise<number> {
  for (let at = 1; at < MAX_STATEMENTS; at += 1) {
    let crashes = 0;
    for (const when of ['before', 'after'] as const) {
      const { work, created } = await start();
      const crashing = createSquarePayments({
        ...options(),
        database: crashingDatabase(options().database, at, when),
      });
      const hasCrashed = await work(crashing).then(
        () => false,
        (error: Error) => {
          if (error.message !== KILLED) throw error;
          return true;
        },
      );
      if (hasCrashed) crashes += 1;
      await check(created);
    }
    if (crashes === 0) return at - 1;
  }
  throw new Error('the work has too many statements');
}

describe.each(Object.entries(LATER))('a server crashes and another continues %s:', (_, happen) => {
  it('publishing creates one order and one invoice', async () => {
    const statements = await crashEverywhere(
      async () => {
        const input = await toPublish();
        return { created: input, work: (payments) => payments.publishInvoice(input) };
      },
      async (input) => {
        happen();
        const { providerInvoiceId } = await square().publishInvoice(input);
        const { orders, invoices } = fake.about('BFS', input.idempotencyKey);
        expect(orders).toHaveLength(1);
        expect(invoices.map(({ id, status }) => [id, status])).toEqual([[providerInvoiceId, 'UNPAID']]);
      },
    );
    expect(statements).toBeGreaterThan(6);
  });

  it('a client becomes one customer', async () => {
    const statements = await crashEverywhere(
      async () => {
        const created = { zoe: newCustomer(), key: randomUUID() };
        const work = (payments: PaymentPort) => payments.ensureCustomer('BFA', created.zoe, created.key);
        return { created, work };
      },
      async ({ zoe, key }) => {
        happen();
        await square().ensureCustomer('BFA', zoe, key);
        const all = fake
          .merchant('BFA')
          .customers.filter(({ reference_id }) => reference_id === zoe.reference);
        expect(all).toHaveLength(1);
      },
    );
    expect(statements).toBe(3);
  });

  it('cancelling takes effect once, and payments are read correctly', async () => {
    await crashEverywhere(
      async () => {
        const { providerInvoiceId: id } = await publish();
        fake.pay(id, { amount: 400 });
        fake.http.clear();
        return {
          created: id,
          work: async (payments) => {
            await payments.listPayments('BFS', id);
            await payments.cancelInvoice('BFS', id, 'cancel');
          },
        };
      },
      async (id) => {
        happen();
        expect(await square().cancelInvoice('BFS', id, 'cancel')).toMatchObject({ status: 'cancelled' });
        expect(callCount('POST', /\/cancel$/)).toBe(1);
        expect(await square().listPayments('BFS', id)).toMatchObject([{ amount_cents: 400 }]);
      },
    );
  });
});

it.each([
  ['order', /^\/v2\/orders$/],
  ['draft', /^\/v2\/invoices$/],
])('an unreported %s that Square created is found when its key is rejected', async (_, path) => {
  const input = await toPublish();
  fake.http.failNext('POST', path, { kind: 'cut', when: 'after' }, 3);
  await expect(square().publishInvoice(input)).rejects.toMatchObject({ kind: 'unavailable' });
  const errors = [{ category: 'INVALID_REQUEST_ERROR', code: 'IDEMPOTENCY_KEY_REUSED' }];
  fake.http.failNext('POST', path, { kind: 'answer', status: 400, body: { errors } });
  const { providerInvoiceId } = await square().publishInvoice(input);
  const { orders, invoices } = fake.about('BFS', input.idempotencyKey);
  expect([orders.length, invoices.map(({ id }) => id)]).toEqual([1, [providerInvoiceId]]);
});
