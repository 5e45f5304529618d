import type { Deps } from '#platform/context.ts';
import { idPayload, type JobHandler, jobWithPayload } from '#platform/jobs/jobs.ts';
import { moveOldCiphers } from '#platform/secrets/migrate-ciphers.ts';
import { runScan, SCAN_QUEUE, startScan } from './duplicates/scanning/scan-clients.ts';
import { encryptClients } from './encryption/encrypt-stored.ts';
import { completeDeletedList } from './encryption/list-deleted.ts';
import { expireMerges } from './merging/undo-merge.ts';
import { refreshLedgerTexts } from './service.ts';

/**
 * Encrypts clients of earlier versions, and rebuilds stale cached texts (a new catalog, a direct write to the
 * database).
 */
export function clientJobs(deps: Deps): JobHandler[] {
  return [
    {
      queue: 'refresh-ledger-texts',
      cron: '41 * * * *',
      runsAtStart: true,
      work: async () => {
        await encryptClients(deps);
        await moveOldCiphers(deps);
        await refreshLedgerTexts(deps);
      },
    },
    {
      queue: 'list-deleted-clients',
      cron: '47 * * * *',
      runsAtStart: true,
      work: () => completeDeletedList(deps),
    },
    {
      queue: 'expire-merges',
      cron: '53 4 * * *',
      runsAtStart: true,
      work: () => expireMerges(deps),
    },
    {
      queue: 'duplicate-scans-daily',
      cron: '23 3 * * *',
      work: async () => {
        await deps.database.transaction((db) => startScan(deps, db, null));
      },
    },
    jobWithPayload({ queue: SCAN_QUEUE, payload: idPayload, work: ({ id }) => runScan(deps, id) }),
  ];
}
