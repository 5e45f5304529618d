import { notifyOwner } from '#features/records/clients/owners/notify-owner.ts';
import { type Context, type Deps, systemContext } from '#platform/context.ts';
import { isOutage } from '#platform/errors.ts';
import { findSender } from '../queries.ts';
import { type ExpiredLink, listExpired, lockExpired } from './queries.ts';

/** Links that expired longer ago, while no server ran, do not notify. */
const SINCE_MS = 7 * 86_400_000;
const BATCH = 200;

/**
 * Notifies agents of links that expired while their client still had work to do. Each expiry notifies once, on any number
 * of servers; a link that is extended may expire again.
 */
export async function publishExpired(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const since = new Date(now.getTime() - SINCE_MS);
  for (let behind = { expired_at: since, id: 0 }; ; ) {
    const batch = await listExpired(deps.database, { now, since, behind }, BATCH);
    for (const link of batch) await publishOne(deps, link, now);
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return;
    behind = last;
  }
}

async function publishOne(deps: Deps, link: ExpiredLink, now: Date): Promise<void> {
  try {
    await deps.database.transaction((db) =>
      publish(systemContext(deps, db, `link-expired:${link.id}`), link, now),
    );
  } catch (error) {
    if (isOutage(error)) throw error;
    deps.log.error({ err: error, link: link.id }, 'notifying of an expired link failed');
  }
}

async function publish(ctx: Context, link: ExpiredLink, now: Date): Promise<void> {
  if (!(await lockExpired(ctx.db, link, now))) return;
  const { id, expired_at, client_id, session_id, session_form_id } = link;
  await notifyOwner(ctx, {
    kind: 'link_expired',
    event: `${id}:${Math.floor(expired_at.getTime() / 1000)}`,
    about: link.title,
    client_id,
    session_form_id,
    session_id,
    findSender: () => findSender(ctx.db, { submission_id: session_form_id, session_id }),
  });
}
