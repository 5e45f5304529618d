import * as endpoints from '@ledgerline/contract/reminders/endpoints';
import { expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { useReminders } from '#testing/reminders.ts';

const { inbox, t, sql, at, run, deliver, live, emailed, lineOf } = useReminders();

/** A form of which a client was reminded at 9 in the morning, and the mail server has not taken it. */
async function notDelivered() {
  const { clientId, sessionFormId } = await emailed();
  inbox.recipientAnswers.push(451);
  at('2026-11-04T14:00:00Z');
  await run();
  await deliver();
  expect(await outcomes(clientId)).toEqual(['queued null']);
  const agent = await signInAs(t.current);
  return { clientId, sessionFormId, agent, params: { of: 'form' as const, id: sessionFormId } };
}

const outcomes = async (clientId: number) => {
  const rows = await sql<{ status: string; failure: string | null }>(
    `select status, failure from mail_messages where client_id = $1 and kind = 'reminder' order by id`,
    [clientId],
  );
  return rows.map(({ status, failure }) => `${status} ${failure}`);
};

/** What the mail server takes from now on, in an afternoon. */
async function inTheAfternoon(): Promise<number> {
  const before = inbox.received.length;
  at('2026-11-04T20:00:00Z');
  await deliver();
  return inbox.received.length - before;
}

it('a reminder that waits goes when the mail server is back, where nothing has changed', async () => {
  const { clientId } = await notDelivered();
  expect(await inTheAfternoon()).toBe(1);
  expect(await outcomes(clientId)).toEqual(['sent null']);
});

it.each([
  ['the client has signed', 'update session_forms set is_completed = true where id = $1'],
  ['the link was taken back', 'update secure_links set revoked_at = now() where session_form_id = $1'],
  [
    'the template has none any more',
    `update global_forms set reminders_mode = 'off'
      where id = (select form_id from session_forms where id = $1)`,
  ],
])('it does not go where meanwhile %s', async (_, change) => {
  const { clientId, sessionFormId } = await notDelivered();
  await sql(change, [sessionFormId]);
  expect(await inTheAfternoon()).toBe(0);
  expect(await outcomes(clientId)).toEqual(['failed late']);
  expect((await lineOf('form', sessionFormId)).sent).toBe(0);
  await sql(`update global_forms set reminders_mode = 'default'`);
});

it('an agent who pauses takes it back, and it goes when he resumes', async () => {
  const { clientId, agent, params } = await notDelivered();
  const { body } = await agent.call(endpoints.pauseReminders, { params });
  expect(body.data).toMatchObject({ state: 'paused', sent: 0 });
  expect(await outcomes(clientId)).toEqual(['failed late']);
  expect(await inTheAfternoon()).toBe(0);
  await (await signInAs(t.current)).call(endpoints.resumeReminders, { params });
  await live('2026-11-04T20:05:00Z', 0.1);
  expect(await outcomes(clientId)).toEqual(['failed late', 'sent null']);
  expect(await sql('select number from reminders_sent')).toEqual([{ number: 1 }]);
});

it('an agent who stops takes it back', async () => {
  const { clientId, agent, params } = await notDelivered();
  await agent.call(endpoints.stopReminders, { params });
  expect(await outcomes(clientId)).toEqual(['failed late']);
  expect(await inTheAfternoon()).toBe(0);
});

it('one sent by hand goes though reminders are paused, within six hours', async () => {
  const { clientId, sessionFormId, agent } = await emailed();
  const params = { of: 'form' as const, id: sessionFormId };
  await agent.call(endpoints.pauseReminders, { params });
  expect((await agent.call(endpoints.sendReminder, { params })).status).toBe(201);
  inbox.recipientAnswers.push(451);
  await deliver();
  at('2026-11-03T01:59:59Z');
  await deliver();
  expect(await outcomes(clientId)).toEqual(['sent null']);
  const later = await signInAs(t.current);
  expect((await later.call(endpoints.sendReminder, { params })).status).toBe(201);
  at('2026-11-03T07:59:59Z');
  await deliver();
  expect(await outcomes(clientId)).toEqual(['sent null', 'failed late']);
  expect(await lineOf('form', sessionFormId)).toMatchObject({ sent: 1, can: { send: true } });
});
