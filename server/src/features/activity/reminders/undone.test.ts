import * as endpoints from '@ledgerline/contract/reminders/endpoints';
import { expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { useReminders } from '#testing/reminders.ts';

const { inbox, t, sql, at, run, deliver, live, emailed, lineOf } = useReminders();

/** A form with a reminder due at 9 in the morning that the mail server has not accepted. */
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

/** What the mail server accepts from now on, in one afternoon. */
async function inTheAfternoon(): Promise<number> {
  const before = inbox.received.length;
  at('2026-11-04T20:00:00Z');
  await deliver();
  return inbox.received.length - before;
}

it('a waiting reminder is sent when the mail server is back, if nothing has changed', async () => {
  const { clientId } = await notDelivered();
  expect(await inTheAfternoon()).toBe(1);
  expect(await outcomes(clientId)).toEqual(['sent null']);
});

it.each([
  ['the client has signed', 'update session_forms set is_completed = true where id = $1'],
  ['the link was revoked', 'update secure_links set revoked_at = now() where session_form_id = $1'],
  [
    'the template no longer has any',
    `update global_forms set reminders_mode = 'off'
      where id = (select form_id from session_forms where id = $1)`,
  ],
])('it is not sent if meanwhile %s', async (_, change) => {
  const { clientId, sessionFormId } = await notDelivered();
  await sql(change, [sessionFormId]);
  expect(await inTheAfternoon()).toBe(0);
  expect(await outcomes(clientId)).toEqual(['failed late']);
  expect((await lineOf('form', sessionFormId)).sent).toBe(0);
  await sql(`update global_forms set reminders_mode = 'default'`);
});

it('an agent who pauses cancels it, and it is sent when they resume', async () => {
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

it('an agent who stops cancels it', async () => {
  const { clientId, agent, params } = await notDelivered();
  await agent.call(endpoints.stopReminders, { params });
  expect(await outcomes(clientId)).toEqual(['failed late']);
  expect(await inTheAfternoon()).toBe(0);
});

it('a manual one is sent although reminders are paused, within six hours', async () => {
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
