import {
  listClientReminders,
  pauseReminders,
} from '../../server/src/features/day/reminders/keep-reminders.ts';
import { sendReminders } from '../../server/src/features/day/reminders/send-reminders.ts';
import type { Demo } from './demo.ts';
import { type Desk, openDesk } from './desk.ts';

const FIRST_DAY = 24;
/** The mail of one series came back so many days ago. */
const BOUNCED_DAY = 2;
/** Later on the same day it is morning in the west, too. */
const WEST_MINUTES = 240;

/** Three weeks of reminders of what was mailed, day by day; one series is paused, and of one the mail came back. */
export async function fillReminders(demo: Demo): Promise<string> {
  const desk = openDesk(demo);
  for (let day = FIRST_DAY; day >= 1; day--) {
    desk.at(day * 24);
    await leave(desk);
    await sendReminders(desk.ctx.deps);
    desk.later(WEST_MINUTES);
    await leave(desk);
    await sendReminders(desk.ctx.deps);
    if (day === BOUNCED_DAY) await bounce(desk);
  }
  await pause(desk);
  const [counted] = await desk.ctx.db.query<{ series: number; sent: number }>(
    `select count(*)::int as series, (select count(*)::int from reminders_sent) as sent from reminder_series`,
  );
  return `${counted?.series ?? 0} series of reminders, ${counted?.sent ?? 0} sent`;
}

/** What was queued until then has left the house: mails of the past went in the past. */
async function leave({ ctx }: Desk): Promise<void> {
  await ctx.db.query(
    `update mail_messages set status = 'sent', sent_at = created_at, attempts = 1, content = null
      where status = 'queued' and created_at <= $1`,
    [ctx.deps.clock.now()],
  );
}

async function bounce({ ctx }: Desk): Promise<void> {
  await ctx.db.query(
    `update mail_messages set status = 'failed', sent_at = null, failure = 'refused', error = $1
      where id = (select max(m.id) from mail_messages m join reminder_series s on s.link_id = m.link_id
                   where s.state = 'active')`,
    ['Can’t send mail - all recipients were rejected: 550 5.1.1 The mailbox does not exist'],
  );
}

async function pause(desk: Desk): Promise<void> {
  const [one] = await desk.ctx.db.query<{ client_id: number }>(
    `select client_id from reminder_series where state = 'active' and link_id is not null order by id limit 1`,
  );
  if (!one) return;
  const ctx = desk.as(0);
  const { data } = await listClientReminders(ctx, one.client_id);
  const line = data.find(({ of, can }) => of === 'link' && can.pause);
  if (line) await pauseReminders(ctx, { of: 'link', id: line.id });
}
