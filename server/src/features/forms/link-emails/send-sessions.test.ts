import { runOperation, stopOperation } from '@ledgerline/contract/bulk-actions/endpoints';
import { createBundle } from '@ledgerline/contract/bundles/endpoints';
import { updateGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { useConnectedApp } from '#testing/connected-app.ts';
import { buildClient, buildTemplate, signInAs } from '#testing/factories.ts';
import { prepare, runBulk, settledOperation } from '#testing/operations.ts';
import { useTestApp } from '#testing/test-app.ts';

const { t } = useConnectedApp({ PUBLIC_URL: 'https://portal.example' });
let owner: Awaited<ReturnType<typeof signInAs>>;
let bundle: number;
beforeAll(async () => {
  await t.current.startJobs();
  owner = await signInAs(t.current, { is_owner: true });
  const [template] = await t.current.deps.database.query<{ id: number }>(
    `select id from global_forms where form_link_id = 'personal-info'`,
  );
  bundle = (await owner.call(createBundle, { body: { name: 'New client', form_ids: [template?.id ?? 0] } }))
    .body.id;
});

const sending = () =>
  ({ kind: 'send_session', params: { bundle_id: bundle, session_type: 'Renewal' } }) as const;
const REMIND = { kind: 'send_reminder', params: {} } as const;
let number = 0;
const clients = (count: number, primary_email?: string) =>
  Promise.all(
    Array.from({ length: count }, () => {
      number += 1;
      return buildClient(t.current, { primary_email: primary_email ?? `c${number}@example.test` });
    }),
  );
const sent = (ids: number[], kind: string) =>
  t.current.deps.database.query<{ client_id: number; created_at: Date }>(
    'select client_id, created_at from mail_messages where client_id = any($1::bigint[]) and kind = $2',
    [ids, kind],
  );
const pace = (bulk_emails_per_minute: number) =>
  owner.call(updateGlobalSettings, { body: { bulk_emails_per_minute } });

describe('sessions for many clients', () => {
  it('start with the forms of a bundle, and email one link to each client with an address', async () => {
    const [withEmail = 0, other = 0] = await clients(2);
    const [without = 0] = await clients(1, '');
    const ids = [withEmail, other, without];
    const { body } = await prepare(owner, sending(), { ids });
    expect(body.data.counts).toMatchObject({ pending: 2, rejected: 1 });
    const done = await runBulk(owner, sending(), { ids });
    expect(done).toMatchObject({ state: 'done', can_undo: false, undo_until: null });
    expect(done.counts).toMatchObject({ changed: 2, rejected: 1 });
    expect((await sent(ids, 'session_link')).map(({ client_id }) => client_id).sort()).toEqual(
      [withEmail, other].sort(),
    );
    const forms = await t.current.deps.database.query(
      `select f.id from session_forms f join sessions s on s.id = f.session_id
        where s.client_id = any($1::bigint[]) and s.session_type = 'Renewal'`,
      [ids],
    );
    expect(forms).toHaveLength(2);
  });

  it('are sent at the pace of the settings, each once, even if the job runs twice', async () => {
    await pace(2);
    t.current.clock.advance(120_000);
    const ids = await clients(5);
    const { body } = await prepare(owner, sending(), { ids });
    await owner.call(runOperation, { params: { id: body.id } });
    const counted = async (wanted: number) => {
      for (;;) {
        const emails = await sent(ids, 'session_link');
        if (emails.length >= wanted) return emails.length;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    expect(await counted(2)).toBe(2);
    const { deps } = t.current;
    await deps.database.transaction((db) => deps.jobs.send(db, 'operations', { id: body.id }));
    t.current.clock.advance(61_000);
    expect(await counted(4)).toBe(4);
    const jobs = await deps.database.query(
      `select 1 from pgboss.job where name like 'operations%' and state = 'created' and data->>'id' = $1`,
      [String(body.id)],
    );
    expect(jobs.length).toBeLessThan(2);
    await owner.call(stopOperation, { params: { id: body.id } });
    const stopped = await settledOperation(owner, body.id);
    expect(stopped.counts).toMatchObject({ changed: 4, skipped: 1 });
    expect(new Set((await sent(ids, 'session_link')).map(({ client_id }) => client_id)).size).toBe(4);
    await pace(600);
    t.current.clock.advance(61_000);
  });

  it('are not started without a usable form', async () => {
    const [id = 0] = await clients(1);
    const form_ids = [(await buildTemplate(t.current)).id];
    const made = await owner.call(createBundle, { body: { name: 'Emptied', form_ids } });
    const params = { bundle_id: made.body.id, session_type: 'Renewal' };
    const { body } = await prepare(owner, { kind: 'send_session', params }, { ids: [id] });
    await t.current.deps.database.query('delete from bundle_templates where bundle_id = $1', [made.body.id]);
    await owner.call(runOperation, { params: { id: body.id } });
    expect((await settledOperation(owner, body.id)).counts).toMatchObject({ changed: 0, rejected: 1 });
    expect(await sent([id], 'session_link')).toEqual([]);
  });

  it('need a bundle with a usable form', async () => {
    const [id = 0] = await clients(1);
    const params = { bundle_id: 987_654, session_type: 'Renewal' };
    expect((await prepare(owner, { kind: 'send_session', params }, { ids: [id] })).status).toBe(404);
  });
});

describe('reminders to many clients', () => {
  it('are sent for the latest open session, at most once for each client', async () => {
    const [one = 0, none = 0] = await clients(2);
    await runBulk(owner, sending(), { ids: [one] });
    await runBulk(owner, sending(), { ids: [one] });
    for (;;) {
      const emails = await t.current.deps.database.query(
        `select 1 from mail_messages where client_id = $1 and status = 'queued'`,
        [one],
      );
      if (emails.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    t.current.clock.advance(3 * 86_400_000);
    const agent = await signInAs(t.current, { is_owner: true });
    const done = await runBulk(agent, REMIND, { ids: [one, none] });
    expect(done.counts).toMatchObject({ changed: 1, skipped: 1 });
    expect(await sent([one, none], 'reminder')).toHaveLength(1);
    // Without reminders of the latest session, the client is not reminded of an older one.
    await t.current.deps.database.query(
      `update reminder_series set state = 'paused' where id = (select max(id) from reminder_series where client_id = $1)`,
      [one],
    );
    const again = await prepare(agent, REMIND, { ids: [one] });
    expect(again.body.data.counts).toMatchObject({ pending: 0, skipped: 1 });
  });
});

describe('without a mail server', () => {
  const unconnected = useTestApp({ PUBLIC_URL: 'https://portal.example' });

  it('the preview says that nothing can be sent', async () => {
    const agent = await signInAs(unconnected.current, { is_owner: true });
    const template = await buildTemplate(unconnected.current);
    const made = await agent.call(createBundle, { body: { name: 'Bundle', form_ids: [template.id] } });
    const id = await buildClient(unconnected.current, { primary_email: 'a@example.test' });
    const params = { bundle_id: made.body.id, session_type: 'Renewal' };
    const { body } = await prepare(agent, { kind: 'send_session', params }, { ids: [id] });
    expect(body.data.counts).toMatchObject({ pending: 0, rejected: 1 });
  });
});
