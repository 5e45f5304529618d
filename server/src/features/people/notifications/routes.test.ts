import { deleteAgent } from '@ledgerline/contract/agents/endpoints';
import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import * as endpoints from '@ledgerline/contract/notifications/endpoints';
import {
  MAX_UNREAD,
  NOTIFICATION_DAYS,
  NOTIFICATION_KIND_NAMES,
} from '@ledgerline/contract/notifications/kinds';
import { getStatus } from '@ledgerline/contract/status/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { notificationJobs } from './jobs.ts';
import { type NewNotification, notifyAgents } from './notify-agents.ts';

const t = useTestApp({ METRICS_TOKEN: 'a-token-for-prometheus' });
const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);
// The queue accepts emails and sends none.
beforeAll(() => t.current.deps.jobs.start([{ queue: 'mail', work: async () => undefined }]));
beforeEach(() => t.current.clock.set(TEST_NOW));

type Agent = Awaited<ReturnType<typeof signInAs>>;
let events = 0;

const notify = (to: number | null, notification: Partial<NewNotification> = {}) =>
  t.current.deps.database.transaction((db) =>
    notifyAgents(
      { ...t.current.systemContext(), db },
      { kind: 'form_handed_in', about: 'Personal Info', event: `test ${++events}`, to, ...notification },
    ),
  );
const unread = async (agent: Agent) => (await agent.call(endpoints.countNotifications)).body.unread;
const list = async (agent: Agent, query: object = {}) =>
  (await agent.call(endpoints.listNotifications, { query })).body;
const choose = (agent: Agent, ...choices: endpoints.NotificationChoice[]) =>
  agent.call(endpoints.updateNotificationChoices, { body: { choices } });

describe('notifications', () => {
  it('are counted, listed newest first, and marked as read one by one or all, per agent', async () => {
    const [me, other] = [await signInAs(t.current), await signInAs(t.current)];
    const id = await buildClient(t.current, { client_first_name: 'Ana', client_last_name: 'Gómez' });
    const client = { id, first_name: 'Ana', last_name: 'Gómez' };
    for (const about of ['One', 'Two', 'Three']) await notify(me.agent.id, { about, client });
    await notify(other.agent.id);
    expect([await unread(me), await unread(other)]).toEqual([3, 1]);
    const { data } = await list(me);
    expect(data.map(({ about, is_read }) => [about, is_read])).toEqual([
      ['Three', false],
      ['Two', false],
      ['One', false],
    ]);
    expect(data[0]).toMatchObject({
      client_name: 'Ana Gómez',
      client_id: id,
      created_at: TEST_NOW.toISOString(),
    });
    const [first, second] = data;
    await me.call(endpoints.readNotification, { params: { id: first?.id ?? 0 } });
    expect(await unread(me)).toBe(2);
    await me.call(endpoints.readNotifications, { body: { up_to: second?.id ?? 0 } });
    expect([await unread(me), await unread(other)]).toEqual([0, 1]);
  });

  it('of other agents are not found', async () => {
    const [me, other] = [await signInAs(t.current), await signInAs(t.current)];
    await notify(other.agent.id);
    const [theirs] = (await list(other)).data;
    const { status, error } = await me.call(endpoints.readNotification, { params: { id: theirs?.id ?? 0 } });
    expect([status, error.message]).toEqual([404, 'Notification not found.']);
    await me.call(endpoints.readNotifications, { body: { up_to: theirs?.id ?? 0 } });
    expect([await unread(other), (await list(me)).data]).toEqual([1, []]);
  });

  it('are paginated, and counted up to the number that the bell shows', async () => {
    const me = await signInAs(t.current);
    for (let n = 0; n < MAX_UNREAD + 5; n += 1) await notify(me.agent.id);
    expect(await unread(me)).toBe(MAX_UNREAD);
    const seen: number[] = [];
    for (let before: number | undefined; ; before = seen.at(-1)) {
      const page = await list(me, { limit: 40, ...(before ? { before } : {}) });
      seen.push(...page.data.map(({ id }) => id));
      if (!page.has_more) break;
    }
    expect(seen).toHaveLength(MAX_UNREAD + 5);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
    expect((await me.call(endpoints.listNotifications, { query: { limit: 101 } })).status).toBe(400);
  });

  it('are created once per cause, however often and concurrently it is reported', async () => {
    const me = await signInAs(t.current);
    await Promise.all([1, 2, 3, 4].map(() => notify(me.agent.id, { event: 'the same' })));
    await notify(me.agent.id, { event: 'the same' });
    expect(await unread(me)).toBe(1);
  });

  it('are rolled back with the work that caused them', async () => {
    const me = await signInAs(t.current);
    const { database } = t.current.deps;
    const undone = database.transaction(async (db) => {
      const ctx = { ...t.current.systemContext(), db };
      await notifyAgents(ctx, { kind: 'invoice_paid', about: '', event: 'undone', to: me.agent.id });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await unread(me)).toBe(0);
  });

  it('go to the owners if they concern no agent, and never to the agent who caused them', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const me = await signInAs(t.current);
    await notify(null);
    await notify(me.agent.id, { by: me.agent.id });
    expect([await unread(owner), await unread(me)]).toEqual([1, 0]);
  });

  it('update open screens of their recipients when they are created and read', async () => {
    const me = await signInAs(t.current);
    const received: LiveEvent[] = [];
    const stop = t.current.deps.live.subscribe(
      (event) => void (event.kind === 'notices' && received.push(event)),
    );
    await notify(me.agent.id);
    const [one] = (await list(me)).data;
    await me.call(endpoints.readNotification, { params: { id: one?.id ?? 0 } });
    await me.call(endpoints.readNotification, { params: { id: one?.id ?? 0 } });
    await expect.poll(() => received.map(({ ids }) => ids)).toEqual([[me.agent.id], [me.agent.id]]);
    stop();
  });

  it('are deleted with their client, with their agent, and after 90 days', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const [me, leaver] = [await signInAs(t.current), await signInAs(t.current)];
    const id = await buildClient(t.current);
    await notify(me.agent.id, { client: { id, first_name: 'Ana', last_name: 'Gómez' } });
    await notify(leaver.agent.id);
    await sql('delete from clients where id = $1', [id]);
    await owner.call(deleteAgent, { params: { id: leaver.agent.id } });
    expect((await list(me)).data).toEqual([]);
    await notify(me.agent.id);
    t.current.clock.advance(NOTIFICATION_DAYS * 86_400_000);
    await notify(me.agent.id);
    t.current.clock.advance(1);
    for (const { queue, work } of notificationJobs(t.current.deps))
      if (queue === 'notices-sweep') await work({});
    // The sign-in has ended by then.
    const left = await sql('select from agent_notice_receivers where agent_id = $1', [me.agent.id]);
    expect(left).toHaveLength(1);
  });
});

