import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getAuditChain } from '@ledgerline/contract/audit-checks/endpoints';
import { expect, it } from 'vitest';
import { checkpointFile } from '#platform/audit/checkpoints.ts';
import { verifyAuditLog } from '#platform/audit/verify.ts';
import { useAuditLog } from '#testing/audit-log.ts';
import { signInAs } from '#testing/factories.ts';
import { emailCheckpoints } from './email-checkpoints.ts';

const auditLog = useAuditLog({ AUDIT_HEAD: 'mailto:owners,mailto:notary@example.com' });

/** The checkpoint that was emailed to an address, as its recipient saves it. */
async function savedCheckpoint(address: string): Promise<string> {
  const outbox = path.join(auditLog.app.config.DATA_DIR, 'outbox');
  const emails = await Promise.all(
    (await readdir(outbox).catch(() => [])).map((file) => readFile(path.join(outbox, file), 'utf8')),
  );
  const email = emails.find((one) => one.includes(`To: ${address}`)) ?? '';
  const attached = /filename=audit-head-[\d-]+\.jsonl[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(
    email,
  )?.[1];
  if (attached === undefined) return '';
  const file = path.join(auditLog.app.config.DATA_DIR, 'saved.jsonl');
  await writeFile(file, Buffer.from(attached, 'base64'));
  return file;
}

it('the checkpoint is emailed to owners and the configured addresses, and reveals that later rows were removed', async () => {
  const { deps } = auditLog.app;
  await emailCheckpoints(deps);
  const emailed = () =>
    deps.database.query<{ to_address: string }>(
      `select to_address from mail_messages where kind = 'audit_head' order by to_address`,
    );
  expect(await emailed()).toEqual([]);
  const owner = await signInAs(auditLog.app, { is_owner: true });
  expect((await owner.call(getAuditChain)).body.seal.head_places).toEqual([
    expect.stringContaining('audit-head.jsonl'),
    'email to owners',
    'email to notary@example.com',
  ]);
  await auditLog.chainRows();
  await auditLog.app.startJobs();
  await emailCheckpoints(deps);
  const owners = await deps.database.query<{ email: string }>('select email from agents where is_owner');
  expect((await emailed()).map(({ to_address }) => to_address)).toEqual(
    ['notary@example.com', ...owners.map(({ email }) => email)].sort(),
  );
  await expect.poll(() => savedCheckpoint('notary@example.com')).not.toBe('');
  const checkpoints = [checkpointFile(await savedCheckpoint('notary@example.com'))];
  expect(await verifyAuditLog({ ...deps, checkpointStores: checkpoints })).toMatchObject({
    findings: [],
    heads: [{ heads: 1 }],
  });
  const [last] = (await auditLog.links()).slice(-1);
  await auditLog.tamper(
    ['delete from audit_links where position = $1', last?.position],
    ['delete from audit_events where id = $1', last?.event_id],
    [
      `update audit_chain set position = $1, hash = (select hash from audit_links where position = $1)`,
      (last?.position ?? 0) - 1,
    ],
  );
  expect((await verifyAuditLog({ ...deps, checkpointStores: checkpoints })).findings).toContainEqual(
    expect.objectContaining({ kind: 'head', message: expect.stringContaining('were removed') }),
  );
});
