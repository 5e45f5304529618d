import { sendReminders } from '../../server/src/features/activity/reminders/send-reminders.ts';
import { getReminders, pauseReminders } from '../../server/src/features/activity/reminders/service.ts';
import { emailLink } from '../../server/src/features/forms/link-emails/email-link.ts';
import { CLIENT_WORK_LEFT } from '../../server/src/features/forms/submissions/client-work.ts';
import { type AgentSession, openAgentSession } from './agent-session.ts';
import type { Demo } from './demo.ts';

const FIRST_DAY = 24;
/** Days ago on which an agent emailed a form that is still incomplete. */
const EMAILED_DAYS = [9, 6, 5, 4, 3, 1];
/** Days ago on which an email of one series bounced. */
const BOUNCED_DAY = 2;
/** After these minutes it is morning on the West Coast too. */
const WEST_MINUTES = 240;

/** Sends three weeks of reminders for emailed forms, day by day. One series is paused, and one email bounced. */
export async function fillReminders(demo: Demo): Promise<string> {
  const agentSession = openAgentSession(demo);
  for (let day = FIRST_DAY; day >= 1; day--) {
    agentSession.at(day * 24);
    await markSent(agentSession);
    await sendReminders(agentSession.ctx.deps);
    agentSession.later(WEST_MINUTES);
    await markSent(agentSession);
    await sendReminders(agentSession.ctx.deps);
    if (EMAILED_DAYS.includes(day)) await emailOne(agentSession, day);
    if (day === BOUNCED_DAY) await bounce(agentSession);
  }
  await pause(agentSession);
  const [counted] = await agentSession.ctx.db.query<{ series: number; sent: number }>(
    `select count(*)::int as series, (select count(*)::int from reminders_sent) as sent from reminder_series`,
  );
  return `${counted?.series ?? 0} series of reminders, ${counted?.sent ?? 0} sent`;
}

async function emailOne(agentSession: AgentSession, day: number): Promise<void> {
  const [form] = await agentSession.ctx.db.query<{ id: number }>(
    `select f.id from session_forms f join clients c on c.id = f.client_id
      where f.session_id is null and f.form_id is not null and c.primary_email like '%@%' and f.created_at < $1
        and ${CLIENT_WORK_LEFT}
        and not exists (select from mail_messages m where m.client_id = f.client_id and m.session_form_id = f.id)
      order by f.id limit 1`,
    [agentSession.ctx.deps.clock.now()],
  );
  if (form) await emailLink(agentSession.as(day % 3), { session_form_id: form.id });
}

/** Marks the emails that were queued until now as sent at that time. */
async function markSent({ ctx }: AgentSession): Promise<void> {
  await ctx.db.query(
    `update mail_messages set status = 'sent', sent_at = created_at, attempts = 1, content = null
      where status = 'queued' and created_at <= $1`,
    [ctx.deps.clock.now()],
  );
}

async function bounce({ ctx }: AgentSession): Promise<void> {
  await ctx.db.query(
    `update mail_messages set status = 'failed', sent_at = null, failure = 'refused', error = $1
      where id = (select max(m.id) from mail_messages m join reminder_series s on s.link_id = m.link_id
                   where s.state = 'active')`,
    ['Can’t send mail - all recipients were rejected: 550 5.1.1 The mailbox does not exist'],
  );
}

async function pause(agentSession: AgentSession): Promise<void> {
  const links = await agentSession.ctx.db.query<{ id: number }>(
    `select link_id as id from reminder_series where state = 'active' and link_id is not null order by link_id limit 20`,
  );
  const ctx = agentSession.as(0);
  for (const { id } of links) {
    const { data } = await getReminders(ctx, { of: 'link', id });
    if (data.can.pause) return void (await pauseReminders(ctx, { of: 'link', id }));
  }
}
