import * as endpoints from '@ledgerline/contract/reminders/endpoints';
import { expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { useReminders } from '#testing/reminders.ts';

const { t, sql, at, run, times, emailed, lineOf } = useReminders();

/** An email of the series' link that is queued and has no job, so it is never sent. */
const stuck = (clientId: number, sessionFormId: number, created: string) =>
  sql(
    `insert into mail_messages (message_id, kind, to_address, subject, language, client_id, link_id, created_at)
     select '<stuck>', 'form_link', 'ana@example.test', 'Stuck', 'en', $1, id, $3 from secure_links where session_form_id = $2`,
    [clientId, sessionFormId, created],
  );

it.each([
  ['2026-11-04T16:00:00Z', [] as string[], false],
  ['2026-11-04T14:59:59Z', ['11-06 15:00'], true],
])('an email that has been queued since %s: reminded at %s', async (created, expected, send) => {
  const { clientId, sessionFormId } = await emailed();
  await stuck(clientId, sessionFormId, created);
  at('2026-11-06T15:00:00Z');
  expect((await lineOf('form', sessionFormId)).can.send).toBe(send);
  await run();
  expect(await times(clientId)).toEqual(expected);
});

it('an agent can send a reminder although that email is still queued', async () => {
  const { clientId, sessionFormId } = await emailed();
  await stuck(clientId, sessionFormId, '2026-11-03T15:00:00Z');
  at('2026-11-06T02:30:00Z');
  const params = { of: 'form' as const, id: sessionFormId };
  const agent = await signInAs(t.current);
  expect((await agent.call(endpoints.sendReminder, { params })).status).toBe(201);
});
