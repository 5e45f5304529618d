import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { buildClient } from '#testing/factories.ts';
import {
  breaking,
  buildSchedule,
  periodsOf,
  queuedInvoices,
  run,
  stateOf,
  withQueueTable,
} from '#testing/schedules.ts';
import { useTestApp } from '#testing/test-app.ts';
import { runDueSchedules } from './run-due-schedules.ts';

const t = useTestApp();
const at = (instant: string) => t.current.clock.set(new Date(instant));

/** Isolates each test from the schedules of the previous one. */
afterEach(async () => {
  await t.current.deps.database.query(`update recurring_payments set status = 'CANCELLED'`);
});

async function invoicesOf(id: number) {
  return t.current.deps.database.query<Record<string, unknown>>(
    `select * from invoices where recurring_payment_id = $1 order by recurring_period`,
    [id],
  );
}

describe('the scheduler', () => {
  it('creates the next invoice on its day, identical to the first except for its due date', async () => {
    at('2026-01-31T17:00:00Z');
    const { id, invoice } = await buildSchedule(t.current);
    expect(await stateOf(t.current, id)).toEqual({
      status: 'ACTIVE',
      next_payment_date: '2026-02-28',
      invoices_made: 1,
    });
    expect(await run(t.current, '2026-02-27')).toBe(0);
    expect(await run(t.current, '2026-02-28')).toBe(1);
    expect(await run(t.current, '2026-02-28')).toBe(0);
    expect(await run(t.current, '2026-03-31')).toBe(1);
    const [, second, third] = await invoicesOf(id);
    expect(second).toMatchObject({
      title: 'Advice',
      description: 'Monthly talk',
      status: 'draft',
      due_date: '2026-02-28',
      recurring_period: '2026-02-28',
      customer_id: invoice.customer_id,
      square_account: 'BFS',
      email: 'casey@example.test',
      subtotal_cents: 1502,
      tax_cents: 105,
      total_cents: 1607,
    });
    expect(third).toMatchObject({ due_date: '2026-03-31', total_cents: 1607 });
    const lines = await t.current.deps.database.query(
      'select description, quantity, unit_price_cents, line_total_cents from invoice_lines where invoice_id = $1',
      [second?.id],
    );
    expect(lines).toEqual([
      { description: 'Advice', quantity: 1.5, unit_price_cents: 1001, line_total_cents: 1502 },
    ]);
    expect(await stateOf(t.current, id)).toEqual({
      status: 'ACTIVE',
      next_payment_date: '2026-04-30',
      invoices_made: 3,
    });
  });

  it("uses the brokerage's time zone, also on the days of a clock change", async () => {
    at('2026-03-01T17:00:00Z');
    const { id } = await buildSchedule(t.current, { frequency: 'DAILY', due_date: '2026-03-07' });
    const deps = await withQueueTable(t.current);
    const createAt = async (instant: string) => {
      at(instant);
      return runDueSchedules(deps);
    };
    // New York: UTC-5 until March 8, 2026, 2:00, then UTC-4; back on November 1.
    expect(await createAt('2026-03-08T04:59:59Z')).toBe(0);
    expect(await createAt('2026-03-08T05:00:00Z')).toBe(1);
    expect(await createAt('2026-03-09T03:59:59Z')).toBe(0);
    expect(await createAt('2026-03-09T04:00:00Z')).toBe(1);
    await t.current.deps.database.query(
      `update recurring_payments set next_payment_date = '2026-11-01' where id = $1`,
      [id],
    );
    expect(await createAt('2026-11-01T03:59:59Z')).toBe(0);
    expect(await createAt('2026-11-01T04:00:00Z')).toBe(1);
    expect(await createAt('2026-11-02T04:59:59Z')).toBe(0);
    expect(await createAt('2026-11-02T05:00:00Z')).toBe(1);
  });

  it('completes a schedule with its last payment, and one whose end date has passed', async () => {
    at('2026-01-15T17:00:00Z');
    const three = await buildSchedule(t.current, { total_payments: 3 });
    const ended = await buildSchedule(t.current, { end_date: '2026-03-15' });
    const once = await buildSchedule(t.current, { total_payments: 1 });
    expect((await stateOf(t.current, once.id)).status).toBe('COMPLETED');
    await run(t.current, '2027-01-15');
    for (const { id } of [three, ended]) {
      expect(await periodsOf(t.current, id)).toEqual(['2026-01-15', '2026-02-15', '2026-03-15']);
      expect(await stateOf(t.current, id)).toEqual({
        status: 'COMPLETED',
        next_payment_date: null,
        invoices_made: 3,
      });
    }
  });

  it('catches up after downtime: every missed period gets its invoice, and only the newest is sent', async () => {
    at('2026-05-31T17:00:00Z');
    const sent = await buildSchedule(t.current, { is_sent: true });
    const draft = await buildSchedule(t.current, {});
    const nowhere = await buildSchedule(t.current, { is_sent: true, email: null });
    expect(await run(t.current, '2026-09-01')).toBe(9);
    for (const { id } of [sent, draft, nowhere])
      expect(await periodsOf(t.current, id)).toEqual([
        '2026-05-31',
        '2026-06-30',
        '2026-07-31',
        '2026-08-31',
      ]);
    const newest = (await invoicesOf(sent.id)).at(-1);
    const queued = await queuedInvoices(t.current);
    expect(queued.filter((id) => id === newest?.id)).toHaveLength(1);
    for (const other of [...(await invoicesOf(sent.id)).slice(0, -1), ...(await invoicesOf(draft.id))])
      expect(queued).not.toContain(other.id);
    for (const other of await invoicesOf(nowhere.id)) expect(queued).not.toContain(other.id);
  });

  it('skips paused, cancelled and completed schedules', async () => {
    at('2026-01-10T17:00:00Z');
    const schedules = await Promise.all([1, 2, 3].map(() => buildSchedule(t.current)));
    for (const [n, status] of ['PAUSED', 'CANCELLED', 'COMPLETED'].entries())
      await t.current.deps.database.query('update recurring_payments set status = $2 where id = $1', [
        schedules[n]?.id,
        status,
      ]);
    await run(t.current, '2026-06-10');
    for (const { id } of schedules) expect(await periodsOf(t.current, id)).toEqual(['2026-01-10']);
  });

  it("sends to the client's email address on the day, unless the invoice named another", async () => {
    at('2026-01-10T17:00:00Z');
    const customer_id = await buildClient(t.current, { primary_email: 'old@example.test' });
    const follows = await buildSchedule(t.current, { customer_id });
    const withEmail = await buildSchedule(t.current, { customer_id, email: 'office@example.test' });
    await t.current.deps.database.query(
      `update clients set primary_email = 'new@example.test' where id = $1`,
      [customer_id],
    );
    await run(t.current, '2026-02-10');
    expect((await invoicesOf(follows.id)).at(-1)).toMatchObject({ email: 'new@example.test' });
    expect((await invoicesOf(withEmail.id)).at(-1)).toMatchObject({
      email: 'office@example.test',
      phone: null,
    });
  });

  it('continues with other schedules when one fails', async () => {
    at('2026-01-10T17:00:00Z');
    const broken = await buildSchedule(t.current);
    const sound = await buildSchedule(t.current);
    await t.current.deps.database.query(
      `update recurring_payments set content = jsonb_set(content, '{line_items}', '[]') where id = $1`,
      [broken.id],
    );
    expect(await run(t.current, '2026-02-10')).toBe(1);
    expect(await periodsOf(t.current, sound.id)).toEqual(['2026-01-10', '2026-02-10']);
    expect(await stateOf(t.current, broken.id)).toMatchObject({ next_payment_date: '2026-02-10' });
  });
});

