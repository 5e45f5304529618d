import { notificationEmail } from '#features/email-templates/notification-email.ts';
import { type Context, type Deps, systemContext } from '#platform/context.ts';
import { cancelUnsent, queueEmail } from '#platform/email/queue.ts';
import { isOutage } from '#platform/errors.ts';
import { absoluteUrl } from '#platform/public-address.ts';
import { withAccessScopeOf } from '../teams/access-scope.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';
import { type DigestDay, lastDigestDay } from './rules.ts';

/**
 * Emails each agent once a morning the unread notifications since the last digest. Each agent has their own
 * transaction, which claims the morning first, so only one of several servers sends it.
 */
export async function sendDigests(deps: Deps): Promise<void> {
  const digestDay = lastDigestDay(deps.clock.now(), deps.config.TIME_ZONE);
  const range = { until: digestDay.at, day: digestDay.day };
  for (const agent of await queries.findAwaiting(deps.database, range)) {
    try {
      await deps.database.transaction((db) =>
        sendDigest(systemContext(deps, db, `digest:${agent.id}:${digestDay.day}`), agent, digestDay),
      );
    } catch (error) {
      if (isOutage(error)) throw error;
      deps.log.error({ err: error, agent: agent.id }, 'could not send the digest');
    }
  }
}

/**
 * Cancels earlier digests that were not sent yet, so that an agent whose email works again after a day gets
 * one, not several.
 */
async function sendDigest(
  ctx: Context,
  { id, email }: { id: number; email: string },
  digestDay: DigestDay,
): Promise<void> {
  if (!(await repository.claimDigestDay(ctx.db, id, digestDay.day))) return;
  // Omits clients that the agent can no longer see.
  const waiting = await withAccessScopeOf(ctx.db, id, () => queries.listWaiting(ctx.db, id, digestDay.at));
  const before = [...new Set(waiting.flatMap(({ mail_id }) => mail_id ?? []))];
  const unsent = new Set(
    await cancelUnsent(ctx.db, before, 'Its notifications are included in a later digest.'),
  );
  const notifications = waiting.filter(({ mail_id }) => mail_id === null || unsent.has(mail_id));
  if (notifications.length === 0) return;
  const url = absoluteUrl(ctx, '/crm/');
  const message = notificationEmail({ brokerage: ctx.deps.config.BRAND, url, notifications });
  const emailId = await queueEmail(ctx, { ...message, kind: 'agent_digest', to: email, language: 'en' });
  await repository.recordEmail(
    ctx.db,
    id,
    notifications.map(({ notice_id }) => notice_id),
    emailId,
  );
}
