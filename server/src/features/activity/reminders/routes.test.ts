import { emailLink } from '@ledgerline/contract/link-emails/endpoints';
import * as endpoints from '@ledgerline/contract/reminders/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { updateGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { getStatus } from '@ledgerline/contract/status/endpoints';
import { getTemplate, updateTemplate } from '@ledgerline/contract/templates/endpoints';
import { listClientTimeline } from '@ledgerline/contract/timeline/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobHandlers } from '#app';
import { useConnectedApp } from '#testing/connected-app.ts';
import { buildClient, buildSession, signInAs } from '#testing/factories.ts';
import { sendReminders } from './send-reminders.ts';

const { t } = useConnectedApp({ TIME_ZONE: 'America/New_York' });
const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);
const at = (text: string) => t.current.clock.set(new Date(text));
const run = () => sendReminders(t.current.deps);

let agent: Awaited<ReturnType<typeof signInAs>>;
// Every queue accepts jobs but runs none: a test runs what it needs when it needs it.
beforeAll(() =>
  t.current.deps.jobs.start(
    jobHandlers(t.current.deps).map(({ queue }) => ({ queue, work: async () => undefined })),
  ),
);
beforeEach(async () => {
  at('2026-11-02T15:00:00Z');
  agent = await signInAs(t.current);
});

async function deliver(): Promise<void> {
  const queued = await sql<{ id: number }>(
    `select id from mail_messages where status = 'queued' order by id`,
  );
  const handlers = jobHandlers(t.current.deps).filter(({ queue }) => queue === 'mail');
  for (const { id } of queued) for (const handler of handlers) await handler.work({ id });
}

async function emailed() {
  const clientId = await buildClient(t.current, { primary_email: 'bo@example.test' });
  const { body } = await agent.call(createClientLink, { body: { formId: 'personal-info', clientId } });
  const id = body.data.sessionFormId;
  await agent.call(emailLink, { body: { session_form_id: id } });
  await deliver();
  return { clientId, item: { of: 'form' as const, id } };
}

/** Checks on each of several days, running the queued jobs. */
async function days(from: string, count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    t.current.clock.set(new Date(Date.parse(from) + day * 86_400_000));
    await run();
    await deliver();
  }
}

const emailsOf = (clientId: number) =>
  sql<{ subject: string; at: string }>(
    `select subject, to_char(created_at at time zone 'UTC', 'MM-DD') as at from mail_messages
      where client_id = $1 and kind = 'reminder' order by id`,
    [clientId],
  );

