import { emailLink } from '@ledgerline/contract/link-emails/endpoints';
import * as endpoints from '@ledgerline/contract/reminders/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { beforeAll, beforeEach } from 'vitest';
import { jobHandlers } from '#app';
import { sendReminders } from '#features/activity/reminders/send-reminders.ts';
import { useConnectedApp } from './connected-app.ts';
import { buildClient, signInAs } from './factories.ts';
import { HOUR_MS } from './sent-link.ts';
import type { TestApp } from './test-app.ts';

interface ReminderEmail {
  subject: string;
  status: string;
  language: string;
  /** 'MM-DD HH:MI' of UTC. */
  at: string;
}

/**
 * A server with a mail server, on a Monday at 3 in the afternoon in New York. Emails are sent when a test runs the queue, as if their job
 * ran at that moment.
 */
export function useReminders() {
  const { inbox, t } = useConnectedApp({ TIME_ZONE: 'America/New_York' });
  beforeAll(() => t.current.deps.jobs.start([{ queue: 'mail', work: async () => undefined }]));
  beforeEach(async () => {
    inbox.recipientAnswers.length = 0;
    for (const table of ['reminder_series', 'mail_messages']) {
      await t.current.deps.database.query(`delete from ${table}`);
    }
    t.current.clock.set(new Date('2026-11-02T20:00:00Z'));
  });
  return {
    inbox,
    t,
    sql: <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values),
    at: (text: string) => t.current.clock.set(new Date(text)),
    run: () => sendReminders(t.current.deps),
    deliver: () => deliver(t.current),
    live: (from: string, days: number, hours = 4) => live(t.current, from, days, hours),
    reminders: (clientId: number) => remindersOf(t.current, clientId),
    times: async (clientId: number) => (await remindersOf(t.current, clientId)).map((email) => email.at),
    emailed: (values: Parameters<typeof buildClient>[1] = {}) => emailed(t.current, values),
    lineOf: (of: endpoints.Reminded, id: number) => lineOf(t.current, of, id),
  };
}

/** Runs the queued jobs. */
async function deliver(t: TestApp): Promise<void> {
  const queued = await t.deps.database.query<{ id: number }>(
    `select id from mail_messages where status = 'queued' order by id`,
  );
  const handlers = jobHandlers(t.deps).filter(({ queue }) => queue === 'mail');
  for (const { id } of queued) for (const handler of handlers) await handler.work({ id });
}

/** From one instant to another, checking every few hours and running the queued jobs. */
async function live(t: TestApp, from: string, days: number, hours: number): Promise<void> {
  const start = Date.parse(from);
  for (let ms = start; ms < start + days * 24 * HOUR_MS; ms += hours * HOUR_MS) {
    t.clock.set(new Date(ms));
    await sendReminders(t.deps);
    await deliver(t);
  }
}

function remindersOf(t: TestApp, clientId: number): Promise<ReminderEmail[]> {
  return t.deps.database.query<ReminderEmail>(
    `select subject, status, language, to_char(created_at at time zone 'UTC', 'MM-DD HH24:MI') as at
       from mail_messages where client_id = $1 and kind = 'reminder' order by id`,
    [clientId],
  );
}

/** A client with a form that was emailed to them, with a link valid for 30 days; the email is sent. */
async function emailed(t: TestApp, values: Parameters<typeof buildClient>[1]) {
  const agent = await signInAs(t);
  const clientId = await buildClient(t, { primary_email: 'ana@example.test', ...values });
  const { body } = await agent.call(createClientLink, {
    body: { formId: 'personal-info', clientId, expirationHours: 720 },
  });
  const { sessionFormId, token } = body.data;
  const answer = await agent.call(emailLink, { body: { session_form_id: sessionFormId } });
  if (answer.status !== 201) throw new Error(answer.error.message);
  await deliver(t);
  return { agent, clientId, sessionFormId, token, visitor: t.withToken(token) };
}

/** By an agent of its own: the sign-in of the sender does not last for days. */
async function lineOf(t: TestApp, of: endpoints.Reminded, id: number) {
  const agent = await signInAs(t);
  const { status, body, error } = await agent.call(endpoints.getReminders, { params: { of, id } });
  if (status !== 200) throw new Error(error.message);
  return body.data;
}
