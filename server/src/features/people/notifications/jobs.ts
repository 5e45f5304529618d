import { NOTIFICATION_DAYS } from '@ledgerline/contract/notifications/kinds';
import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { removeOld } from './repository.ts';
import { sendDigests, sendGrouped } from './send-digests.ts';

const DAY_MS = 86_400_000;
const BATCH_SIZE = 1000;

/** Sends grouped emails and morning digests, including those missed while no server ran, and removes old notifications. */
export function notificationJobs(deps: Deps): JobHandler[] {
  return [
    { queue: 'notice-digests', cron: '*/5 * * * *', runsAtStart: true, work: () => sendDigests(deps) },
    { queue: 'notice-groups', cron: '*/5 * * * *', runsAtStart: true, work: () => sendGrouped(deps) },
    { queue: 'notices-sweep', cron: '23 4 * * *', work: () => sweep(deps) },
  ];
}

async function sweep({ database, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - NOTIFICATION_DAYS * DAY_MS);
  while ((await removeOld(database, before, BATCH_SIZE)) === BATCH_SIZE);
}