describe('exactly once', () => {
  it('leaves a complete period or none, wherever the server is killed', async () => {
    let step = 1;
    for (let isOver = false; !isOver; step += 1) {
      at('2026-01-31T17:00:00Z');
      const { id } = await buildSchedule(t.current, { is_sent: true });
      at('2026-03-31T17:00:00Z');
      const deps = await withQueueTable(t.current);
      const killed = breaking(deps.database, step);
      await runDueSchedules({ ...deps, database: killed.database });
      isOver = killed.isOver();
      const periods = await periodsOf(t.current, id);
      const state = await stateOf(t.current, id);
      const dates = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'];
      expect(periods).toEqual(dates.slice(0, state.invoices_made));
      expect(state.next_payment_date).toBe(dates[state.invoices_made]);
      await runDueSchedules(deps);
      expect(await periodsOf(t.current, id)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
      const newest = (await invoicesOf(id)).at(-1);
      expect((await queuedInvoices(t.current)).filter((queued) => queued === newest?.id)).toHaveLength(1);
    }
    // The kill points covered both periods and all their statements.
    expect(step).toBeGreaterThan(15);
  });

  it('creates one invoice per period on several concurrent servers', async () => {
    at('2026-01-05T17:00:00Z');
    const schedules = await Promise.all(
      Array.from({ length: 30 }, () => buildSchedule(t.current, { is_sent: true })),
    );
    at('2026-04-05T17:00:00Z');
    const deps = await withQueueTable(t.current);
    const url = String(deps.database.pool.options.connectionString);
    const other = openDatabase(url, { max: 3, onError: () => undefined });
    try {
      const created = await Promise.all([
        runDueSchedules(deps),
        runDueSchedules({ ...deps, database: other }),
        runDueSchedules({ ...deps, database: other }),
      ]);
      // Concurrent runners skip each other's schedules; the next tick processes the rest.
      const rest = await runDueSchedules(deps);
      expect(created.reduce((sum, one) => sum + one, 0) + rest).toBe(90);
      expect(created.filter((one) => one > 0).length).toBeGreaterThan(1);
    } finally {
      await other.close();
    }
    for (const { id } of schedules)
      expect(await periodsOf(t.current, id)).toEqual([
        '2026-01-05',
        '2026-02-05',
        '2026-03-05',
        '2026-04-05',
      ]);
    const queued = await queuedInvoices(t.current);
    expect(new Set(queued).size).toBe(queued.length);
  });

  it('creates the same invoices however often it ran, was killed or stopped in between', async () => {
    const visits = fc.array(
      fc.record({ day: fc.integer({ min: 1, max: 400 }), killedAt: fc.integer({ min: 1, max: 60 }) }),
      {
        maxLength: 5,
      },
    );
    const frequencies = fc.constantFrom('WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY') as fc.Arbitrary<'WEEKLY'>;
    await fc.assert(
      fc.asyncProperty(
        frequencies,
        fc.integer({ min: 1, max: 3 }),
        visits,
        async (frequency, interval, plan) => {
          at('2024-01-31T17:00:00Z');
          const { id } = await buildSchedule(t.current, { frequency, interval });
          const deps = await withQueueTable(t.current);
          for (const { day, killedAt } of [...plan].sort((a, b) => a.day - b.day)) {
            t.current.clock.set(new Date(Date.UTC(2024, 0, 31 + day, 17)));
            const { database } = breaking(deps.database, killedAt);
            await Promise.all([runDueSchedules({ ...deps, database }), runDueSchedules(deps)]);
          }
          at('2025-04-01T17:00:00Z');
          await runDueSchedules(deps);
          const control = await (async () => {
            at('2024-01-31T17:00:00Z');
            const undisturbed = await buildSchedule(t.current, { frequency, interval });
            at('2025-04-01T17:00:00Z');
            await runDueSchedules(deps);
            return undisturbed.id;
          })();
          expect(await periodsOf(t.current, id)).toEqual(await periodsOf(t.current, control));
          expect(await stateOf(t.current, id)).toEqual(await stateOf(t.current, control));
          await t.current.deps.database.query(`update recurring_payments set status = 'CANCELLED'`);
        },
      ),
      { numRuns: 12 },
    );
  });
});
