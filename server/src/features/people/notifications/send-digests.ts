import { notificationEmail } from '#features/email-templates/notification-email.ts';
import { type Context, type Deps, systemContext } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { cancelUnsent, queueEmail } from '#platform/email/queue.ts';
import { isEmailConnected } from '#platform/email/transport.ts';
import { isOutage } from '#platform/errors.ts';
import { absoluteUrl } from '#platform/public-address.ts';
import { withAccessScopeOf } from '../teams/access-scope.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';
import { lastDigestDay } from './rules.ts';

const DAY_MS = 86_400_000;

/** Emails each agent once a morning the unread notifications since the last digest. */
export async function sendDigests(deps: Deps): Promise<void> {
  const { at, day } = lastDigestDay(deps.clock.now(), deps.config.TIME_ZONE);
  await emailEach(deps, await queries.findAwaiting(deps.database, { until: at, day }), {
    name: `digest:${day}`,
    claim: (db, id) => repository.claimDigestDay(db, id, day),
    isClaimedEmpty: true,
    list: (db, id) => queries.listWaiting(db, id, { before: at }),
  });
}

/**
 * Emails each agent at their own pace the unread notifications that are emailed in groups. Those older than a day are left
 * to the bell: they have waited for a mail server or a running server.
 */
export async function sendGrouped(deps: Deps): Promise<void> {
  if (!isEmailConnected(deps)) return;
  const now = deps.clock.now();
  const since = new Date(now.getTime() - DAY_MS);
  await emailEach(deps, await queries.findAwaitingGroup(deps.database, { since, now }), {
    name: `grouped:${now.toISOString()}`,
    claim: (db, id) => repository.claimGroupedEmail(db, id, now),
    async list(db, id) {
      const waiting = await queries.listWaiting(db, id, { since });
      return waiting.some(({ mail_id }) => mail_id === null) ? waiting : [];
    },
  });
}

interface Collected {
  name: string;
  /** False if another server was first. */
  claim: (db: Database, agentId: number) => Promise<boolean>;
  /** Claims before listing: a morning without anything to send is over. Otherwise nothing is claimed for an empty email. */
  isClaimedEmpty?: boolean;
  /** Empty if there is nothing to send. */
  list: (db: Database, agentId: number) => Promise<queries.Waiting[]>;
}

/** Each agent has their own transaction, which claims the email before it is queued, so only one of several servers sends it. */
async function emailEach(
  deps: Deps,
  agents: readonly { id: number; email: string }[],
  collected: Collected,
): Promise<void> {
  for (const agent of agents) {
    try {
      await deps.database.transaction((db) =>
        emailCollected(systemContext(deps, db, `${collected.name}:${agent.id}`), agent, collected),
      );
    } catch (error) {
      if (isOutage(error)) throw error;
      deps.log.error({ err: error, agent: agent.id }, 'could not email the notifications');
    }
  }
}

/**
 * Cancels earlier emails that were not sent yet, so that an agent whose email works again after a day gets
 * one, not several.
 */
async function emailCollected(
  ctx: Context,
  { id, email }: { id: number; email: string },
  { claim, isClaimedEmpty = false, list }: Collected,
): Promise<void> {
  if (isClaimedEmpty && !(await claim(ctx.db, id))) return;
  // Omits clients that the agent can no longer see.
  const waiting = await withAccessScopeOf(ctx.db, id, () => list(ctx.db, id));
  if (waiting.length === 0 || !(isClaimedEmpty || (await claim(ctx.db, id)))) return;
  const before = [...new Set(waiting.flatMap(({ mail_id }) => mail_id ?? []))];
  const unsent = new Set(
    await cancelUnsent(ctx.db, before, 'Its notifications are included in a later email.'),
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
