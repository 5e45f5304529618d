import * as endpoints from '@ledgerline/contract/recurring-payments/endpoints';
import { RECURRING_FILTER_FIELDS } from '@ledgerline/contract/recurring-payments/filter-fields';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { all, everyFilter, where } from '#testing/filters.ts';
import { buildSchedule, periodsOf, run, stateOf } from '#testing/schedules.ts';
import { useTestApp } from '#testing/test-app.ts';
import { cancelScheduleOf, startSchedule } from './service.ts';

const t = useTestApp();
const at = (day: string) => t.current.clock.set(new Date(`${day}T17:00:00Z`));
/** Signs in again: the sign-in from before the clock moved may have expired. */
const agent = () => signInAs(t.current);

beforeEach(() => at('2026-01-10'));
afterEach(async () => {
  await t.current.deps.database.query(`update recurring_payments set status = 'CANCELLED'`);
});

async function statusIs(id: number, status: string): Promise<void> {
  await t.current.deps.database.query('update recurring_payments set status = $2 where id = $1', [
    id,
    status,
  ]);
}

describe('the list of schedules', () => {
  it('returns the client, the frequency and the next date, next due first', async () => {
    const caller = await agent();
    const customer_id = await buildClient(t.current, {
      client_first_name: 'Zoe',
      client_last_name: 'Lindqvist',
      primary_email: 'zoe@example.test',
    });
    const later = await buildSchedule(t.current, { customer_id, frequency: 'YEARLY', total_payments: 5 });
    const sooner = await buildSchedule(t.current, { customer_id, interval: 2, end_date: '2027-01-01' });
    const { body } = await caller.call(endpoints.listRecurringPayments, { query: { customer_id } });
    expect(body.data.map(({ id }) => id)).toEqual([sooner.id, later.id]);
    expect(body.data[0]).toEqual({
      id: sooner.id,
      name: 'Advice',
      status: 'ACTIVE',
      customer_id,
      client_first_name: 'Zoe',
      client_last_name: 'Lindqvist',
      client_email: 'zoe@example.test',
      amount_cents: 1607,
      square_account: 'BFS',
      frequency: 'MONTHLY',
      frequency_interval: 2,
      next_payment_date: '2026-03-10',
      payments_made: 0,
      invoices_made: 1,
      total_payments: null,
      end_date: '2027-01-01',
      source_invoice_id: sooner.invoice.id,
      created_at: '2026-01-10T17:00:00.000Z',
    });
    expect(body.data[1]).toMatchObject({ frequency: 'YEARLY', total_payments: 5 });
  });

  it.each([
    [where('status', 'is_any', 'PAUSED'), ['Two'], []],
    [where('amount_cents', 'is', '16.07'), ['One', 'Two'], ['One']],
    [where('client_name', 'contains', 'LIND'), ['One'], ['One']],
    [where('client_name', 'not_contains', 'lind'), ['Two'], []],
    [where('next_payment_date', 'next_days', '31'), ['One'], ['One']],
    [where('end_date', 'is_empty'), ['Two'], []],
    [where('payments_made', 'at_least', '1'), [], []],
  ])('is filtered by a field: %j', async (condition, expected, upcoming) => {
    const caller = await agent();
    const zoe = await buildClient(t.current, { client_first_name: 'Zoe', client_last_name: 'Lindqvist' });
    const bo = await buildClient(t.current, { client_first_name: 'Bo', client_last_name: 'Ek' });
    const one = await buildSchedule(t.current, { customer_id: zoe, end_date: '2027-01-01' });
    const two = await buildSchedule(t.current, { customer_id: bo, frequency: 'YEARLY' });
    await statusIs(two.id, 'PAUSED');
    const named = (rows: { id: number }[]) =>
      rows.filter(({ id }) => id >= one.id).map(({ id }) => (id === one.id ? 'One' : 'Two'));
    const filter = JSON.stringify(all(condition));
    const { body } = await caller.call(endpoints.listRecurringPayments, { query: { filter } });
    expect(named(body.data)).toEqual(expected);
    const { body: next } = await caller.call(endpoints.listUpcomingPayments, { query: { days: 31, filter } });
    expect(named(next.data)).toEqual(upcoming);
  });

  it('is filtered by every field with every operator, and rejects another one', async () => {
    const caller = await agent();
    for (const filter of everyFilter(RECURRING_FILTER_FIELDS)) {
      const query = { filter: JSON.stringify(filter) };
      expect((await caller.call(endpoints.listRecurringPayments, { query })).status).toBe(200);
    }
    const filter = JSON.stringify(all(where('profit', 'is', '1')));
    const { status, error } = await caller.call(endpoints.listUpcomingPayments, { query: { filter } });
    expect([status, error?.message]).toEqual([
      400,
      expect.stringContaining('“profit”, which does not exist'),
    ]);
  });

  it('is filtered by client, by status and by due dates in the next days', async () => {
    const caller = await agent();
    const customer_id = await buildClient(t.current);
    const monthly = await buildSchedule(t.current, { customer_id });
    const weekly = await buildSchedule(t.current, { customer_id, frequency: 'WEEKLY' });
    const paused = await buildSchedule(t.current, { customer_id, frequency: 'WEEKLY' });
    await statusIs(paused.id, 'PAUSED');
    const ids = async (query: Parameters<typeof caller.call<typeof endpoints.listRecurringPayments>>[1]) =>
      (await caller.call(endpoints.listRecurringPayments, query)).body.data.map(({ id }) => id);
    expect(await ids({ query: { customer_id } })).toEqual([weekly.id, paused.id, monthly.id]);
    expect(await ids({ query: { customer_id, status: 'PAUSED' } })).toEqual([paused.id]);
    expect(await ids({ query: { customer_id, upcoming_days: 7 } })).toEqual([weekly.id]);
    expect(await ids({ query: { customer_id, upcoming_days: 6 } })).toEqual([]);
    expect(await ids({ query: { customer_id, upcoming_days: 31 } })).toEqual([weekly.id, monthly.id]);
    expect(await ids({ query: { customer_id: await buildClient(t.current) } })).toEqual([]);
    for (const query of [{ status: 'LATE' }, { upcoming_days: 0 }, { customer_id: 'x' }])
      expect((await caller.call(endpoints.listRecurringPayments, { query: query as never })).status).toBe(
        400,
      );
  });

  it('includes ACTIVE ones under upcoming, from today through the last day of the range', async () => {
    const schedule = await buildSchedule(t.current, { due_date: '2026-01-12', frequency: 'WEEKLY' });
    const upcoming = async (day: string, days?: number) => {
      at(day);
      const query = days === undefined ? {} : { days };
      const { body } = await (await agent()).call(endpoints.listUpcomingPayments, { query });
      return body.data.map(({ id }) => id).includes(schedule.id);
    };
    // Due on January 19.
    expect(await upcoming('2025-12-20')).toBe(true);
    expect(await upcoming('2025-12-19')).toBe(false);
    expect(await upcoming('2025-12-19', 31)).toBe(true);
    expect(await upcoming('2026-01-19')).toBe(true);
    expect(await upcoming('2026-01-20')).toBe(false);
    await statusIs(schedule.id, 'PAUSED');
    expect(await upcoming('2026-01-19')).toBe(false);
  });

  it("uses the brokerage's time zone", async () => {
    const schedule = await buildSchedule(t.current, { due_date: '2026-01-12', frequency: 'WEEKLY' });
    const isListed = async (instant: string) => {
      t.current.clock.set(new Date(instant));
      const { body } = await (await agent()).call(endpoints.listUpcomingPayments, { query: { days: 1 } });
      return body.data.some(({ id }) => id === schedule.id);
    };
    expect(await isListed('2026-01-18T04:59:00Z')).toBe(false);
    expect(await isListed('2026-01-18T05:00:00Z')).toBe(true);
    expect(await isListed('2026-01-20T04:59:00Z')).toBe(true);
    expect(await isListed('2026-01-20T05:00:00Z')).toBe(false);
  });
});

