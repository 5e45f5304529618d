import type { Deps } from '../context.ts';
import { idPayload, type JobHandler, jobWithPayload } from '../jobs/jobs.ts';
import { archiveRows } from './archive.ts';
import { CHECK_QUEUE, runCheck } from './checks.ts';
import { linkRows } from './link-hash.ts';
import { writeCheckpoints } from './write-checkpoints.ts';

/** After this long, the next minute's job continues. */
const LINKING_MS = 300_000;
const LOG_EVERY_ROWS = 100_000;

/** Linking rows and writing a checkpoint each minute, archiving at night, and checks that owners start. */
export function chainJobs(deps: Deps): JobHandler[] {
  let written: number | null = null;
  return [
    {
      queue: 'audit-sealing',
      cron: '* * * * *',
      runsAtStart: true,
      async work() {
        await linkWithin(deps, LINKING_MS);
        // A starting server writes a checkpoint: its token secret may be a new one.
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
    deps.log.info({ rows: count }, 'audit rows are being added to the chain');
  });
}