describe('what an agent does with reminders', () => {
  it('pauses, resumes and stops them, for good', async () => {
    const { clientId, item: params } = await emailed();
    const paused = await agent.call(endpoints.pauseReminders, { params });
    expect([paused.status, paused.body.data]).toEqual([
      200,
      expect.objectContaining({ state: 'paused', next_at: null, reason: null }),
    ]);
    at('2026-11-04T15:00:00Z');
    await run();
    expect(await emailsOf(clientId)).toEqual([]);
    agent = await signInAs(t.current);
    const resumed = await agent.call(endpoints.resumeReminders, { params });
    expect(resumed.body.data).toMatchObject({ state: 'active', next_at: '2026-11-04T15:00:00.000Z' });
    const stopped = await agent.call(endpoints.stopReminders, { params });
    expect(stopped.body.data).toMatchObject({
      state: 'stopped',
      reason: 'agent',
      can: { resume: true, pause: false },
    });
    const rejected = await agent.call(endpoints.pauseReminders, { params });
    expect([rejected.status, rejected.error.message]).toEqual([409, 'Stopped by an agent.']);
    await agent.call(emailLink, { body: { session_form_id: params.id } });
    await run();
    at('2026-11-06T15:00:00Z');
    await run();
    expect(await emailsOf(clientId)).toEqual([]);
    const audit = await sql<{ new_value: string }>(
      `select new_value from audit_events where entity = 'reminder' and actor_kind = 'agent' order by id`,
    );
    expect(audit.map(({ new_value }) => new_value)).toEqual(['paused', 'active', 'stopped']);
  });

  it('sends the next one now, once for a repeated call, as a number of the series', async () => {
    const { clientId, item: params } = await emailed();
    const call = () =>
      agent.call(endpoints.sendReminder, { params, headers: { 'idempotency-key': `now-${params.id}` } });
    const [first, second] = [await call(), await call()];
    expect([first.status, first.body.message]).toEqual([201, 'A reminder to bo@example.test is being sent.']);
    expect(second.body).toEqual(first.body);
    expect(first.body.data).toMatchObject({ sent: 1, next_number: 2, next_at: '2026-11-07T14:00:00.000Z' });
    const atOnce = await agent.call(endpoints.sendReminder, { params });
    expect([atOnce.status, atOnce.error.message]).toEqual([
      409,
      'The last email to the client is still being sent.',
    ]);
    await deliver();
    expect(await emailsOf(clientId)).toEqual([{ subject: 'Reminder: Personal Information', at: '11-02' }]);
    const { body } = await agent.call(listClientTimeline, {
      params: { id: clientId },
      query: { kind: 'mail' },
    });
    expect(body.lines).toHaveLength(2);
  });

  it('is not sent to an address that was corrected since, but to another one that was chosen', async () => {
    const { clientId, item: params } = await emailed();
    const errorMessage = async () => (await agent.call(endpoints.sendReminder, { params })).error.message;
    await sql(`update clients set primary_email = 'bob@example.test' where id = $1`, [clientId]);
    expect(await errorMessage()).toBe(
      'The client’s email address has changed since it was sent. Please send it again.',
    );
    await days('2026-11-04T15:00:00Z', 1);
    expect(await emailsOf(clientId)).toEqual([]);
    agent = await signInAs(t.current);
    await agent.call(emailLink, { body: { session_form_id: params.id, to_address: 'office@example.test' } });
    await deliver();
    const { body } = await agent.call(endpoints.sendReminder, { params });
    expect(body.message).toBe('A reminder to office@example.test is being sent.');
  });

  it('sends once when two agents send at the same time', async () => {
    const { clientId, item: params } = await emailed();
    const answers = await Promise.all([1, 2, 3].map(() => agent.call(endpoints.sendReminder, { params })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await emailsOf(clientId)).toHaveLength(1);
  });

  it('is rejected with the reason when the work is done, and when nothing was emailed', async () => {
    const { item: params } = await emailed();
    await sql('update session_forms set is_completed = true where id = $1', [params.id]);
    for (const endpoint of [endpoints.sendReminder, endpoints.pauseReminders, endpoints.resumeReminders]) {
      const { status, error } = await agent.call(endpoint, { params });
      expect([status, error.message]).toEqual([409, 'The client has finished their part.']);
    }
    const session = await buildSession(t.current);
    const notSent = { of: 'session' as const, id: session.id };
    const { body } = await agent.call(endpoints.getReminders, { params: notSent });
    expect(body.data).toMatchObject({ state: 'none', reason: 'not_mailed', client_id: session.client_id });
    expect((await agent.call(endpoints.sendReminder, { params: notSent })).status).toBe(409);
    for (const of of endpoints.REMINDED) {
      expect((await agent.call(endpoints.getReminders, { params: { of, id: 987_654 } })).status).toBe(404);
    }
    expect(
      (await agent.call(endpoints.getReminders, { params: { of: 'bogus' as never, id: 1 } })).status,
    ).toBe(404);
  });
});

describe('owner and template settings', () => {
  it('switches reminders off and on, and sets numbers for a template', async () => {
    const as = () => signInAs(t.current, { is_owner: true });
    const settings = (body: object) => ({ body: { default_form_expiration_days: 30, ...body } });
    const off = await (await as()).call(updateGlobalSettings, settings({ reminders_on: false }));
    expect(off.body.data).toMatchObject({ reminders_on: false, reminders_most: 4 });
    const { clientId, item } = await emailed();
    const { body } = await agent.call(endpoints.getReminders, { params: item });
    expect(body.data).toMatchObject({ state: 'active', reason: 'off', next_at: null, most: 0 });
    await days('2026-11-04T15:00:00Z', 2);
    expect(await emailsOf(clientId)).toEqual([]);

    const [row] = await sql<{ form_id: number }>('select form_id from session_forms where id = $1', [
      item.id,
    ]);
    const params = { id: row?.form_id ?? 0 };
    const own = { reminders_mode: 'own', reminders_first_days: 5, reminders_most: 1 } as const;
    const owner = await as();
    expect((await owner.call(updateTemplate, { params, body: own })).status).toBe(200);
    const { form } = (await owner.call(getTemplate, { params })).body;
    expect(form).toMatchObject({ ...own, reminders_every_days: null });
    await days('2026-11-06T15:00:00Z', 20);
    expect((await emailsOf(clientId)).map((email) => email.at)).toEqual(['11-07']);

    const last = await as();
    await last.call(updateTemplate, { params, body: { reminders_mode: 'default' } });
    await last.call(updateGlobalSettings, settings({ reminders_on: true }));
    for (const wrong of [
      { reminders_most: 11 },
      { reminders_first_days: 0 },
      { reminders_every_days: 1.5 },
    ]) {
      expect((await last.call(updateGlobalSettings, settings(wrong))).status).toBe(400);
    }
  });
});

describe('the system status', () => {
  it('counts reminders that are due and not sent', async () => {
    await emailed();
    await run();
    const waiting = async () =>
      (await agent.call(getStatus)).body.queues.find(({ name }) => name === 'Reminders due')?.waiting;
    expect(await waiting()).toBe(0);
    at('2026-11-04T14:00:00Z');
    agent = await signInAs(t.current);
    expect(await waiting()).toBeGreaterThan(0);
    await run();
    await deliver();
    await run();
    expect(await waiting()).toBe(0);
  });
});
