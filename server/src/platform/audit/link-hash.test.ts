import fc from 'fast-check';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkAll } from '#testing/audit-log.ts';
import { openTestApp, type TestApp } from '#testing/test-app.ts';
import { auditAction } from './audit.ts';
import { linkRows, measureChain, readChainEnd, startLifetime } from './link-hash.ts';
import { verifyAuditLog } from './verify.ts';

type Opened = TestApp & { close(): Promise<void> };
let t: Opened;
beforeEach(async () => {
  t = await openTestApp();
});
afterEach(() => t.close());

const never = new Date(8.64e15);
const link = () => linkRows(t.deps, never);
const all = () => linkAll(t);
const chain = () =>
  t.deps.database.query<{ position: number; event_id: number; written_in: string }>(
    `select l.position, l.event_id, e.written_in from audit_links l join audit_events e on e.id = l.event_id
      order by l.position`,
  );
const verify = () => verifyAuditLog(t.deps);

/** A separate writer connection, whose transaction stays open as long as a test needs it. */
async function writer(): Promise<{ client: pg.Client; write(): Promise<number> }> {
  const { options } = t.deps.database.pool;
  const client = new pg.Client(options.connectionString);
  await client.connect();
  return {
    client,
    async write() {
      const { rows } = await client.query(
        `insert into audit_events (at, actor_kind, actor_name, action, entity, entity_id, old_value)
         values (now(), 'system', 'Ledgerline', 'updated', 'client', 1, '{"b": 1, "a": [1.50, "é"]}') returning id`,
      );
      return Number(rows[0].id);
    },
  };
}

describe('linking', () => {
  it('links every committed row exactly once, in transaction order, while others write', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            { weight: 4, arbitrary: fc.record({ operation: fc.constant('write' as const), by: fc.nat(3) }) },
            { weight: 2, arbitrary: fc.record({ operation: fc.constant('commit' as const), by: fc.nat(3) }) },
            {
              weight: 1,
              arbitrary: fc.record({ operation: fc.constant('rollback' as const), by: fc.nat(3) }),
            },
            {
              weight: 2,
              arbitrary: fc.record({ operation: fc.constant('seal' as const), by: fc.constant(0) }),
            },
          ),
          { maxLength: 40 },
        ),
        async (steps) => {
          const writers = await Promise.all([writer(), writer(), writer(), writer()]);
          const open = new Map<number, number[]>();
          const committed: number[] = [];
          const end = async (by: number, how: 'commit' | 'rollback') => {
            await writers[by]?.client.query(how);
            if (how === 'commit') committed.push(...(open.get(by) ?? []));
            open.delete(by);
          };
          const before = new Set((await chain()).map(({ event_id }) => event_id));
          try {
            for (const { operation, by } of steps) {
              if (operation === 'seal') await link();
              else if (operation === 'write') {
                if (!open.has(by)) await writers[by]?.client.query('begin');
                const id = await writers[by]?.write();
                open.set(by, [...(open.get(by) ?? []), id ?? 0]);
              } else if (open.has(by)) await end(by, operation);
            }
            for (const by of [...open.keys()]) await end(by, 'commit');
          } finally {
            for (const { client } of writers) await client.end();
          }
          await all();
          const links = await chain();
          expect(links.map(({ position }) => position)).toEqual(links.map((_, n) => n + 1));
          const fresh = links.map(({ event_id }) => event_id).filter((id) => !before.has(id));
          expect(fresh.toSorted((a, b) => a - b)).toEqual(committed.toSorted((a, b) => a - b));
          const order = links.map(({ written_in, event_id }) => [Number(written_in), event_id] as const);
          expect(order).toEqual(order.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
          expect(await verify()).toMatchObject({ findings: [], unsealed: 0, total: links.length });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('leaves rows behind a running transaction, and never waits for it', async () => {
    await all();
    const slow = await writer();
    const quick = await writer();
    await slow.client.query('begin');
    const early = await slow.write();
    const late = await quick.write();
    expect(await link()).toBe(0);
    expect(await measureChain(t.deps.database, t.clock.now())).toMatchObject({ unsealed: 1 });
    await slow.client.query('commit');
    await all();
    expect((await chain()).slice(-2).map(({ event_id }) => event_id)).toEqual([early, late]);
    await Promise.all([slow.client.end(), quick.client.end()]);
  });

  it('runs once when several servers link at the same time, in batches that resume after a crash', async () => {
    await t.deps.database.query(
      `insert into audit_events (at, actor_kind, actor_name, action, entity)
       select now() - make_interval(secs => n % 7), 'system', 'Ledgerline', 'made', 'client' from generate_series(1, 5001) n`,
    );
    const killed = linkRows({ ...t.deps, clock: { now: () => never } }, t.clock.now());
    await Promise.all([killed, link(), link(), link()]);
    await all();
    expect((await readChainEnd(t.deps.database)).position).toBe((await chain()).length);
    expect(await verify()).toMatchObject({ findings: [], unsealed: 0 });
  });

  it('continues in a database with new transaction numbers, and does not report restored rows as late', async () => {
    const { database } = t.deps;
    await startLifetime(t.deps);
    const ctx = t.systemContext();
    await auditAction(ctx, 'made', 'client', 1);
    await all();
    // As in a dump that was loaded into a newer cluster: its rows have the old transaction numbers.
    await database.transaction(async (db) => {
      await db.query('alter table audit_events disable trigger user');
      await db.query(
        `insert into audit_events (at, actor_kind, actor_name, action, entity, written_in)
         select now(), 'system', 'Ledgerline', 'brought ' || n, 'client', (4000000000 + n)::text::xid8 from generate_series(1, 3) n`,
      );
      await db.query('alter table audit_events enable trigger user');
      await db.query(`update audit_chain set life = 'another cluster/1'`);
    });
    expect(await link()).toBe(0);
    expect(await startLifetime(t.deps)).toBe(true);
    expect(await startLifetime(t.deps)).toBe(false);
    await auditAction(ctx, 'after', 'client', 1);
    await all();
    expect(await verify()).toMatchObject({ findings: [], unsealed: 0 });
    // Once more, with unlinked rows of the current lifetime.
    await auditAction(ctx, 'later', 'client', 1);
    await database.query(`update audit_chain set life = 'a third/1'`);
    expect(await startLifetime(t.deps)).toBe(true);
    expect(await verify()).toMatchObject({ findings: [], unsealed: 0 });
  });
});

describe('the trigger', () => {
  it.each([
    ['an update', `update audit_events set action = 'x'`],
    [
      'a key rotation that changes more',
      `select set_config('ledgerline.audit_way', 'rotate', true); update audit_events set action = 'x'`,
    ],
    ['a delete', 'delete from audit_events'],
    ['a truncate', 'truncate audit_events'],
    ['an update of links', 'update audit_links set version = 2'],
    ['a delete of links', 'delete from audit_links'],
    ['a truncate of links', 'truncate audit_links'],
  ])('refuses %s', async (_what, statements) => {
    await auditAction(t.systemContext(), 'made', 'client', 1);
    await all();
    const rejected = t.deps.database.transaction(async (db) => {
      for (const statement of statements.split('; ')) await db.query(statement);
    });
    await expect(rejected).rejects.toThrow('The audit trail is not changed');
  });
});
