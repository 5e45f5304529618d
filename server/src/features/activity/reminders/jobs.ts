import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { sendReminders } from './send-reminders.ts';

/** Reminders to clients, including those of days on which no server ran. */
export function reminderJobs(deps: Deps): JobHandler[] {
  return [{ queue: 'reminders', cron: '*/5 * * * *', runsAtStart: true, work: () => sendReminders(deps) }];
}
