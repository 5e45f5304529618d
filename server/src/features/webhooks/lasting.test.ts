import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventHandlers } from '#app';
import { PaymentError } from '#platform/ports/payments.ts';
import { useTestApp } from '#testing/test-app.ts';
import { providerEventJobs } from './jobs.ts';
import { deleteExpired, MAX_ATTEMPTS, processEvent, receiveEvent, retryWaiting } from './receive-event.ts';

const t = useTestApp();
const DAY_MS = 86_400_000;
const BFS = { port: 'payments', account: 'BFS' } as const;

afterEach(async () => {
  vi.restoreAllMocks();
  await t.current.deps.database.query('delete from provider_events');
});

interface Row {
  id: number;
  event_id: string;
  type: string;
  status: string;
  error: string | null;
}
const stored = () => t.current.deps.database.query<Row>('select * from provider_events order by id');

/** An event that the provider vouches for. */
async function receive(
  eventId: string,
  { source = BFS as Parameters<typeof receiveEvent>[1], type = 'x' } = {},
) {
  const { deps } = t.current;
  const event = { eventId, type, at: deps.clock.now(), account: 'BFS' as const, body: Buffer.from('{}') };
  vi.spyOn(deps[source.port], 'verifyWebhook').mockReturnValue(event);
  const send = vi.spyOn(deps.jobs, 'send').mockResolvedValue();
  await receiveEvent(deps, source, Buffer.from('{}'), {});
  return { row: (await stored()).at(-1), queue: send.mock.calls.at(-1)?.[1] };
}

const put = (values: { status: string; is_waiting?: boolean }) =>
  t.current.deps.database.query(
    `update provider_events set status = $1, is_waiting = $2, processed_at = queued_at`,
    [values.status, values.is_waiting ?? false],
  );

describe('an event', () => {
  it.each([['\u0000'], ['x'.repeat(5000)], ['']])(
    'whose id no index accepts is still stored once',
    async (eventId) => {
      await receive(eventId, { type: 'a\u0000b' });
      await receive(eventId);
      expect(await stored()).toEqual([
        expect.objectContaining({ event_id: expect.stringMatching(/^[0-9a-f]{64}$/), type: 'a b' }),
      ]);
    },
  );

  it('is parked even with a reason that no database accepts, without email addresses', async () => {
    const { row } = await receive('evt');
    const cause = new Error('zoe@example.com \u0000 was refused');
    vi.spyOn(t.current.deps.payments, 'readEvent').mockRejectedValue(new Error('no', { cause }));
    for (let n = 1; n < MAX_ATTEMPTS; n += 1) {
      await expect(processEvent(t.current.deps, eventHandlers, row?.id ?? 0)).rejects.toThrow('no');
    }
    await processEvent(t.current.deps, eventHandlers, row?.id ?? 0);
    expect(await stored()).toMatchObject([{ status: 'parked', error: 'no: (address)   was refused' }]);
  });

  it('waits in a queue per port, so that one provider never blocks the other', async () => {
    const queues = [
      (await receive('evt')).queue,
      (await receive('evt', { source: { port: 'esign' } })).queue,
    ];
    expect(new Set(queues).size).toBe(2);
    const handled = providerEventJobs(t.current.deps, eventHandlers).map(({ queue }) => queue);
    expect(handled).toEqual(expect.arrayContaining(queues));
  });
});

describe('retention', () => {
  it('is 90 days for processed events and a year for parked ones', async () => {
    await receive('evt');
    await put({ status: 'processed' });
    t.current.clock.advance(89 * DAY_MS);
    await deleteExpired(t.current.deps);
    expect(await stored()).toHaveLength(1);
    t.current.clock.advance(2 * DAY_MS);
    await deleteExpired(t.current.deps);
    expect(await stored()).toEqual([]);

    await receive('evt');
    await put({ status: 'parked' });
    t.current.clock.advance(364 * DAY_MS);
    await deleteExpired(t.current.deps);
    expect(await stored()).toHaveLength(1);
    t.current.clock.advance(2 * DAY_MS);
    await deleteExpired(t.current.deps);
    expect(await stored()).toEqual([]);
  });

  it('retries hourly for two weeks, and not forever', async () => {
    await receive('evt');
    vi.spyOn(t.current.deps.payments, 'readEvent').mockRejectedValue(new PaymentError('unavailable', 'down'));
    await put({ status: 'parked', is_waiting: true });
    t.current.clock.advance(13 * DAY_MS);
    await retryWaiting(t.current.deps, eventHandlers);
    expect(await stored()).toMatchObject([{ status: 'new' }]);
    await put({ status: 'parked', is_waiting: true });
    t.current.clock.advance(2 * DAY_MS);
    await retryWaiting(t.current.deps, eventHandlers);
    expect(await stored()).toMatchObject([{ status: 'parked' }]);
  });
});
