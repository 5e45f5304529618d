import { mailLink } from '@ledgerline/contract/mail/endpoints';
import { submitSecureForm } from '@ledgerline/contract/public-forms/endpoints';
import * as endpoints from '@ledgerline/contract/reminders/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailJobs } from '#platform/mail/queue.ts';
import { buildClient, buildSession, buildSubmission, signInAs } from '#testing/factories.ts';
import { submitBody } from '#testing/sent-link.ts';
import { SmtpInbox } from '#testing/smtp-inbox.ts';
import { useTestApp } from '#testing/test-app.ts';
import { sendReminders } from './send-reminders.ts';

const inbox = new SmtpInbox();
const t = useTestApp(async () => ({
  SMTP_URL: `smtp://${(await inbox.start()).host}`,
  PUBLIC_URL: 'https://portal.example',
  TIME_ZONE: 'America/New_York',
}));
const HOUR_MS = 3_600_000;
const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);
const at = (text: string) => t.current.clock.set(new Date(text));
const run = () => sendReminders(t.current.deps);

// Mails go when a test hands them over, as if the queue were asked at that moment.
beforeAll(() => t.current.deps.jobs.start([{ queue: 'mail', work: async () => undefined }]));
afterAll(() => inbox.stop());
// A Monday, 3 in the afternoon in New York.
beforeEach(async () => {
  inbox.recipientAnswers.length = 0;
  await sql('delete from reminder_series');
  await sql('delete from mail_messages');
  at('2026-11-02T20:00:00Z');
});

async function deliver(): Promise<void> {
  const queued = await sql<{ id: number }>(
    `select id from mail_messages where status = 'queued' order by id`,
  );
  for (const { id } of queued) for (const handler of mailJobs(t.current.deps)) await handler.work({ id });
}

/** From one instant to another, looking in each so many hours, with what is queued handed over. */
async function live(from: string, days: number, hours = 4): Promise<void> {
  const start = Date.parse(from);
  for (let ms = start; ms < start + days * 24 * HOUR_MS; ms += hours * HOUR_MS) {
    t.current.clock.set(new Date(ms));
    await run();
    await deliver();
  }
}

interface ReminderMail {
  subject: string;
  status: string;
  language: string;
  at: string;
}

const reminders = (clientId: number): Promise<ReminderMail[]> =>
  sql<ReminderMail>(
    `select subject, status, language, to_char(created_at at time zone 'UTC', 'MM-DD HH24:MI') as at
       from mail_messages where client_id = $1 and kind = 'reminder' order by id`,
    [clientId],
  );
const times = async (clientId: number) => (await reminders(clientId)).map((mail) => mail.at);

/** A client with a form that was mailed to him, its link good for 30 days, and the mail gone. */
async function mailed(values: Parameters<typeof buildClient>[1] = {}, formId = 'personal-info') {
  const agent = await signInAs(t.current);
  const clientId = await buildClient(t.current, { primary_email: 'ana@example.test', ...values });
  return { clientId, ...(await mailTo(agent, clientId, formId)) };
}

async function mailTo(
  agent: Awaited<ReturnType<typeof signInAs>>,
  clientId: number,
  formId = 'personal-info',
) {
  const { body } = await agent.call(createClientLink, { body: { formId, clientId, expirationHours: 720 } });
  const { sessionFormId, token } = body.data;
  const answer = await agent.call(mailLink, { body: { session_form_id: sessionFormId } });
  if (answer.status !== 201) throw new Error(answer.error.message);
  await deliver();
  return { agent, sessionFormId, token, visitor: t.current.withToken(token) };
}

/** Read past the sign-in of the agent who sent it, which does not last for days. */
async function lineOf(of: endpoints.Reminded, id: number) {
  const { status, body, error } = await (await signInAs(t.current)).call(endpoints.getReminders, {
    params: { of, id },
  });
  if (status !== 200) throw new Error(error.message);
  return body.data;
}

