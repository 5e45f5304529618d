import { expect, it } from 'vitest';
import { useReminders } from '#testing/reminders.ts';

const { sql, at, run, times, emailed } = useReminders();

it('one series that cannot be evaluated, and one whose email cannot be written, do not block the others', async () => {
  const [unread, unwritten, intact] = [await emailed(), await emailed(), await emailed()];
  const reminded = () =>
    Promise.all([unread, unwritten, intact].map(async ({ clientId }) => (await times(clientId)).join()));
  await sql(`update reminder_series set started_at = 'infinity' where client_id = $1`, [unread.clientId]);
  await sql(`update secure_links set access_token_expires_at = 'infinity' where client_id = $1`, [
    unwritten.clientId,
  ]);
  at('2026-11-04T15:00:00Z');
  await run();
  expect(await reminded()).toEqual(['', '', '11-04 15:00']);
  const looked = { looked_at: new Date('2026-11-04T15:00:00Z'), due_at: null };
  const put = await sql(
    'select looked_at, due_at from reminder_series where client_id = any($1::bigint[]) order by id',
    [[unread.clientId, unwritten.clientId]],
  );
  expect(put).toEqual([looked, looked]);

  // After a manual repair they are processed with the next hourly check.
  await sql(`update reminder_series set started_at = '2026-11-02 20:00Z' where client_id = $1`, [
    unread.clientId,
  ]);
  await sql(`update secure_links set access_token_expires_at = '2026-12-01Z' where client_id = $1`, [
    unwritten.clientId,
  ]);
  at('2026-11-04T15:55:00Z');
  await run();
  expect(await reminded()).toEqual(['', '', '11-04 15:00']);
  at('2026-11-04T16:00:00Z');
  await run();
  expect(await reminded()).toEqual(['11-04 16:00', '11-04 16:00', '11-04 15:00']);
});
