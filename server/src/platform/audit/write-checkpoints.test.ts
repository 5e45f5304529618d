import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { useTrail } from '#testing/audit-log.ts';
import { writeHeads, writeRestored } from './write-checkpoints.ts';

const trail = useTrail();

describe('heads', () => {
  it('count when this installation signed them, and are missed when they are gone', async () => {
    await trail.sealedRows();
    const written = await writeHeads(trail.app.deps, null);
    expect(await writeHeads(trail.app.deps, written)).toBe(written);
    const [store] = trail.app.deps.heads;
    const file = store?.place ?? '';
    const text = await readFile(file, 'utf8');
    expect(text.split('\n')).toHaveLength(2);
    await writeFile(file, text.replace(/"mac":"./, '"mac":"!'));
    expect(await trail.first()).toMatchObject({ kind: 'head' });
    await writeFile(file, '');
    expect((await trail.first())?.message).toContain('No head that this installation signed');
    await writeFile(file, `{"kind":"hea\n${text}`);
    expect(await trail.verify()).toMatchObject({
      findings: [],
      notes: [expect.stringContaining('power cut')],
    });
    await appendFile(file, text.replace(/"key":"..../, '"key":"abcd'));
    expect((await trail.verify()).notes).toContainEqual(expect.stringContaining('another token secret'));
  });

  it('that stand behind a restore are told, and are no fault once an operator has said so', async () => {
    await trail.sealedRows();
    await writeHeads(trail.app.deps, null);
    const { deps } = trail.app;
    const to = (await trail.links()).length;
    await deps.database.query('create table kept_chain as select * from audit_chain');
    await trail.sealedRows();
    await writeHeads(deps, null);
    await trail.tamper(
      ['delete from audit_events where id in (select event_id from audit_links where position > $1)', to],
      ['delete from audit_links where position > $1', to],
      [
        'update audit_chain set (position, hash, last_xid, last_id) = (select position, hash, last_xid, last_id from kept_chain)',
      ],
    );
    await trail.sealedRows('now()');
    expect(await trail.first()).toMatchObject({ kind: 'head' });
    expect(await writeRestored(deps)).toEqual([expect.stringContaining(`place ${to}.`)]);
    await writeHeads(deps, null);
    expect(await trail.verify()).toMatchObject({
      findings: [],
      notes: [expect.stringContaining(`put back to place ${to}`)],
    });
  });
});
