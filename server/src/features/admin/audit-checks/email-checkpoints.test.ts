import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getAuditSeal } from '@ledgerline/contract/audit-checks/endpoints';
import { expect, it } from 'vitest';
import { headFile } from '#platform/audit/checkpoints.ts';
import { verifyTrail } from '#platform/audit/verify.ts';
import { useTrail } from '#testing/audit-log.ts';
import { signInAs } from '#testing/factories.ts';
import { mailHeads } from './email-checkpoints.ts';

const trail = useTrail({ AUDIT_HEAD: 'mailto:owners,mailto:notary@example.com' });

/** The head that a mail to an address brought, as its reader saves it. */
async function savedHead(address: string): Promise<string> {
  const outbox = path.join(trail.app.config.DATA_DIR, 'outbox');
  const mails = await Promise.all(
    (await readdir(outbox).catch(() => [])).map((file) => readFile(path.join(outbox, file), 'utf8')),
  );
  const mail = mails.find((one) => one.includes(`To: ${address}`)) ?? '';
  const attached = /filename=audit-head-[\d-]+\.jsonl[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(mail)?.[1];
  if (attached === undefined) return '';
  const file = path.join(trail.app.config.DATA_DIR, 'saved.jsonl');
  await writeFile(file, Buffer.from(attached, 'base64'));
  return file;
}

it('the head goes to owners and to whom the setting names, and shows that rows behind it were removed', async () => {
  const { deps } = trail.app;
  await mailHeads(deps);
  const mailed = () =>
    deps.database.query<{ to_address: string }>(
      `select to_address from mail_messages where kind = 'audit_head' order by to_address`,
    );
  expect(await mailed()).toEqual([]);
  const owner = await signInAs(trail.app, { is_owner: true });
  expect((await owner.call(getAuditSeal)).body.seal.head_places).toEqual([
    expect.stringContaining('audit-head.jsonl'),
    'mail to owners',
    'mail to notary@example.com',
  ]);
  await trail.sealedRows();
  await trail.app.startJobs();
  await mailHeads(deps);
  const owners = await deps.database.query<{ email: string }>('select email from agents where is_owner');
  expect((await mailed()).map(({ to_address }) => to_address)).toEqual(
    ['notary@example.com', ...owners.map(({ email }) => email)].sort(),
  );
  await expect.poll(() => savedHead('notary@example.com')).not.toBe('');
  const heads = [headFile(await savedHead('notary@example.com'))];
  expect(await verifyTrail({ ...deps, heads })).toMatchObject({ findings: [], heads: [{ heads: 1 }] });
  const [last] = (await trail.links()).slice(-1);
  await trail.tamper(
    ['delete from audit_links where position = $1', last?.position],
    ['delete from audit_events where id = $1', last?.event_id],
    [
      `update audit_chain set position = $1, hash = (select hash from audit_links where position = $1)`,
      (last?.position ?? 0) - 1,
    ],
  );
  expect((await verifyTrail({ ...deps, heads })).findings).toContainEqual(
    expect.objectContaining({ kind: 'head', message: expect.stringContaining('were removed') }),
  );
});
