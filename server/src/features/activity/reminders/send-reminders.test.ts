import { emailLink } from '@ledgerline/contract/link-emails/endpoints';
import { submitSecureForm } from '@ledgerline/contract/public-forms/endpoints';
import { describe, expect, it } from 'vitest';
import { buildSession, buildSubmission, signInAs } from '#testing/factories.ts';
import { useReminders } from '#testing/reminders.ts';
import { submitBody } from '#testing/sent-link.ts';

const { inbox, t, sql, at, run, deliver, live, reminders, times, emailed, lineOf } = useReminders();

describe('a client who was emailed a form', () => {
  it('is reminded after 2 days and then every 3, four times, during the day, if they submit nothing', async () => {
    const { clientId, sessionFormId } = await emailed();
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

  it('reads the same link in their language, submits, and is never reminded again', async () => {
    const { clientId, sessionFormId, token, visitor } = await emailed({
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
    const email = (inbox.received.at(-1) ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
    expect(email).toContain(`https://portal.example/forms/personal-info/${token}`);
    expect(email).toContain('Hola, Ana:');
    expect((await visitor.call(submitSecureForm, { body: submitBody() })).status).toBe(200);
    await live('2026-11-05T12:00:00Z', 60, 6);
    expect(await reminders(clientId)).toHaveLength(1);
    expect(await lineOf('form', sessionFormId)).toMatchObject({
      state: 'stopped',
      reason: 'done',
      next_at: null,
    });
  });

  it('is reminded during the day in their time zone', async () => {
    const { clientId } = await emailed({ address: '1 Beach Road, Honolulu, HI 96801' });
    await live('2026-11-04T08:00:00Z', 1, 1);
    expect(await times(clientId)).toEqual(['11-04 19:00']);
  });

  it('is reminded once by any number of servers', async () => {
    const { clientId } = await emailed();
    at('2026-11-04T15:00:00Z');
    await Promise.all(Array.from({ length: 5 }, run));
    await run();
    expect(await times(clientId)).toEqual(['11-04 15:00']);
  });

  it('is reminded of two forms on two days, also by several servers', async () => {
    const { clientId, agent } = await emailed();
    const other = await buildSession(t.current, { client_id: clientId });
    await buildSubmission(t.current, { session: other, type: 'Web Form', form_link_id: 'iul-application' });
    await agent.call(emailLink, { body: { session_id: other.id } });
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
    const [reminder] = await sql(
      `select subject, about from mail_messages where kind = 'reminder' and session_id = $1`,
      [other.id],
    );
    expect(reminder).toEqual({ subject: 'Reminder: Your forms from Ledgerline', about: 'Session 1' });
  });

  it('is not reminded on a day with another email to them', async () => {
    const { clientId } = await emailed();
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
    const { clientId } = await emailed();
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

  it('gets one reminder after a day without a mail server, during the day', async () => {
    const { clientId, sessionFormId } = await emailed();
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

  it('is not reminded again when their mail server rejects the email', async () => {
    const { clientId, sessionFormId } = await emailed();
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

  it('is reminded again when the link is emailed to a better address', async () => {
    const { clientId, sessionFormId } = await emailed();
    inbox.recipientAnswers.push(550);
    await live('2026-11-04T15:00:00Z', 1, 12);
    at('2026-11-06T15:00:00Z');
    const body = { session_form_id: sessionFormId, to_address: 'better@example.test' };
    expect((await (await signInAs(t.current)).call(emailLink, { body })).status).toBe(201);
    await live('2026-11-06T16:00:00Z', 4);
    expect(await lineOf('form', sessionFormId)).toMatchObject({ state: 'active', bounced: null, sent: 1 });
    expect(await times(clientId)).toHaveLength(2);
  });
});
