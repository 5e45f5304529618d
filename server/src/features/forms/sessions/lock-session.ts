import { SESSION_NOT_FOUND } from '@ledgerline/contract/sessions/endpoints';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import * as repository from './repository.ts';

export type { SessionRow } from './repository.ts';

/** The session, which has not been deleted. */
export async function findSession(db: Database, id: number): Promise<repository.SessionRow> {
  const row = await repository.findSession(db, id);
  if (!row) throw notFound();
  return row;
}

/** The same, locked until the transaction ends. Locked before the session's forms and links, to prevent deadlocks. */
export async function lockSession(db: Database, id: number): Promise<repository.SessionRow> {
  const row = await repository.lockSession(db, id);
  if (!row) throw notFound();
  return row;
}

/** Records that the client opened the session's link (decisions G17). */
export async function recordSessionViewed(ctx: Context, id: number): Promise<void> {
  await repository.changeSession(ctx.db, id, { client_last_viewed_at: ctx.deps.clock.now() });
  await publishSessionEvent(ctx, 'updated', id);
}

export function publishSessionEvent(
  ctx: Context,
  action: 'created' | 'updated' | 'deleted',
  id: number,
): Promise<void> {
  return publishLiveEvent(ctx, { kind: 'sessions', action, ids: [id] });
}

function notFound(): AppError {
  return new AppError('not_found', { message: SESSION_NOT_FOUND });
}