describe('notification preferences', () => {
  it('default to the bell, with grouped emails about what clients did, and change kind by kind', async () => {
    const me = await signInAs(t.current);
    const { body } = await me.call(endpoints.getNotificationChoices);
    const kinds = NOTIFICATION_KIND_NAMES.filter((kind) => kind !== 'unusual_activity');
    const grouped = ['form_handed_in', 'form_signed', 'invoice_paid'];
    const defaults = kinds.map((kind) => ({
      kind,
      in_app: true,
      mail: grouped.includes(kind) ? 'grouped' : 'off',
    }));
    expect([body.data, body.pace_minutes]).toEqual([defaults, 15]);
    const answer = await choose(me, { kind: 'invoice_paid', in_app: false, mail: 'digest' });
    const chosen = { kind: 'invoice_paid', in_app: false, mail: 'digest' };
    expect(answer.body.data).toEqual(body.data.map((one) => (one.kind === 'invoice_paid' ? chosen : one)));
    expect((await me.call(endpoints.getNotificationChoices)).body).toEqual(answer.body);
  });

  it('send operational events to owners only, by email immediately by default', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const { body } = await owner.call(endpoints.getNotificationChoices);
    expect(body.data).toContainEqual({ kind: 'unusual_activity', in_app: true, mail: 'at_once' });
  });

  it('reject values that cannot be chosen', async () => {
    const me = await signInAs(t.current);
    const { status } = await choose(me, { kind: 'rain', in_app: true, mail: 'off' } as never);
    expect(status).toBe(400);
    expect((await choose(me, { kind: 'invoice_paid', in_app: true, mail: 'hourly' } as never)).status).toBe(
      400,
    );
  });

  it('apply from then on: disabled kinds are hidden, and emails are sent immediately without confidential data', async () => {
    const me = await signInAs(t.current);
    const id = await buildClient(t.current);
    await notify(me.agent.id);
    await choose(me, { kind: 'form_handed_in', in_app: false, mail: 'at_once' });
    await notify(me.agent.id, {
      about: 'Health questions',
      client: { id, first_name: 'Ana', last_name: 'Gómez' },
    });
    expect((await list(me)).data).toHaveLength(1);
    const emails = await sql<{ id: number; subject: string; content: string; about: string | null }>(
      `select id, subject, content, about from mail_messages where to_address = $1`,
      [me.agent.email],
    );
    expect(emails.map(({ subject, about }) => [subject, about])).toEqual([
      ['Ledgerline: Form submitted', null],
    ]);
    const [mail] = emails;
    const aad = { table: 'mail_messages', row: mail?.id ?? 0, field: 'content' };
    const content = t.current.deps.cipher.decrypt(mail?.content ?? '', aad);
    expect(content).toContain('Ana G. submitted a form.');
    expect(content).not.toMatch(/Health|Gómez/);
  });
});

it('appear on the status page and in the metrics as waiting for digests', async () => {
  const me = await signInAs(t.current);
  await choose(me, { kind: 'form_handed_in', in_app: true, mail: 'digest' });
  const waiting = async () => {
    const { body } = await me.call(getStatus);
    return body.queues.find(({ name }) => name === 'Notifications for digests')?.waiting;
  };
  expect(await waiting()).toBe(0);
  await notify(me.agent.id);
  expect(await waiting()).toBe(1);
  expect((await t.current.call(getStatus)).body.queues).toEqual([]);
  const headers = { authorization: 'Bearer a-token-for-prometheus' };
  const metrics = await t.current.app.inject({ url: '/metrics', headers });
  expect(metrics.body).toContain('ledgerline_queue_waiting{queue="notices_for_digests"} 1');
});
