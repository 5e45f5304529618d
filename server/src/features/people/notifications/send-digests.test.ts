import * as endpoints from '@ledgerline/contract/notifications/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emailJobs } from '#platform/email/queue.ts';
import { useConnectedApp } from '#testing/connected-app.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { type NewNotification, notifyAgents } from './notify-agents.ts';
import { sendDigests } from './send-digests.ts';

// New York: 8 AM is 13:00 UTC in winter.
const { t } = useConnectedApp({ TIME_ZONE: 'America/New_York' });
const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);
const at = (text: string) => t.current.clock.set(new Date(text));
const send = () => sendDigests(t.current.deps);

let me: Awaited<ReturnType<typeof signInAs>>;
let events = 0;

// The queue accepts emails and sends none, so they wait as without a mail server.
beforeAll(() => t.current.deps.jobs.start([{ queue: 'mail', work: async () => undefined }]));
beforeEach(async () => {
  at('2026-11-20T15:00:00Z');
  me = await signInAs(t.current);
  await me.call(endpoints.updateNotificationChoices, {
    body: { choices: [{ kind: 'form_signed', in_app: true, mail: 'digest' }] },
  });
});

const notify = (client?: NewNotification['client']) =>
  t.current.deps.database.transaction((db) =>
    notifyAgents(
      { ...t.current.systemContext(), db },
      { kind: 'form_signed', about: 'Form', event: `digest ${++events}`, to: me.agent.id, client },
    ),
  );

const emails = async () =>
  (
    await sql<{ id: number; subject: string; status: string }>(
      `select id, subject, status from mail_messages where to_address = $1 order by id`,
      [me.agent.email],
    )
  ).map(({ id, subject, status }) => ({ id, text: `${subject}, ${status}` }));
const texts = async () => (await emails()).map(({ text }) => text);

describe('the morning digest', () => {
  it('is one email with what is new, sent once by any number of servers', async () => {
    await notify();
    await notify();
    await send();
    expect(await texts()).toEqual([]);
    at('2026-11-21T12:59:59Z');
    await send();
    expect(await texts()).toEqual([]);
    at('2026-11-21T13:00:00Z');
    await Promise.all([send(), send(), send()]);
    await notify();
    await send();
    expect(await texts()).toEqual(['Ledgerline: 2 notifications, queued']);
  });

  it('omits what was read, and is not sent if nothing is left', async () => {
    await notify();
    const { body } = await me.call(endpoints.listNotifications);
    await me.call(endpoints.readNotifications, { body: { up_to: body.data[0]?.id ?? 0 } });
    at('2026-11-21T13:00:00Z');
    await send();
    expect(await texts()).toEqual([]);
  });

  it('waits for the next morning if there was nothing that the agent could see', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const id = await buildClient(t.current, { owner_agent_id: owner.agent.id });
    await notify({ id, first_name: 'Ana', last_name: 'Ruiz' });
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    at('2026-11-21T13:00:00Z');
    await send();
    // The first sign-in has ended.
    const later = await signInAs(t.current, { is_owner: true });
    expect((await later.call(updateNeedToKnow, { body: { sees: 'all' } })).status).toBe(200);
    at('2026-11-21T19:00:00Z');
    await send();
    expect(await texts()).toEqual([]);
    at('2026-11-22T13:00:00Z');
    await send();
    expect(await texts()).toEqual(['Ledgerline: Form signed, queued']);
  });

  it('is sent later if no server ran at 8 AM, once for all missed days', async () => {
    await notify();
    at('2026-11-22T20:00:00Z');
    await notify();
    at('2026-11-24T18:30:00Z');
    await send();
    expect(await texts()).toEqual(['Ledgerline: 2 notifications, queued']);
  });

  it('is a single email after days without a mail server, and includes the unsent earlier ones', async () => {
    for (const day of [21, 22, 23]) {
      await notify();
      at(`2026-11-${day}T13:01:00Z`);
      await send();
    }
    const all = await emails();
    expect(all.map(({ text }) => text)).toEqual([
      'Ledgerline: Form signed, failed',
      'Ledgerline: 2 notifications, failed',
      'Ledgerline: 3 notifications, queued',
    ]);
    const handlers = emailJobs(t.current.deps, {}).filter(({ queue }) => queue === 'mail');
    for (const handler of handlers) for (const { id } of all) await handler.work({ id });
    at('2026-11-24T13:01:00Z');
    await send();
    expect((await texts()).at(-1)).toBe('Ledgerline: 3 notifications, sent');
    expect(await texts()).toHaveLength(3);
  });

  it('does not repeat what was written to a file because no mail server was connected', async () => {
    await notify();
    at('2026-11-21T13:01:00Z');
    await send();
    await sql(`update mail_messages set status = 'failed', failure = 'unconnected'`);
    await notify();
    at('2026-11-22T13:01:00Z');
    await send();
    expect((await texts()).at(-1)).toBe('Ledgerline: Form signed, queued');
  });

  it('is not sent again when the clock is set back', async () => {
    await notify();
    at('2026-11-21T13:00:00Z');
    await send();
    at('2026-11-20T14:00:00Z');
    await notify();
    await send();
    at('2026-11-21T14:00:00Z');
    await send();
    expect(await texts()).toEqual(['Ledgerline: Form signed, queued']);
  });

  it('is sent each day at 8 AM through a clock change', async () => {
    at('2027-03-13T12:00:00Z');
    const sent: number[] = [];
    for (const now of ['13T13:00', '14T11:59', '14T12:00', '15T11:59', '15T12:00']) {
      await notify();
      at(`2027-03-${now}:30Z`);
      await send();
      sent.push((await texts()).length);
    }
    expect(sent).toEqual([1, 1, 2, 2, 3]);
  });
});
