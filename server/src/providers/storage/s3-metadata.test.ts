import { afterAll, expect, it } from 'vitest';
import { readCheckpoint } from '#platform/audit/checkpoints.ts';
import { verifyAuditLog } from '#platform/audit/verify.ts';
import { writeCheckpoints, writeRestored } from '#platform/audit/write-checkpoints.ts';
import { linkAll } from '#testing/audit-log.ts';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { errorResponse, S3Server } from './testing/s3-server.ts';

const server = new S3Server({ acceptsListings: true });
const t = useTestApp(async () => {
  await server.start();
  return { ...server.environment(), AUDIT_HEAD: 's3' };
});
afterAll(() => server.stop());

/** Links new rows to the chain and writes a checkpoint to the bucket. */
async function checkpointOfMore() {
  await signInAs(t.current);
  await linkAll(t.current);
  t.current.clock.advance(60_000);
  await writeCheckpoints(t.current.deps, null);
}

const checkpointsThere = async () => {
  const [store] = t.current.deps.checkpointStores;
  const lines = await Array.fromAsync(store?.lines() ?? []);
  return lines.map((line) => readCheckpoint(line)?.position ?? 0);
};

it('stores checkpoints in a bucket in chronological order, and a check compares the chain with them', async () => {
  const { deps } = t.current;
  expect(deps.checkpointStores.map(({ location }) => location)).toEqual([
    `s3://${server.bucket}/ledgerline/audit-head/`,
  ]);
  await checkpointOfMore();
  server.failNext(errorResponse(503, 'SlowDown'), errorResponse(503, 'SlowDown'));
  await checkpointOfMore();
  const [first = 0, second = 0, ...more] = await checkpointsThere();
  expect([second > first, first > 0, more]).toEqual([true, true, []]);
  expect(await verifyAuditLog(deps)).toMatchObject({ findings: [], notes: [] });

  // An attacker rebuilds the chain from its start: the bucket has the checkpoint of the original.
  await deps.database.query('alter table audit_links disable trigger user');
  await deps.database.query(`update audit_links set hash = sha256(hash) where position = ${second}`);
  await deps.database.query('alter table audit_links enable trigger user');
  const { findings } = await verifyAuditLog(deps);
  expect(findings.find(({ kind }) => kind === 'head')?.message).toContain(`s3://${server.bucket}`);
});

it('records in the bucket that the database was restored', async () => {
  const before = (await checkpointsThere()).length;
  t.current.clock.advance(60_000);
  expect(await writeRestored(t.current.deps)).toEqual([expect.stringContaining('was restored to position')]);
  expect(await checkpointsThere()).toHaveLength(before + 1);
});
