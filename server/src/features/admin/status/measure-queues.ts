import type { SystemStatus } from '@ledgerline/contract/status/endpoints';
import { countDueReminders } from '#features/activity/reminders/send-reminders.ts';
import { countForDigests } from '#features/people/notifications/read-notifications.ts';
import { countUnsealed } from '#platform/audit/link-hash.ts';
import type { Database } from '#platform/database/database.ts';
import { countUnsent } from '#platform/email/queue.ts';
import { countInClear } from '#platform/storage/encrypted/encryption-marks.ts';

interface Queue {
  /** Its name on the status page. */
  name: string;
  /** Its label in the metrics, which stays when the name on the page changes (docs/operations.md). */
  metric: string;
  count: (db: Database, now: Date) => Promise<number>;
}

const QUEUES: readonly Queue[] = [
  { name: 'Emails to send', metric: 'mails_to_send', count: countUnsent },
  { name: 'Notifications for digests', metric: 'notices_for_digests', count: countForDigests },
  { name: 'Reminders due', metric: 'reminders_due', count: countDueReminders },
  { name: 'Files to encrypt', metric: 'files_to_encrypt', count: countInClear },
  { name: 'Audit rows to add to the hash chain', metric: 'audit_rows_to_seal', count: countUnsealed },
];

/** Pending work by queue; `metric` is for the metrics only. */
export function measureQueues(
  db: Database,
  now: Date,
): Promise<(SystemStatus['queues'][number] & Pick<Queue, 'metric'>)[]> {
  return Promise.all(
    QUEUES.map(async ({ name, metric, count }) => ({ name, metric, waiting: await count(db, now) })),
  );
}
