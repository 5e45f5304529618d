import type { Context, Deps, SystemActor } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { findOpenEnvelopes } from './listing.ts';
import { ESIGN_SYNC_QUEUE, refreshStatus } from './service.ts';

/** Enough for any brokerage's open forms; what is left comes first in the next hour. */
const RECONCILE_LIMIT = 2000;

/**
 * Asks the e-signature provider for one form's state (1§4, background sync), and once an hour for those of all open
 * forms: a server that died between a signature and our own write leaves nothing behind.
 */
export function esignJobs(deps: Deps): JobHandler[] {
  return [
    {
      queue: ESIGN_SYNC_QUEUE,
      work: async (data) => {
        if ('id' in data && typeof data.id === 'number') await refreshStatus(systemContext(deps), data.id);
      },
    },
    { queue: 'esign-reconcile', cron: '41 * * * *', work: () => reconcileEnvelopes(deps) },
  ];
}

/** One form that cannot be asked for does not keep the others from it. */
export async function reconcileEnvelopes(deps: Deps): Promise<void> {
  for (const id of await findOpenEnvelopes(deps.database, RECONCILE_LIMIT)) {
    await refreshStatus(systemContext(deps), id).catch((error) =>
      deps.log.warn(
        { err: error, session_form: id },
        'the e-signature provider did not say how a form stands',
      ),
    );
  }
}

function systemContext(deps: Deps): Context<SystemActor> {
  return {
    actor: { kind: 'system' },
    db: deps.database,
    deps,
    requestId: 'esign',
    address: '',
    tab: undefined,
  };
}
