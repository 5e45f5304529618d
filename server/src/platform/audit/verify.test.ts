import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANGES } from '#testing/audit-changes.ts';
import { BATCH_ROWS, useAuditLog } from '#testing/audit-log.ts';
import { linkRows } from './link-hash.ts';
import { writeCheckpoints } from './write-checkpoints.ts';

const auditLog = useAuditLog();
const INSERT = `insert into audit_events (id, at, actor_kind, actor_name, action, entity, written_in) overriding system value
                select $1, e.at, e.actor_kind, e.actor_name, 'made up', e.entity, e.written_in from audit_events e where e.id = $2`;

describe('verification', () => {
  it('finds nothing in an untouched audit log', async () => {
    await auditLog.chainRows();
    const report = await auditLog.verify();
    expect(report).toMatchObject({ findings: [], unsealed: 0, notes: [] });
    expect(report.total).toBeGreaterThanOrEqual(BATCH_ROWS);
  });

  it('finds any single change and reports its position, wherever it is', async () => {
    await auditLog.chainRows();
    const all = await auditLog.links();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(CHANGES)), fc.nat(all.length - 1), async (what, n) => {
        const at = all[n] ?? { position: 0, event_id: 0 };
        const change = CHANGES[what]?.(at) ?? { statements: [] };
        await auditLog.tamper(
          ['create table kept_events as select * from audit_events'],
          ['create table kept_links as select * from audit_links'],
          ...change.statements,
        );
        const found = await auditLog.first();
        expect([what, found?.position]).toEqual([what, at.position]);
        if (change.kind) expect([what, found?.kind]).toEqual([what, change.kind]);
        await auditLog.tamper(
          ['delete from audit_events'],
          ['delete from audit_links'],
          ['insert into audit_events overriding system value select * from kept_events'],
          ['insert into audit_links select * from kept_links'],
          ['drop table kept_events, kept_links'],
        );
      }),
      { numRuns: 60 },
    );
    expect(await auditLog.verify()).toMatchObject({ findings: [] });
  });

  it('finds any two swapped links, and reports the first', async () => {
    await auditLog.chainRows();
    const all = await auditLog.links();
    const swap = (one: number, other: number): [string, ...unknown[]][] => [
      ['update audit_links set position = -1 where position = $1', one],
      ['update audit_links set position = $1 where position = $2', one, other],
      ['update audit_links set position = $1 where position = -1', other],
    ];
    const swapRows = (one: number, other: number): [string, ...unknown[]][] => [
      ['update audit_links set event_id = -event_id where position = $1 or position = $2', one, other],
      [
        `update audit_links l set event_id = -o.event_id from audit_links o
          where (l.position = $1 and o.position = $2) or (l.position = $2 and o.position = $1)`,
        one,
        other,
      ],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(swap, swapRows),
        fc.uniqueArray(fc.integer({ min: 1, max: all.length }), { minLength: 2, maxLength: 2 }),
        async (how, positions) => {
          const [one = 0, other = 0] = positions.toSorted((a, b) => a - b);
          await auditLog.tamper(...how(one, other));
          const found = await auditLog.first();
          expect(found?.position).toBe(one);
          if (how === swapRows) expect(found?.kind).toBe('moved');
          await auditLog.tamper(...how(one, other));
        },
      ),
      { numRuns: 40 },
    );
    expect(await auditLog.verify()).toMatchObject({ findings: [] });
  });

  it('finds rows inserted among linked ones, and still finds them after more rows are linked', async () => {
    await auditLog.chainRows();
    const free = (await auditLog.links()).at(-2);
    const id = (free?.event_id ?? 0) + 1;
    await auditLog.tamper([INSERT, id, free?.event_id]);
    expect(await auditLog.first()).toMatchObject({ kind: 'inserted', event_id: id });
    await auditLog.chainRows();
    const { findings } = await auditLog.verify();
    expect(findings).toEqual([expect.objectContaining({ kind: 'inserted', event_id: id })]);
  });

  it('finds a row of a transaction that has not started yet', async () => {
    await auditLog.chainRows();
    await auditLog.app.deps.database.query(
      `insert into audit_events (at, actor_kind, actor_name, action, entity, written_in)
       values (now(), 'agent', 'Alex Agent', 'made up', 'client', '99999999999')`,
    );
    await linkRows(auditLog.app.deps, new Date(8.64e15));
    expect(await auditLog.first()).toMatchObject({ kind: 'inserted' });
  });

  it('finds a cut-off end, even if the recorded end of the chain was moved with it', async () => {
    await auditLog.chainRows();
    await writeCheckpoints(auditLog.app.deps, null);
    // Stored results of checks name the location by this key.
    const place = auditLog.app.deps.checkpointStores[0]?.location;
    expect(await auditLog.verify()).toMatchObject({ findings: [], heads: [{ place, heads: 1 }] });
    const all = await auditLog.links();
    const to = all.length - 5;
    await auditLog.tamper(
      ['delete from audit_events where id in (select event_id from audit_links where position > $1)', to],
      ['delete from audit_links where position > $1', to],
    );
    expect(await auditLog.first()).toMatchObject({ kind: 'missing', position: to + 1 });
    await auditLog.tamper([
      `update audit_chain set position = $1, hash = (select hash from audit_links where position = $1)`,
      to,
    ]);
    expect(await auditLog.first()).toMatchObject({ kind: 'head', position: to + 1 });
  });

  it('finds a rebuilt chain by its checkpoints, and between which of them it changed', async () => {
    await auditLog.chainRows();
    await writeCheckpoints(auditLog.app.deps, null);
    const from = (await auditLog.links()).length + 1;
    await auditLog.chainRows();
    await writeCheckpoints(auditLog.app.deps, null);
    const changed = (await auditLog.links())[from + 3];
    await auditLog.tamper(
      ['update audit_events set new_value = $2 where id = $1', changed?.event_id, '"other"'],
      ['delete from audit_links where position >= $1', from],
      [
        `update audit_chain set position = $1, hash = (select hash from audit_links where position = $1),
                last_xid = (select e.written_in from audit_links l join audit_events e on e.id = l.event_id where position = $1),
                last_id = (select event_id from audit_links where position = $1)`,
        from - 1,
      ],
    );
    await auditLog.linkAll();
    expect(await auditLog.first()).toMatchObject({ kind: 'head', position: from });
    expect((await auditLog.first())?.message).toContain(`rows from position ${from} on were changed`);
  });
});
