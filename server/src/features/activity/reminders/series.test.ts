import { emailLink } from '@ledgerline/contract/link-emails/endpoints';
import type * as endpoints from '@ledgerline/contract/reminders/endpoints';
import { describe, expect, it } from 'vitest';
import { buildSession, buildSubmission, signInAs } from '#testing/factories.ts';
import { seededRandom } from '#testing/random.ts';
import { useReminders } from '#testing/reminders.ts';
import { HOUR_MS } from '#testing/sent-link.ts';

const { t, sql, at, run, deliver, live, times, emailed, lineOf } = useReminders();

describe('several servers over a year', () => {
  it('send every number once and no client two emails a day, whatever the clocks do', async () => {
    const random = seededRandom(7);
    const { clientId, sessionFormId, agent } = await emailed();
    const session = await buildSession(t.current, { client_id: clientId });
    await buildSubmission(t.current, { session, type: 'Web Form', form_link_id: 'iul-application' });
    await agent.call(emailLink, { body: { session_id: session.id } });
    await sql(`update secure_links set access_token_expires_at = '2030-01-01' where client_id = $1`, [
      clientId,
    ]);
    await sql('insert into global_settings (reminders_every_days, reminders_most) values (30, 10)');
    for (let ms = Date.parse('2026-11-03T00:00:00Z'); ms < Date.parse('2027-11-15T00:00:00Z'); ) {
      // Days without a server, hours, and occasionally a clock that is set back.
      ms += Math.round((random.next() * 40 - 4) * HOUR_MS);
      t.current.clock.set(new Date(ms));
      await Promise.all([run(), run(), run()]);
      await deliver();
    }
    await sql('delete from global_settings');
    const sent = await sql<{ series_id: number; number: number; emails: number }>(
      `select s.series_id, s.number, count(m.id)::int as emails
         from reminders_sent s join mail_messages m on m.id = s.mail_id and m.status = 'sent'
        group by s.series_id, s.number order by s.series_id, s.number`,
    );
    expect(sent).toHaveLength(20);
    expect(sent.every(({ emails }) => emails === 1)).toBe(true);
    const local = await sql<{ day: string; hour: number }>(
      `select to_char(created_at at time zone 'America/New_York', 'YYYY-MM-DD') as day,
              extract(hour from created_at at time zone 'America/New_York')::int as hour
         from mail_messages where client_id = $1 and kind = 'reminder'`,
      [clientId],
    );
    expect([local.length, new Set(local.map(({ day }) => day)).size]).toEqual([20, 20]);
    expect(local.every(({ hour }) => hour >= 9 && hour < 21)).toBe(true);
    expect(await lineOf('form', sessionFormId)).toMatchObject({
      state: 'stopped',
      reason: 'used_up',
      sent: 10,
    });
  });
});

describe('the series of a link stops by itself', () => {
  it.each<[endpoints.ReminderLine['reason'], string]>([
    ['voided', 'update session_forms set is_voided = true where id = $1'],
    ['declined', `update session_forms set status = 'declined' where id = $1`],
    ['done', 'update session_forms set is_completed = true where id = $1'],
    [
      'done',
      `update session_forms set client_signed_at = '2026-11-03', has_client_signature = true where id = $1`,
    ],
    ['expired', `update secure_links set access_token_expires_at = '2026-11-03' where session_form_id = $1`],
    [
      'taken_back',
      `update secure_links set revoked_at = '2026-11-03', client_id = null where session_form_id = $1`,
    ],
  ])('%s', async (reason, change) => {
    const { clientId, sessionFormId } = await emailed();
    await sql(change, [sessionFormId]);
    at('2026-11-04T15:00:00Z');
    expect(await lineOf('form', sessionFormId)).toMatchObject({ state: 'stopped', reason, next_at: null });
    await run();
    expect(await times(clientId)).toEqual([]);
    expect(await sql('select state, reason from reminder_series')).toEqual([{ state: 'stopped', reason }]);
  });

  it('newer_link, whose own reminders are sent', async () => {
    const { clientId, sessionFormId } = await emailed();
    const [old] = await sql<{ id: number }>('select id from secure_links where session_form_id = $1', [
      sessionFormId,
    ]);
    at('2026-12-03T20:00:00Z');
    const agent = await signInAs(t.current);
    expect((await agent.call(emailLink, { body: { session_form_id: sessionFormId } })).status).toBe(201);
    await deliver();
    await live('2026-12-03T21:00:00Z', 3);
    expect(await times(clientId)).toHaveLength(1);
    expect(await lineOf('link', old?.id ?? 0)).toMatchObject({ state: 'stopped', reason: 'newer_link' });
  });
});

describe('a time without a mail server', () => {
  const disconnect = (clientId: number) =>
    sql(
      `update mail_messages set status = 'failed', failure = 'unconnected', sent_at = null where client_id = $1`,
      [clientId],
    );

  it('starts no reminders of a link that was not emailed, until it is', async () => {
    const { clientId, sessionFormId } = await emailed();
    await disconnect(clientId);
    await sql(`update secure_links set access_token_expires_at = '2027-06-01' where client_id = $1`, [
      clientId,
    ]);
    await live('2026-11-03T00:00:00Z', 28);
    expect(await times(clientId)).toEqual([]);
    const line = await lineOf('form', sessionFormId);
    expect(line).toMatchObject({ state: 'active', reason: 'not_mailed', next_at: null, sent: 0 });
    expect(line.can.send).toBe(false);
    at('2026-12-01T15:00:00Z');
    const agent = await signInAs(t.current);
    await agent.call(emailLink, { body: { session_form_id: sessionFormId } });
    await deliver();
    await live('2026-12-01T16:00:00Z', 5);
    expect(await times(clientId)).toEqual(['12-03 16:00']);
  });

  it('neither ends nor counts the reminders of a link that was emailed before', async () => {
    const { clientId, sessionFormId } = await emailed();
    await live('2026-11-03T00:00:00Z', 2);
    expect(await times(clientId)).toEqual(['11-04 16:00']);
    await sql(
      `update mail_messages set status = 'failed', failure = 'unconnected' where client_id = $1 and kind = 'reminder'`,
      [clientId],
    );
    expect(await lineOf('form', sessionFormId)).toMatchObject({ state: 'active', reason: null, sent: 0 });
  });
});
