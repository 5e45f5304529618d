import { readFile } from 'node:fs/promises';
import { getAuditChain, startAuditCheck } from '@ledgerline/contract/audit-checks/endpoints';
import { expect, it } from 'vitest';
import { linkAll } from '#testing/audit-log.ts';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

it('owners start a check and read its result; no other agent may', async () => {
  const agent = await signInAs(t.current, { is_developer: true });
  expect((await agent.call(getAuditChain)).status).toBe(403);
  expect((await agent.call(startAuditCheck)).status).toBe(403);
  const owner = await signInAs(t.current, { is_owner: true });
  expect((await owner.call(getAuditChain)).body).toMatchObject({
    seal: {
      position: 0,
      sealed_at: null,
      head_position: 0,
      head_places: [expect.stringContaining('audit-head')],
    },
    check: null,
  });
  await linkAll(t.current);
  await t.current.startJobs();
  expect((await owner.call(startAuditCheck)).body.data).toMatchObject({ state: 'running', findings: [] });
  await expect
    .poll(async () => (await owner.call(getAuditChain)).body, { timeout: 20_000 })
    .toMatchObject({
      seal: { head_at: t.current.clock.now().toISOString() },
      check: { state: 'done', findings: [], finished_at: t.current.clock.now().toISOString(), error: null },
    });
  const [{ location } = { location: '' }] = t.current.deps.checkpointStores;
  expect(JSON.parse((await readFile(location, 'utf8')).split('\n')[0] ?? '')).toMatchObject({ kind: 'head' });
});

it('a request during a running check returns that check', async () => {
  const owner = await signInAs(t.current, { is_owner: true });
  const now = t.current.clock.now();
  const [row] = await t.current.deps.database.query<{ id: number }>(
    `update audit_checks set state = 'running', finished_at = null, seen_at = $1 returning id`,
    [now],
  );
  expect((await owner.call(startAuditCheck)).body.data.id).toBe(row?.id);
});

it('a check whose server has stopped counts as failed, and another can be started', async () => {
  const owner = await signInAs(t.current, { is_owner: true });
  await t.current.deps.database.query(
    `update audit_checks set state = 'running', finished_at = null, seen_at = $1`,
    [new Date(t.current.clock.now().getTime() - 121_000)],
  );
  expect((await owner.call(getAuditChain)).body.check).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('stopped'),
  });
  expect((await owner.call(startAuditCheck)).body.data.state).toBe('running');
});
