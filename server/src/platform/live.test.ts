import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';
import type { Database } from './database/database.ts';
import { announce } from './live.ts';
import { CHANNEL } from './live-feed.ts';

const t = useTestApp();
const event = (ids: number[]): LiveEvent => ({ kind: 'clients', action: 'updated', ids, agent_id: 1 });

describe('a live event', () => {
  it('is delivered after the commit, and never after a rollback', async () => {
    const received: LiveEvent[] = [];
    const unsubscribe = t.current.deps.live.subscribe((live) => received.push(live));
    const { database } = t.current.deps;
    const failing = database.transaction(async (db) => {
      await announce(db, event([1]));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await database.transaction(async (db) => {
      await announce(db, event([2]));
      await database.query('select pg_sleep(0.1)');
      expect(received).toEqual([]);
    });
    await expect.poll(() => received).toEqual([event([2])]);
    unsubscribe();
  });

  it('that could not be published does not block those behind it', async () => {
    const sent: unknown[] = [];
    const { promise: isOnItsWay, reject: fail } = Promise.withResolvers<never[]>();
    const pool: Database = {
      ...t.current.deps.database,
      query: async (_text, [, batch] = []) => {
        sent.push(batch);
        return sent.length === 1 ? isOnItsWay : [];
      },
      afterTransaction: (work) => work('committed', pool),
    };
    const first = announce(pool, event([1]));
    await Promise.all([announce(pool, event([2])), announce(pool, event([3]))]);
    const lost = new Error('the connection broke');
    fail(lost);
    await expect(first).rejects.toMatchObject({ errors: [lost] });
    await announce(pool, event([4]));
    const batches = [[event([1])], [event([2]), event([3])], [event([4])]];
    expect(sent).toEqual(batches.map((batch) => batch.map((one) => JSON.stringify(one))));
  });

  it('omits the ids if there are too many for one notification', async () => {
    const received: LiveEvent[] = [];
    const unsubscribe = t.current.deps.live.subscribe((live) => received.push(live));
    const many = Array.from({ length: 600 }, (_, n) => 9_000_000_000_000 + n);
    await announce(t.current.deps.database, { ...event(many), fields: ['address'] });
    await announce(t.current.deps.database, { ...event(many.slice(0, 400)), fields: ['address'] });
    await expect.poll(() => received.length).toBe(2);
    expect([received[0]?.ids, received[0]?.fields, received[1]?.ids?.length]).toEqual([
      undefined,
      undefined,
      400,
    ]);
    unsubscribe();
  });

  it('that may have been missed during an interruption ends the open streams, and each later one is delivered once', async () => {
    const received: LiveEvent[] = [];
    let ended = 0;
    const unsubscribe = t.current.deps.live.subscribe((live) => received.push(live));
    const forget = t.current.deps.live.onClose(() => {
      ended += 1;
    });
    await t.current.deps.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ledgerline live' and datname = current_database()",
    );
    await expect.poll(() => ended).toBe(1);
    await announce(t.current.deps.database, event([3]));
    await expect.poll(() => received).toEqual([event([3])]);
    unsubscribe();
    forget();
  });

  it.each([
    ['is empty', ''],
    ['is not JSON', '{"kind": "clients"'],
    ['is JSON but not an event', '[1, 2]'],
    ['names a kind that this version does not know', '{"kind":"planets","action":"updated","agent_id":1}'],
  ])('whose payload %s is ignored, and the next one is delivered', async (_what, payload) => {
    const received: LiveEvent[] = [];
    const unsubscribe = t.current.deps.live.subscribe((live) => received.push(live));
    await t.current.deps.database.query('select pg_notify($1, $2)', [CHANNEL, payload]);
    await announce(t.current.deps.database, event([6]));
    await expect.poll(() => received).toEqual([event([6])]);
    unsubscribe();
  });
});
