import { createHash } from 'node:crypto';
import { getAuditChain, startAuditCheck } from '@ledgerline/contract/audit-checks/endpoints';
import { describe, expect, it } from 'vitest';
import { useAuditLog } from '#testing/audit-log.ts';
import { signInAs } from '#testing/factories.ts';
import { archiveRows } from './archive.ts';
import { archiveBytes, readArchive } from './archived-rows.ts';
import { readChainEnd } from './link-hash.ts';
import { writeCheckpoints } from './write-checkpoints.ts';

const auditLog = useAuditLog();
const LONG_AGO = '2014-05-05T12:00Z';
const TODAY = '2026-11-24T12:00Z';
const OLD = new Date(LONG_AGO);

/** Linked rows with two external checkpoints. */
async function writeLinkedRows() {
  await auditLog.chainRowsAt(TODAY);
  await writeCheckpoints(auditLog.app.deps, null);
  await auditLog.chainRows();
  await writeCheckpoints(auditLog.app.deps, null);
}

/** Rows of which half are archived, with checkpoints over both. */
async function archived() {
  await auditLog.chainRowsAt(LONG_AGO);
  await writeCheckpoints(auditLog.app.deps, null);
  await auditLog.chainRowsAt(TODAY);
  await writeCheckpoints(auditLog.app.deps, null);
  expect(await archiveRows(auditLog.app.deps, 12)).toBeGreaterThan(12);
  expect(await auditLog.verify()).toMatchObject({ findings: [], notes: [] });
}

const kinds = async () => new Set((await auditLog.verify()).findings.map(({ kind }) => kind));
const query = <Row>(statement: string, ...values: unknown[]) =>
  auditLog.app.deps.database.query<Row & object>(statement, values);

describe('an attacker with database access alone', () => {
  it('cannot remove a row by rebuilding the chain and letting the server archive it', async () => {
    await writeLinkedRows();
    await auditLog.tamper(
      [`update audit_events set at = $1, new_value = '"forged"'`, OLD],
      ['delete from audit_links where event_id = (select min(event_id) + 2 from audit_links)'],
      ['delete from audit_events e where not exists (select from audit_links l where l.event_id = e.id)'],
    );
    await auditLog.rebuildChain({ version: 2, sealed_at: OLD });
    expect(await kinds()).toContain('head');
    await archiveRows(auditLog.app.deps);
    expect(await auditLog.links()).toEqual([]);
    expect(await kinds()).toContain('head');
    const owner = await signInAs(auditLog.app, { is_owner: true });
    await auditLog.app.startJobs();
    await owner.call(startAuditCheck);
    await expect
      .poll(async () => (await owner.call(getAuditChain)).body.check?.state, { timeout: 20_000 })
      .toBe('done');
    const { check } = (await owner.call(getAuditChain)).body;
    expect(check?.findings.map(({ message }) => message).join()).toContain('the chain was rebuilt');
  });

  it('cannot stop later checkpoints by changing the database’s record of earlier ones', async () => {
    await auditLog.chainRowsAt(TODAY);
    const written = await writeCheckpoints(auditLog.app.deps, null);
    await query('update audit_chain set head_position = 1000000');
    await auditLog.chainRows();
    const end = await readChainEnd(auditLog.app.deps.database);
    expect(await writeCheckpoints(auditLog.app.deps, written)).toBe(end.position);
    expect((await auditLog.verify()).heads).toMatchObject([{ newest_position: end.position }]);
  });

  it.each<[string, () => [string, ...unknown[]][]]>([
    [
      'a row whose link is at an archived position',
      () => [
        [
          `insert into audit_events (at, actor_kind, actor_name, action, entity)
           values ($1, 'agent', 'Alex Agent', 'made up', 'client')`,
          OLD,
        ],
        [
          `insert into audit_links (position, event_id, version, sealed_at, hash)
           select 3, max(id), 2, $1, sha256('x') from audit_events`,
          OLD,
        ],
      ],
    ],
    [
      'a row whose link is before the first position',
      () => [
        [
          `insert into audit_events (at, actor_kind, actor_name, action, entity)
           values (now(), 'agent', 'Alex Agent', 'made up', 'client')`,
        ],
        [
          `insert into audit_links (position, event_id, version, hash) select 0, max(id), 2, sha256('x') from audit_events`,
        ],
      ],
    ],
    [
      'an archive boundary moved forward',
      () => [
        [
          `update audit_archives set to_position = (select max(position) from audit_links)
            where to_position = (select max(to_position) from audit_archives)`,
        ],
      ],
    ],
    [
      'an archive boundary moved back',
      () => [
        [
          `update audit_archives set to_position = to_position - 1
            where to_position = (select max(to_position) from audit_archives)`,
        ],
      ],
    ],
    [
      'an archive that names the file of another',
      () => [
        [
          `update audit_archives a set storage_key = b.storage_key, sha256 = b.sha256
             from audit_archives b where a.from_position = 1 and b.from_position > 1`,
        ],
      ],
    ],
    ['a deleted archive entry', () => [['delete from audit_archives where from_position = 1']]],
    ['that all archive entries were deleted', () => [['delete from audit_archives']]],
    [
      'that everything was deleted',
      () => [
        ['delete from audit_archives'],
        ['delete from audit_events'],
        ['delete from audit_links'],
        [
          `update audit_chain set position = 0, hash = decode(repeat('00', 32), 'hex'), last_xid = '0', last_id = 0,
                  head_position = 0, head_at = null`,
        ],
      ],
    ],
  ])('cannot hide %s', async (_what, statements) => {
    await archived();
    await auditLog.tamper(...statements());
    expect((await auditLog.verify()).findings).not.toEqual([]);
  });

  it('cannot hide an archive with other rows and matching digests', async () => {
    await archived();
    const { storage } = auditLog.app.deps;
    const { replacement, sha256, key } = await forgedArchive();
    await storage.put(key, replacement);
    await auditLog.tamper([
      'update audit_archives set sha256 = $1, checkpoint_at = null where storage_key = $2',
      sha256,
      key,
    ]);
    const found = await kinds();
    expect(found).toContain('archive');
    // The nightly job signs a second checkpoint for the forged file; the first one still disagrees.
    await archiveRows(auditLog.app.deps);
    expect(await kinds()).toContain('archive');
  });
});

/** The newest archive with another agent in every row, under the same hashes. */
async function forgedArchive() {
  const { storage } = auditLog.app.deps;
  const [last] = await query<{
    storage_key: string;
    sha256: string;
    from_position: number;
    to_position: number;
  }>(
    'select storage_key, sha256, from_position, to_position from audit_archives order by from_position desc limit 1',
  );
  if (!last) throw new Error('nothing was archived');
  const links = await Array.fromAsync(readArchive(storage, last));
  const forged = links.map((link) => ({ ...link, row: (link.row ?? []).with(4, 'Other Agent') }));
  const replacement = archiveBytes(forged);
  return {
    replacement,
    sha256: createHash('sha256').update(replacement).digest('hex'),
    key: last.storage_key,
  };
}
