import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANGES } from '#testing/audit-changes.ts';
import { LOT, useTrail } from '#testing/audit-log.ts';
import { sealRows } from './link-hash.ts';
import { writeHeads } from './write-checkpoints.ts';

const trail = useTrail();
const INSERT = `insert into audit_events (id, at, actor_kind, actor_name, action, entity, written_in) overriding system value
                select $1, e.at, e.actor_kind, e.actor_name, 'made up', e.entity, e.written_in from audit_events e where e.id = $2`;

describe('a check', () => {
  it('finds nothing in a trail that nobody touched', async () => {
    await trail.sealedRows();
    const report = await trail.verify();
    expect(report).toMatchObject({ findings: [], unsealed: 0, notes: [] });
    expect(report.total).toBeGreaterThanOrEqual(LOT);
  });

  it('finds any single change and names its place, wherever it is', async () => {
    await trail.sealedRows();
    const all = await trail.links();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(CHANGES)), fc.nat(all.length - 1), async (what, n) => {
        const at = all[n] ?? { position: 0, event_id: 0 };
        const made = CHANGES[what]?.(at) ?? { statements: [] };
        await trail.tamper(
          ['create table kept_events as select * from audit_events'],
          ['create table kept_links as select * from audit_links'],
          ...made.statements,
        );
        const found = await trail.first();
        expect([what, found?.position]).toEqual([what, at.position]);
        if (made.kind) expect([what, found?.kind]).toEqual([what, made.kind]);
        await trail.tamper(
          ['delete from audit_events'],
          ['delete from audit_links'],
          ['insert into audit_events overriding system value select * from kept_events'],
          ['insert into audit_links select * from kept_links'],
          ['drop table kept_events, kept_links'],
        );
      }),
      { numRuns: 60 },
    );
    expect(await trail.verify()).toMatchObject({ findings: [] });
  });

  it('finds any two links that changed their places, and names the first', async () => {
    await trail.sealedRows();
    const all = await trail.links();
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
        async (how, places) => {
          const [one = 0, other = 0] = places.toSorted((a, b) => a - b);
          await trail.tamper(...how(one, other));
          const found = await trail.first();
          expect(found?.position).toBe(one);
          if (how === swapRows) expect(found?.kind).toBe('moved');
          await trail.tamper(...how(one, other));
        },
      ),
      { numRuns: 40 },
    );
    expect(await trail.verify()).toMatchObject({ findings: [] });
  });

  it('finds rows that were put in among sealed ones, and goes on finding them when others are sealed', async () => {
    await trail.sealedRows();
    const free = (await trail.links()).at(-2);
    const id = (free?.event_id ?? 0) + 1;
    await trail.tamper([INSERT, id, free?.event_id]);
    expect(await trail.first()).toMatchObject({ kind: 'inserted', event_id: id });
    await trail.sealedRows();
    const { findings } = await trail.verify();
    expect(findings).toEqual([expect.objectContaining({ kind: 'inserted', event_id: id })]);
  });

  it('finds a row of a transaction that was not begun yet', async () => {
    await trail.sealedRows();
    await trail.app.deps.database.query(
      `insert into audit_events (at, actor_kind, actor_name, action, entity, written_in)
       values (now(), 'agent', 'Alex Agent', 'made up', 'client', '99999999999')`,
    );
    await sealRows(trail.app.deps, new Date(8.64e15));
    expect(await trail.first()).toMatchObject({ kind: 'inserted' });
  });

  it('finds an end that was cut off, also where the end of the chain was set back with it', async () => {
    await trail.sealedRows();
    await writeHeads(trail.app.deps, null);
    expect(await trail.verify()).toMatchObject({ findings: [], heads: [{ heads: 1 }] });
    const all = await trail.links();
    const to = all.length - 5;
    await trail.tamper(
      ['delete from audit_events where id in (select event_id from audit_links where position > $1)', to],
      ['delete from audit_links where position > $1', to],
    );
    expect(await trail.first()).toMatchObject({ kind: 'missing', position: to + 1 });
    await trail.tamper([
      `update audit_chain set position = $1, hash = (select hash from audit_links where position = $1)`,
      to,
    ]);
    expect(await trail.first()).toMatchObject({ kind: 'head', position: to + 1 });
  });

  it('finds a chain that was made anew, by the heads, and between which of them', async () => {
    await trail.sealedRows();
    await writeHeads(trail.app.deps, null);
    const from = (await trail.links()).length + 1;
    await trail.sealedRows();
    await writeHeads(trail.app.deps, null);
    const changed = (await trail.links())[from + 3];
    await trail.tamper(
      ['update audit_events set new_value = $2 where id = $1', changed?.event_id, '"other"'],
      ['delete from audit_links where position >= $1', from],
      [
        `update audit_chain set position = $1, hash = (select hash from audit_links where position = $1),
                last_xid = (select e.written_in from audit_links l join audit_events e on e.id = l.event_id where position = $1),
                last_id = (select event_id from audit_links where position = $1)`,
        from - 1,
      ],
    );
    await trail.seal();
    expect(await trail.first()).toMatchObject({ kind: 'head', position: from });
    expect((await trail.first())?.message).toContain(`rows from place ${from} on were changed`);
  });
});
