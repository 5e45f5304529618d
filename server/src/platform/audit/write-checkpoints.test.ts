import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { useAuditLog } from '#testing/audit-log.ts';
import { writeCheckpoints, writeRestored } from './write-checkpoints.ts';

const auditLog = useAuditLog();

describe('checkpoints', () => {
  it('are valid if this installation signed them, and are reported when they are missing', async () => {
    await auditLog.chainRows();
    const written = await writeCheckpoints(auditLog.app.deps, null);
    expect(await writeCheckpoints(auditLog.app.deps, written)).toBe(written);
    const [store] = auditLog.app.deps.checkpointStores;
    const file = store?.location ?? '';
    const text = await readFile(file, 'utf8');
    expect(text.split('\n')).toHaveLength(2);
    await writeFile(file, text.replace(/"mac":"./, '"mac":"!'));
    expect(await auditLog.first()).toMatchObject({ kind: 'head' });
    await writeFile(file, '');
    expect((await auditLog.first())?.message).toContain('No checkpoint signed by this installation');
    await writeFile(file, `{"kind":"hea\n${text}`);
    expect(await auditLog.verify()).toMatchObject({
      findings: [],
      notes: [expect.stringContaining('power failure')],
    });
    await appendFile(file, text.replace(/"key":"..../, '"key":"abcd'));
    expect((await auditLog.verify()).notes).toContainEqual(expect.stringContaining('another token secret'));
  });

  it('after the restored position are reported, until an operator confirms the restore', async () => {
    await auditLog.chainRows();
    await writeCheckpoints(auditLog.app.deps, null);
    const { deps } = auditLog.app;
    const to = (await auditLog.links()).length;
    await deps.database.query('create table kept_chain as select * from audit_chain');
    await auditLog.chainRows();
    await writeCheckpoints(deps, null);
    await auditLog.tamper(
      ['delete from audit_events where id in (select event_id from audit_links where position > $1)', to],
      ['delete from audit_links where position > $1', to],
      [
        'update audit_chain set (position, hash, last_xid, last_id) = (select position, hash, last_xid, last_id from kept_chain)',
      ],
    );
    await auditLog.chainRows('now()');
    expect(await auditLog.first()).toMatchObject({ kind: 'head' });
    expect(await writeRestored(deps)).toEqual([expect.stringContaining(`position ${to}.`)]);
    await writeCheckpoints(deps, null);
    expect(await auditLog.verify()).toMatchObject({
      findings: [],
      notes: [expect.stringContaining(`returned the database to position ${to}`)],
    });
  });
});
