import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { sendReminders } from './send-reminders.ts';

/** Reminders to clients, also those of days on which nobody ran. */
export function reminderJobs(deps: Deps): JobHandler[] {
  return [{ queue: 'reminders', cron: '*/5 * * * *', runsAtStart: true, work: () => sendReminders(deps) }];
}
