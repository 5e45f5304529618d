import { bulkEmailsPerMinute } from '#features/settings/service.ts';
import { withAccessScope } from '#platform/database/work.ts';
import type { Ctx } from '../bulk-action.ts';
import * as queries from '../queries.ts';
import { EMAIL_KINDS } from '../queue.ts';
import * as repository from '../repository.ts';

const MINUTE_MS = 60_000;

/** How many emails bulk actions may send now: those of all agents share one pace. Locks them until the transaction ends. */
export function emailsAllowed(ctx: Ctx): Promise<number> {
  return withAccessScope(undefined, async () => {
    await repository.lockRunning(ctx.db, EMAIL_KINDS);
    const since = new Date(ctx.deps.clock.now().getTime() - MINUTE_MS);
    const sent = await queries.countEmails(ctx.db, EMAIL_KINDS, since);
    return Math.max(0, (await bulkEmailsPerMinute(ctx)) - sent);
  });
}
