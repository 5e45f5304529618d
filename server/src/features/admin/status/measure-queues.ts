import type { SystemStatus } from '@ledgerline/contract/status/endpoints';
import { countDueReminders } from '#features/activity/reminders/send-reminders.ts';
import { countForDigests } from '#features/people/notifications/read-notifications.ts';
import { countUnsealed } from '#platform/audit/link-hash.ts';
import type { Database } from '#platform/database/database.ts';
import { countUnsent } from '#platform/email/queue.ts';
import { countInClear } from '#platform/storage/encrypted/encryption-marks.ts';

/** Queued work, by its name on the status page and, in lower case, in the metrics. */
const QUEUES: Readonly<Record<string, (db: Database, now: Date) => Promise<number>>> = {
  'Mails to send': countUnsent,
  'Notices for digests': countForDigests,
  'Reminders due': countDueReminders,
  'Files to encrypt': countInClear,
  'Audit rows to seal': countUnsealed,
};

export function measureQueues(db: Database, now: Date): Promise<SystemStatus['queues']> {
  return Promise.all(
    Object.entries(QUEUES).map(async ([name, count]) => ({ name, waiting: await count(db, now) })),
  );
}
