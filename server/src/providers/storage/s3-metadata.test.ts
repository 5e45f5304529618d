import { afterAll, expect, it } from 'vitest';
import { readHead } from '#platform/audit/checkpoints.ts';
import { verifyTrail } from '#platform/audit/verify.ts';
import { writeHeads, writeRestored } from '#platform/audit/write-checkpoints.ts';
import { sealAll } from '#testing/audit-log.ts';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { refusal, S3Server } from './testing/s3-server.ts';

const server = new S3Server({ takesListings: true });
const t = useTestApp(async () => {
  await server.start();
  return { ...server.environment(), AUDIT_HEAD: 's3' };
});
afterAll(() => server.stop());

/** Rows, sealed, and the head of the chain in the bucket. */
async function headOfMore() {
  await signInAs(t.current);
  await sealAll(t.current);
  t.current.clock.advance(60_000);
  await writeHeads(t.current.deps, null);
}

const headsThere = async () => {
  const [store] = t.current.deps.heads;
  const lines = await Array.fromAsync(store?.lines() ?? []);
  return lines.map((line) => readHead(line)?.position ?? 0);
};

it('keeps heads in a bucket in the order of time, and a check compares the chain with them', async () => {
  const { deps } = t.current;
  expect(deps.heads.map(({ place }) => place)).toEqual([`s3://${server.bucket}/ledgerline/audit-head/`]);
  await headOfMore();
  server.trouble(refusal(503, 'SlowDown'), refusal(503, 'SlowDown'));
  await headOfMore();
  const [first = 0, second = 0, ...more] = await headsThere();
  expect([second > first, first > 0, more]).toEqual([true, true, []]);
  expect(await verifyTrail(deps)).toMatchObject({ findings: [], notes: [] });

  // Somebody makes the chain anew from its beginning: the bucket remembers another one.
  await deps.database.query('alter table audit_links disable trigger user');
  await deps.database.query(`update audit_links set hash = sha256(hash) where position = ${second}`);
  await deps.database.query('alter table audit_links enable trigger user');
  const { findings } = await verifyTrail(deps);
  expect(findings.find(({ kind }) => kind === 'head')?.message).toContain(`s3://${server.bucket}`);
});

it('says in the bucket that the database was put back', async () => {
  const before = (await headsThere()).length;
  t.current.clock.advance(60_000);
  expect(await writeRestored(t.current.deps)).toEqual([expect.stringContaining('was put back to place')]);
  expect(await headsThere()).toHaveLength(before + 1);
});