describe('pause, resume and cancel', () => {
  const ACTIONS = {
    pause: endpoints.pauseRecurringPayment,
    resume: endpoints.resumeRecurringPayment,
    cancel: endpoints.cancelRecurringPayment,
  };

  it.each([
    ['ACTIVE', 'pause', 200, 'PAUSED', 'Recurring payment has been paused successfully.'],
    ['PAUSED', 'pause', 409, 'PAUSED', 'Only an active recurring payment can be paused.'],
    ['CANCELLED', 'pause', 409, 'CANCELLED', 'Only an active recurring payment can be paused.'],
    ['COMPLETED', 'pause', 409, 'COMPLETED', 'Only an active recurring payment can be paused.'],
    ['ACTIVE', 'resume', 409, 'ACTIVE', 'Only a paused recurring payment can be resumed.'],
    ['PAUSED', 'resume', 200, 'ACTIVE', 'Recurring payment has been resumed successfully.'],
    ['CANCELLED', 'resume', 409, 'CANCELLED', 'Only a paused recurring payment can be resumed.'],
    ['COMPLETED', 'resume', 409, 'COMPLETED', 'Only a paused recurring payment can be resumed.'],
    ['ACTIVE', 'cancel', 200, 'CANCELLED', 'Recurring payment has been cancelled successfully.'],
    ['PAUSED', 'cancel', 200, 'CANCELLED', 'Recurring payment has been cancelled successfully.'],
    ['CANCELLED', 'cancel', 200, 'CANCELLED', 'Recurring payment has been cancelled successfully.'],
    ['COMPLETED', 'cancel', 200, 'CANCELLED', 'Recurring payment has been cancelled successfully.'],
  ] as const)('%s, then %s: %i, %s', async (before, action, status, after, message) => {
    const caller = await agent();
    const { id } = await buildSchedule(t.current);
    await statusIs(id, before);
    const answer = await caller.call(ACTIONS[action], { params: { id } });
    expect(answer.status).toBe(status);
    expect(status === 200 ? answer.body.message : answer.error.message).toBe(message);
    if (status === 200) expect(answer.body.data).toMatchObject({ id, status: after });
    expect((await stateOf(t.current, id)).status).toBe(after);
    const [noted] = await t.current.deps.database.query<{ count: number }>(
      `select count(*) as count from audit_events
        where entity = 'recurring_payment' and entity_id = $1 and action = 'updated' and actor_id = $2`,
      [id, caller.agent.id],
    );
    expect(noted?.count).toBe(status === 200 && before !== after ? 1 : 0);
  });

  it.each(Object.entries(ACTIONS))('%s of an unknown one returns an error', async (_, endpoint) => {
    const { status, error } = await (await agent()).call(endpoint, { params: { id: 987654 } });
    expect([status, error.message]).toEqual([404, 'Recurring payment not found.']);
  });

  it('preserves the next date over a pause, and moves one that has passed to the next of its frequency', async () => {
    at('2026-01-31');
    const { id } = await buildSchedule(t.current);
    const pauseAndResume = async (day: string) => {
      await (await agent()).call(endpoints.pauseRecurringPayment, { params: { id } });
      expect(await run(t.current, day)).toBe(0);
      const { body } = await (await agent()).call(endpoints.resumeRecurringPayment, { params: { id } });
      return body.data.next_payment_date;
    };
    expect(await pauseAndResume('2026-02-10')).toBe('2026-02-28');
    expect(await pauseAndResume('2026-02-28')).toBe('2026-02-28');
    expect(await pauseAndResume('2026-05-01')).toBe('2026-05-31');
    await run(t.current, '2026-05-31');
    expect(await periodsOf(t.current, id)).toEqual(['2026-01-31', '2026-05-31']);
  });

  it('is completed by a resume after its end date', async () => {
    const { id } = await buildSchedule(t.current, { end_date: '2026-03-01' });
    await (await agent()).call(endpoints.pauseRecurringPayment, { params: { id } });
    at('2026-03-02');
    const { body } = await (await agent()).call(endpoints.resumeRecurringPayment, { params: { id } });
    expect(body.data).toMatchObject({ status: 'COMPLETED', next_payment_date: null });
  });
});