describe('a client who was mailed a form', () => {
  it('is reminded after 2 days and then every 3, four times, by day, and hands in nothing', async () => {
    const { clientId, sessionFormId } = await mailed();
    expect(await lineOf('form', sessionFormId)).toMatchObject({
      state: 'active',
      next_at: '2026-11-04T14:00:00.000Z',
      next_number: 1,
      sent: 0,
      most: 4,
      reason: null,
    });
    await live('2026-11-02T22:00:00Z', 60);
    expect(await times(clientId)).toEqual(['11-04 14:00', '11-07 14:00', '11-10 14:00', '11-13 14:00']);
    expect(await lineOf('form', sessionFormId)).toMatchObject({
      state: 'stopped',
      reason: 'used_up',
      sent: 4,
    });
  });

  it('reads the same link in his language, hands in, and is never reminded again', async () => {
    const { clientId, sessionFormId, token, visitor } = await mailed({
      pref_lang: 'Spanish',
      client_first_name: 'Ana',
    });
    await live('2026-11-02T22:00:00Z', 2.5);
    expect(await reminders(clientId)).toEqual([
      expect.objectContaining({
        language: 'es',
        status: 'sent',
        subject: expect.stringMatching(/^Recordatorio: /),
      }),
    ]);
    const mail = (inbox.received.at(-1) ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    expect(mail).toContain(`https://portal.example/forms/personal-info/${token}`);
    expect(mail).toContain('Hola, Ana:');
    expect((await visitor.call(submitSecureForm, { body: submitBody() })).status).toBe(200);
    await live('2026-11-05T12:00:00Z', 60, 6);
    expect(await reminders(clientId)).toHaveLength(1);
    expect(await lineOf('form', sessionFormId)).toMatchObject({
      state: 'stopped',
      reason: 'done',
      next_at: null,
    });
  });

  it('is reminded by day where he lives', async () => {
    const { clientId } = await mailed({ address: '1 Beach Road, Honolulu, HI 96801' });
    await live('2026-11-04T08:00:00Z', 1, 1);
    expect(await times(clientId)).toEqual(['11-04 19:00']);
  });

  it('is reminded once by any number of servers', async () => {
    const { clientId } = await mailed();
    at('2026-11-04T15:00:00Z');
    await Promise.all(Array.from({ length: 5 }, run));
    await run();
    expect(await times(clientId)).toEqual(['11-04 15:00']);
  });

  it('is reminded of two forms on two days, also by several servers', async () => {
    const { clientId, agent } = await mailed();
    const other = await buildSession(t.current, { client_id: clientId });
    await buildSubmission(t.current, { session: other, type: 'Web Form', form_link_id: 'iul-application' });
    await agent.call(mailLink, { body: { session_id: other.id } });
    await deliver();
    for (const day of ['04', '05']) {
      at(`2026-11-${day}T15:00:00Z`);
      await Promise.all([run(), run(), run()]);
      await deliver();
    }
    expect(await times(clientId)).toEqual(['11-04 15:00', '11-05 15:00']);
    expect(await lineOf('session', other.id)).toMatchObject({
      state: 'active',
      sent: 1,
      session_id: other.id,
    });
  });

  it('is not reminded on a day with another mail to him', async () => {
    const { clientId } = await mailed();
    at('2026-11-04T12:00:00Z');
    await sql(
      `insert into mail_messages (message_id, kind, to_address, subject, language, status, client_id, created_at, sent_at)
       values ('<other>', 'signed_copy', 'ana@example.test', 'Copy', 'en', 'sent', $1, $2, $2)`,
      [clientId, t.current.clock.now()],
    );
    await live('2026-11-04T13:00:00Z', 2, 2);
    expect(await times(clientId)).toEqual(['11-05 15:00']);
  });

  it('gets one reminder after days on which no server ran, and none twice when a clock is set back', async () => {
    const { clientId } = await mailed();
    at('2026-11-11T15:00:00Z');
    await run();
    await deliver();
    at('2026-11-03T15:00:00Z');
    await run();
    await live('2026-11-04T15:00:00Z', 8);
    expect(await times(clientId)).toEqual(['11-11 15:00']);
    await live('2026-11-12T15:00:00Z', 10);
    expect(await times(clientId)).toEqual(['11-11 15:00', '11-14 15:00']);
  });

  it('gets one reminder after a day without a mail server, by day', async () => {
    const { clientId, sessionFormId } = await mailed();
    inbox.recipientAnswers.push(...Array<number>(40).fill(451));
    await live('2026-11-04T14:00:00Z', 1, 1);
    inbox.recipientAnswers.length = 0;
    const before = inbox.received.length;
    await live('2026-11-05T14:00:00Z', 1, 1);
    expect(inbox.received.length - before).toBe(1);
    expect((await reminders(clientId)).map(({ status }) => status)).toEqual(['failed', 'sent']);
    expect(await lineOf('form', sessionFormId)).toMatchObject({
      sent: 1,
      next_at: '2026-11-08T14:00:00.000Z',
    });
    expect(await sql('select number from reminders_sent')).toEqual([{ number: 1 }]);
  });

  it('is not reminded again when the mail server of his address refuses', async () => {
    const { clientId, sessionFormId } = await mailed();
    inbox.recipientAnswers.push(550);
    await live('2026-11-04T15:00:00Z', 30, 12);
    expect((await reminders(clientId)).map(({ status }) => status)).toEqual(['failed']);
    const line = await lineOf('form', sessionFormId);
    expect(line).toMatchObject({
      state: 'stopped',
      reason: 'bounced',
      bounced: { to_address: 'ana@example.test', error: expect.stringContaining('550') },
    });
  });

  it('is reminded anew when the link is mailed to a better address', async () => {
    const { clientId, sessionFormId } = await mailed();
    inbox.recipientAnswers.push(550);
    await live('2026-11-04T15:00:00Z', 1, 12);
    at('2026-11-06T15:00:00Z');
    const body = { session_form_id: sessionFormId, to_address: 'better@example.test' };
    expect((await (await signInAs(t.current)).call(mailLink, { body })).status).toBe(201);
    await live('2026-11-06T16:00:00Z', 4);
    expect(await lineOf('form', sessionFormId)).toMatchObject({ state: 'active', bounced: null, sent: 1 });
    expect(await times(clientId)).toHaveLength(2);
  });
});

describe('the series of a link stops by itself', () => {
  it.each<[endpoints.ReminderLine['reason'], string]>([
    ['voided', 'update session_forms set is_voided = true where id = $1'],
    ['declined', `update session_forms set status = 'declined' where id = $1`],
    ['done', 'update session_forms set is_completed = true where id = $1'],
    ['expired', `update secure_links set access_token_expires_at = '2026-11-03' where session_form_id = $1`],
    [
      'taken_back',
      `update secure_links set revoked_at = '2026-11-03', client_id = null where session_form_id = $1`,
    ],
  ])('%s', async (reason, change) => {
    const { clientId, sessionFormId } = await mailed();
    await sql(change, [sessionFormId]);
    at('2026-11-04T15:00:00Z');
    expect(await lineOf('form', sessionFormId)).toMatchObject({ state: 'stopped', reason, next_at: null });
    await run();
    expect(await times(clientId)).toEqual([]);
    expect(await sql('select state, reason from reminder_series')).toEqual([{ state: 'stopped', reason }]);
  });

  it('newer_link, whose own reminders go', async () => {
    const { clientId, sessionFormId } = await mailed();
    const [old] = await sql<{ id: number }>('select id from secure_links where session_form_id = $1', [
      sessionFormId,
    ]);
    at('2026-12-03T20:00:00Z');
    const agent = await signInAs(t.current);
    expect((await agent.call(mailLink, { body: { session_form_id: sessionFormId } })).status).toBe(201);
    await deliver();
    await live('2026-12-03T21:00:00Z', 3);
    expect(await times(clientId)).toHaveLength(1);
    expect(await lineOf('link', old?.id ?? 0)).toMatchObject({ state: 'stopped', reason: 'newer_link' });
  });
});
