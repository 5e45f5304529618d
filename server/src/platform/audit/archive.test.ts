import { describe, expect, it } from 'vitest';
import { useAuditLog } from '#testing/audit-log.ts';
import { archiveRows } from './archive.ts';
import { auditAction } from './audit.ts';
import { writeCheckpoints, writeRestored } from './write-checkpoints.ts';

const auditLog = useAuditLog();

describe('archiving', () => {
  it('archives complete months that are old enough, keeps them verifiable and stores no ciphertext', async () => {
    for (const at of [
      '2015-03-31T23:59Z',
      '2015-04-01T00:00Z',
      '2016-10-31T12:00Z',
      '2016-11-02T12:00Z',
      '2026-11-24T12:00Z',
    ])
      await auditLog.chainRowsAt(at);
    const total = (await auditLog.links()).length;
    await writeCheckpoints(auditLog.app.deps, null);
    const each = total / 5;
    expect(await archiveRows(auditLog.app.deps, 12)).toBe(3 * each);
    expect(await auditLog.links()).toHaveLength(2 * each);
    expect(await archiveRows(auditLog.app.deps)).toBe(0);
    expect(await auditLog.verify()).toMatchObject({ findings: [], total });
    const archives = await auditLog.app.deps.database.query<{ storage_key: string; from_position: number }>(
      'select storage_key, from_position from audit_archives order by from_position',
    );
    expect(archives.length).toBeGreaterThan(6);
    const damaged = archives[2];
    const bytes = await auditLog.app.deps.storage.read(damaged?.storage_key ?? '');
    await auditLog.app.deps.storage.put(damaged?.storage_key ?? '', Buffer.concat([bytes, Buffer.from('x')]));
    expect(await auditLog.first()).toMatchObject({ kind: 'archive', position: damaged?.from_position });
    await auditLog.app.deps.storage.remove(damaged?.storage_key ?? '');
    expect(await auditLog.first()).toMatchObject({ kind: 'archive', position: damaged?.from_position });
    await auditLog.app.deps.storage.put(damaged?.storage_key ?? '', bytes);
    expect(await auditLog.verify()).toMatchObject({ findings: [] });
    await auditLog.app.deps.database.query('delete from audit_archives where from_position = $1', [
      damaged?.from_position,
    ]);
    expect(await auditLog.first()).toMatchObject({ kind: 'missing', position: damaged?.from_position });
  });

  it('resumes after a server was killed between writing the file and deleting the rows, and verifies in between', async () => {
    await auditLog.chainRowsAt('2015-03-31T23:59Z');
    await auditLog.chainRowsAt('2026-11-24T12:00Z');
    const { database } = auditLog.app.deps;
    let transactions = 0;
    const killed: typeof database = {
      ...database,
      // The first call finds rows to delete, the second stores the file, the third would delete.
      transaction: (work) => {
        transactions += 1;
        return transactions === 3 ? Promise.reject(new Error('killed')) : database.transaction(work);
      },
    };
    await expect(archiveRows({ ...auditLog.app.deps, database: killed })).rejects.toThrow('killed');
    const total = (await auditLog.links()).length;
    expect(await auditLog.verify()).toMatchObject({ findings: [], total });
    expect(await archiveRows(auditLog.app.deps)).toBe(0);
    expect(await auditLog.links()).toHaveLength(total / 2);
    expect(await auditLog.verify()).toMatchObject({ findings: [], total });
  });

  it('uses the time at which a row was added to the chain, so back-dated rows stay in the table', async () => {
    await auditLog.chainRowsAt('2026-11-24T12:00Z');
    await auditLog.chainRows("'2015-03-31 23:59Z'");
    const before = await auditLog.links();
    expect(await archiveRows(auditLog.app.deps)).toBe(0);
    expect(await auditLog.links()).toEqual(before);
  });

  it('archives version 1 links together with the first later link that has a time', async () => {
    await auditLog.chainRowsAt('2015-03-31T23:59Z');
    const earlier = (await auditLog.links()).length;
    await auditLog.rebuildChain({ version: 1, sealed_at: null });
    auditLog.app.clock.set(new Date('2026-11-24T12:00Z'));
    expect(await archiveRows(auditLog.app.deps)).toBe(0);
    expect(await auditLog.verify()).toMatchObject({ findings: [] });
    await auditLog.chainRowsAt('2026-11-24T12:00Z');
    const total = (await auditLog.links()).length;
    expect(await archiveRows(auditLog.app.deps)).toBe(0);
    auditLog.app.clock.set(new Date('2037-01-01T12:00Z'));
    expect(await archiveRows(auditLog.app.deps, 40)).toBe(total);
    expect(total).toBeGreaterThan(earlier);
    expect(await auditLog.verify()).toMatchObject({ findings: [], total });
  });

  it('stores any text, including Unicode line separators', async () => {
    auditLog.app.clock.set(new Date('2015-03-31T23:59Z'));
    const text = 'one\u2028two\u2029three\u0085four\r\nfive\u{1f600}';
    await auditAction(auditLog.app.systemContext(), 'updated', 'client', 1, {
      field: 'notes',
      new_value: text,
    });
    await auditLog.chainRows();
    auditLog.app.clock.set(new Date('2026-11-24T12:00Z'));
    const total = (await auditLog.links()).length;
    expect(await archiveRows(auditLog.app.deps)).toBe(total);
    expect(await auditLog.verify()).toMatchObject({ findings: [], total });
  });

  it('leaves rows in the database until every external location has their checkpoint', async () => {
    await auditLog.chainRowsAt('2015-03-31T23:59Z');
    auditLog.app.clock.set(new Date('2026-11-24T12:00Z'));
    const before = await auditLog.links();
    const broken = {
      location: 'an unreachable bucket',
      append: () => Promise.reject(new Error('the bucket is unreachable')),
      lines: async function* () {},
    };
    const away = { ...auditLog.app.deps, checkpointStores: [...auditLog.app.deps.checkpointStores, broken] };
    await expect(archiveRows(away)).rejects.toThrow('the bucket is unreachable');
    expect(await auditLog.links()).toEqual(before);
    expect(await archiveRows(auditLog.app.deps)).toBe(0);
    expect(await auditLog.links()).toEqual([]);
    expect(await auditLog.verify()).toMatchObject({ findings: [], notes: [], total: before.length });
  });

  it('does not archive rows that do not match the chain', async () => {
    await auditLog.chainRowsAt('2015-03-31T23:59Z');
    auditLog.app.clock.set(new Date('2026-11-24T12:00Z'));
    await auditLog.tamper([
      `update audit_events set action = 'other' where id = (select min(event_id) + 3 from audit_links)`,
    ]);
    const before = await auditLog.links();
    await expect(archiveRows(auditLog.app.deps)).rejects.toThrow('audit rows were not archived: Row');
    expect(await auditLog.links()).toEqual(before);
    expect(await Array.fromAsync(auditLog.app.deps.storage.list())).toEqual([]);
  });

  it('reports no finding for a confirmed restore of a backup from before the archiving', async () => {
    const { deps } = auditLog.app;
    await auditLog.chainRowsAt('2014-05-05T12:00Z');
    await writeCheckpoints(deps, null);
    await auditLog.chainRowsAt('2026-11-24T12:00Z');
    await writeCheckpoints(deps, null);
    for (const table of ['audit_events', 'audit_links', 'audit_chain'])
      await deps.database.query(`create table restored_${table} as select * from ${table}`);
    expect(await archiveRows(deps, 12)).toBeGreaterThan(0);
    await auditLog.tamper(
      ['delete from audit_archives'],
      ['delete from audit_links'],
      ['delete from audit_events'],
      ['delete from audit_chain'],
      ['insert into audit_events overriding system value select * from restored_audit_events'],
      ['insert into audit_links select * from restored_audit_links'],
      ['insert into audit_chain select * from restored_audit_chain'],
    );
    expect((await auditLog.verify()).findings).not.toEqual([]);
    await writeRestored(deps);
    expect((await auditLog.verify()).findings).toEqual([]);
  });
});