describe('the schedule of an invoice', () => {
  const saved = (t_: typeof t.current, invoice: Parameters<typeof startSchedule>[1]) =>
    t_.deps.database.transaction((db) =>
      startSchedule({ ...t_.systemContext(), db }, invoice, {
        line_items: [{ description: 'More', quantity: 1, unit_price_cents: 5000 }],
      }),
    );

  it('is created once, however often the invoice is saved, and follows what is saved', async () => {
    const { id, invoice } = await buildSchedule(t.current);
    const again = await saved(t.current, { ...invoice, title: 'More advice', total_cents: 5000 });
    expect(again.recurring_payment_id).toBe(id);
    const rows = await t.current.deps.database.query(
      `select name, amount_cents, next_payment_date, content->'line_items' as lines from recurring_payments
        where source_invoice_id = $1`,
      [invoice.id],
    );
    expect(rows).toEqual([
      {
        name: 'More advice',
        amount_cents: 5000,
        next_payment_date: '2026-02-10',
        lines: [{ description: 'More', quantity: 1, unit_price_cents: 5000 }],
      },
    ]);
  });

  it('accepts another frequency until a further invoice was created', async () => {
    const { id, invoice } = await buildSchedule(t.current);
    await saved(t.current, { ...invoice, recurring_frequency: 'WEEKLY' });
    expect(await stateOf(t.current, id)).toMatchObject({ next_payment_date: '2026-01-17' });
    await run(t.current, '2026-01-17');
    await expect(saved(t.current, { ...invoice, recurring_frequency: 'DAILY' })).rejects.toThrow(
      'The frequency of an active recurring payment can’t be changed.',
    );
    await saved(t.current, { ...invoice, recurring_frequency: 'WEEKLY', recurring_total_payments: 2 });
    expect(await stateOf(t.current, id)).toMatchObject({ status: 'COMPLETED', invoices_made: 2 });
  });

  it('does not create invoices for dates before it started', async () => {
    const { id } = await buildSchedule(t.current, { due_date: '2025-06-30' });
    expect(await stateOf(t.current, id)).toMatchObject({
      next_payment_date: '2026-01-30',
      invoices_made: 1,
    });
  });

  it.each(['2026-01-09', '2026-01-10'])('is rejected with the end date %s', async (end_date) => {
    await expect(buildSchedule(t.current, { end_date })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [{ path: 'recurring_end_date', message: 'must be after the first payment date' }],
    });
  });

  it('is cancelled with the invoice that created it, and with no other', async () => {
    const { id } = await buildSchedule(t.current);
    await run(t.current, '2026-02-10');
    const [created] = await t.current.deps.database.query<{ id: number }>(
      `select id from invoices where recurring_payment_id = $1 and recurring_period = '2026-02-10'`,
      [id],
    );
    const cancel = (invoice: { id: number }) =>
      t.current.deps.database.transaction((db) =>
        cancelScheduleOf({ ...t.current.systemContext(), db }, invoice),
      );
    await cancel({ id: created?.id ?? 0 });
    expect((await stateOf(t.current, id)).status).toBe('ACTIVE');
    const [source] = await t.current.deps.database.query<{ id: number }>(
      'select source_invoice_id as id from recurring_payments where id = $1',
      [id],
    );
    await cancel({ id: source?.id ?? 0 });
    expect(await stateOf(t.current, id)).toMatchObject({ status: 'CANCELLED', next_payment_date: null });
    expect(await run(t.current, '2026-12-31')).toBe(0);
  });
});
