import {
  isWithProvider,
  submissionToSign,
} from '#features/forms/submissions/signatures/record-signatures.ts';
import { type Deps, systemContext } from '#platform/context.ts';
import { idPayload, type JobHandler, jobWithPayload } from '#platform/jobs/jobs.ts';
import { reconcileEnvelopes } from './reconcile-envelopes.ts';
import { refreshStatus } from './refresh-status.ts';
import { ESIGN_SYNC_QUEUE } from './rules.ts';

/**
 * Jobs that request one form's state from the e-signature provider (1§4, background sync), and once an hour the states of
 * all open forms: a server that dies between a signature and our own write leaves nothing behind.
 */
export function esignJobs(deps: Deps): JobHandler[] {
  return [
    jobWithPayload({
      queue: ESIGN_SYNC_QUEUE,
      payload: idPayload,
      work: ({ id }) => syncOne(deps, id),
    }),
    { queue: 'esign-reconcile', cron: '41 * * * *', work: () => reconcileEnvelopes(deps) },
  ];
}

/** No one reads the result: a form of a former provider is skipped. */
async function syncOne(deps: Deps, id: number): Promise<void> {
  const ctx = systemContext(deps, deps.database, 'esign');
  const row = await submissionToSign(deps.database, String(id));
  if (isWithProvider(ctx, row)) await refreshStatus(ctx, id);
}
