import type { Deps } from '../context.ts';
import { idPayload, type JobHandler, jobWithPayload } from '../jobs/jobs.ts';
import { archiveRows } from './archive.ts';
import { CHECK_QUEUE, runCheck } from './checks.ts';
import { linkRows } from './link-hash.ts';
import { writeCheckpoints } from './write-checkpoints.ts';

/** After so long the next minute's job goes on. */
const LINKING_MS = 300_000;
const LOG_EVERY_ROWS = 100_000;

/** Sealing and its head each minute, archiving at night, and checks that owners ask for. */
export function chainJobs(deps: Deps): JobHandler[] {
  let written: number | null = null;
  return [
    {
      queue: 'audit-sealing',
      cron: '* * * * *',
      runsAtStart: true,
      async work() {
        await linkWithin(deps, LINKING_MS);
        // A server that starts says where the chain stands: its token secret may be a new one.
        written = await writeCheckpoints(deps, written);
      },
    },
    {
      queue: 'audit-archive',
      cron: '13 4 * * *',
      async work() {
        await archiveRows(deps);
      },
    },
    jobWithPayload({ queue: CHECK_QUEUE, payload: idPayload, work: ({ id }) => runCheck(deps, id) }),
  ];
}

async function linkWithin(deps: Deps, ms: number): Promise<void> {
  const until = new Date(deps.clock.now().getTime() + ms);
  let loggedCount = 0;
  await linkRows(deps, until, (count) => {
    if (count - loggedCount < LOG_EVERY_ROWS) return;
    loggedCount = count;
    deps.log.info({ rows: count }, 'audit rows are being sealed');
  });
}
