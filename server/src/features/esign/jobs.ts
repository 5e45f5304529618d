import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { ESIGN_SYNC_QUEUE, refreshStatus } from './service.ts';

/** Asks the e-signature provider for one form's state (1§4, background sync). */
export function esignJobs(deps: Deps): JobHandler[] {
  return [
    {
      queue: ESIGN_SYNC_QUEUE,
      work: async (data) => {
        if (!('id' in data) || typeof data.id !== 'number') return;
        const ctx = {
          actor: { kind: 'system' as const },
          db: deps.database,
          deps,
          requestId: `esign:${data.id}`,
          address: '',
          tab: undefined,
        };
        await refreshStatus(ctx, data.id);
      },
    },
  ];
}
