import { describe, expect, it } from 'vitest';
import { useTrail } from '#testing/audit-log.ts';
import { archiveRows } from './archive.ts';
import { auditAct } from './audit.ts';
import { writeHeads, writeRestored } from './write-checkpoints.ts';

const trail = useTrail();

describe('archives', () => {
  it('take whole months that are old enough, stay checked, and hold no ciphertext', async () => {
    for (const at of [
      '2015-03-31T23:59Z',
      '2015-04-01T00:00Z',
      '2016-10-31T12:00Z',
      '2016-11-02T12:00Z',
      '2026-11-24T12:00Z',
    ])
      await trail.sealedRowsAt(at);
    const total = (await trail.links()).length;
    await writeHeads(trail.app.deps, null);
    const each = total / 5;
    expect(await archiveRows(trail.app.deps, 12)).toBe(3 * each);
    expect(await trail.links()).toHaveLength(2 * each);
    expect(await archiveRows(trail.app.deps)).toBe(0);
    expect(await trail.verify()).toMatchObject({ findings: [], total });
    const archives = await trail.app.deps.database.query<{ storage_key: string; from_position: number }>(
      'select storage_key, from_position from audit_archives order by from_position',
    );
    expect(archives.length).toBeGreaterThan(6);
    const damaged = archives[2];
    const bytes = await trail.app.deps.storage.read(damaged?.storage_key ?? '');
    await trail.app.deps.storage.put(damaged?.storage_key ?? '', Buffer.concat([bytes, Buffer.from('x')]));
    expect(await trail.first()).toMatchObject({ kind: 'archive', position: damaged?.from_position });
    await trail.app.deps.storage.remove(damaged?.storage_key ?? '');
    expect(await trail.first()).toMatchObject({ kind: 'archive', position: damaged?.from_position });
    await trail.app.deps.storage.put(damaged?.storage_key ?? '', bytes);
    expect(await trail.verify()).toMatchObject({ findings: [] });
    await trail.app.deps.database.query('delete from audit_archives where from_position = $1', [
      damaged?.from_position,
    ]);
    expect(await trail.first()).toMatchObject({ kind: 'missing', position: damaged?.from_position });
  });

  it('goes on where a server was killed between the file and the rows, and is whole meanwhile', async () => {
    await trail.sealedRowsAt('2015-03-31T23:59Z');
    await trail.sealedRowsAt('2026-11-24T12:00Z');
    const { database } = trail.app.deps;
    let transactions = 0;
    const killed: typeof database = {
      ...database,
      // The first looks for rows to delete, the second keeps the file, the third would delete.
      transaction: (work) => {
        transactions += 1;
        return transactions === 3 ? Promise.reject(new Error('killed')) : database.transaction(work);
      },
    };
    await expect(archiveRows({ ...trail.app.deps, database: killed })).rejects.toThrow('killed');
    const total = (await trail.links()).length;
    expect(await trail.verify()).toMatchObject({ findings: [], total });
    expect(await archiveRows(trail.app.deps)).toBe(0);
    expect(await trail.links()).toHaveLength(total / 2);
    expect(await trail.verify()).toMatchObject({ findings: [], total });
  });

  it('use the sealing time only, so back-dated rows stay in the table', async () => {
    await trail.sealedRowsAt('2026-11-24T12:00Z');
    await trail.sealedRows("'2015-03-31 23:59Z'");
    const before = await trail.links();
    expect(await archiveRows(trail.app.deps)).toBe(0);
    expect(await trail.links()).toEqual(before);
  });

  it('include version 1 links together with the first later link that has a sealing time', async () => {
    await trail.sealedRowsAt('2015-03-31T23:59Z');
    const earlier = (await trail.links()).length;
    await trail.rebuildChain({ version: 1, sealed_at: null });
    trail.app.clock.set(new Date('2026-11-24T12:00Z'));
    expect(await archiveRows(trail.app.deps)).toBe(0);
    expect(await trail.verify()).toMatchObject({ findings: [] });
    await trail.sealedRowsAt('2026-11-24T12:00Z');
    const total = (await trail.links()).length;
    expect(await archiveRows(trail.app.deps)).toBe(0);
    trail.app.clock.set(new Date('2037-01-01T12:00Z'));
    expect(await archiveRows(trail.app.deps, 40)).toBe(total);
    expect(total).toBeGreaterThan(earlier);
    expect(await trail.verify()).toMatchObject({ findings: [], total });
  });

  it('contain any text, including Unicode line separators', async () => {
    trail.app.clock.set(new Date('2015-03-31T23:59Z'));
    const text = 'one\u2028two\u2029three\u0085four\r\nfive\u{1f600}';
    await auditAct(trail.app.systemContext(), 'updated', 'client', 1, { field: 'notes', new_value: text });
    await trail.sealedRows();
    trail.app.clock.set(new Date('2026-11-24T12:00Z'));
    const total = (await trail.links()).length;
    expect(await archiveRows(trail.app.deps)).toBe(total);
    expect(await trail.verify()).toMatchObject({ findings: [], total });
  });

  it('leave rows in the database until their checkpoint is in every external location', async () => {
    await trail.sealedRowsAt('2015-03-31T23:59Z');
    trail.app.clock.set(new Date('2026-11-24T12:00Z'));
    const before = await trail.links();
    const broken = {
      place: 'a bucket that is away',
      append: () => Promise.reject(new Error('the bucket is away')),
      lines: async function* () {},
    };
    const away = { ...trail.app.deps, heads: [...trail.app.deps.heads, broken] };
    await expect(archiveRows(away)).rejects.toThrow('the bucket is away');
    expect(await trail.links()).toEqual(before);
    expect(await archiveRows(trail.app.deps)).toBe(0);
    expect(await trail.links()).toEqual([]);
    expect(await trail.verify()).toMatchObject({ findings: [], notes: [], total: before.length });
  });

  it('does not take away what does not fit the chain', async () => {
    await trail.sealedRowsAt('2015-03-31T23:59Z');
    trail.app.clock.set(new Date('2026-11-24T12:00Z'));
    await trail.tamper([
      `update audit_events set action = 'other' where id = (select min(event_id) + 3 from audit_links)`,
    ]);
    const before = await trail.links();
    await expect(archiveRows(trail.app.deps)).rejects.toThrow('audit rows were not archived: Row');
    expect(await trail.links()).toEqual(before);
    expect(await Array.fromAsync(trail.app.deps.storage.list())).toEqual([]);
  });

  it('are no finding when a backup of before the archiving was restored, and the restore was confirmed', async () => {
    const { deps } = trail.app;
    await trail.sealedRowsAt('2014-05-05T12:00Z');
    await writeHeads(deps, null);
    await trail.sealedRowsAt('2026-11-24T12:00Z');
    await writeHeads(deps, null);
    for (const table of ['audit_events', 'audit_links', 'audit_chain'])
      await deps.database.query(`create table restored_${table} as select * from ${table}`);
    expect(await archiveRows(deps, 12)).toBeGreaterThan(0);
    await trail.tamper(
      ['delete from audit_archives'],
      ['delete from audit_links'],
      ['delete from audit_events'],
      ['delete from audit_chain'],
      ['insert into audit_events overriding system value select * from restored_audit_events'],
      ['insert into audit_links select * from restored_audit_links'],
      ['insert into audit_chain select * from restored_audit_chain'],
    );
    expect((await trail.verify()).findings).not.toEqual([]);
    await writeRestored(deps);
    expect((await trail.verify()).findings).toEqual([]);
  });
});
