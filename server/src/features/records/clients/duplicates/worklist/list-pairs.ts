import {
  type ComparedClient,
  DUPLICATE_PAGE_SIZE,
  type listDuplicatePairs as listEndpoint,
  type updateDuplicatePair as updateEndpoint,
} from '@ledgerline/contract/clients/duplicates/endpoints';
import type { BodyOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { pick } from '#platform/pick.ts';
import { publishClientEvent } from '../../edits/edit-clients.ts';
import type { ComparedRow } from '../queries.ts';
import { comparePair } from '../scanning/queries.ts';
import { findLatestScan } from '../scanning/repository.ts';
import { canScan, toScan } from '../scanning/scan-clients.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

/** Pairs of which the agent sees both clients. The reasons are current, not those of the scan. */
export async function listDuplicatePairs(
  ctx: Ctx,
  query: QueryOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const isDismissed = query.is_dismissed === 'true';
  const page = { limit: DUPLICATE_PAGE_SIZE, offset: (query.page - 1) * DUPLICATE_PAGE_SIZE };
  const rows = await repository.findPage(ctx.db, { isDismissed, ...page });
  const total = await repository.countPairs(ctx.db, isDismissed);
  const scan = await findLatestScan(ctx.db);
  const ids = new Set(rows.flatMap(({ one, other }) => [one.id, other.id]));
  return {
    success: true,
    data: rows.map((row) => ({
      id: row.id,
      clients: [toClient(row.one), toClient(row.other)],
      reasons: comparePair(row)?.reasons ?? [],
      dismissed_at: row.dismissed_at?.toISOString() ?? null,
      dismissed_by: row.dismissed_by_name,
    })),
    total,
    clients: [...ids].map((id) => ({ id })),
    scan: scan ? toScan(ctx, scan) : null,
    can_scan: canScan(ctx),
  };
}

const toClient = (row: ComparedRow): ComparedClient =>
  pick(row, ['id', 'client_first_name', 'client_last_name', 'dob', 'primary_email', 'primary_phone']);

/** Remembers that two clients are different people, for all agents, or undoes that. */
export async function updateDuplicatePair(
  ctx: Ctx,
  id: number,
  { is_dismissed }: BodyOf<typeof updateEndpoint>,
): Promise<ReplyOf<typeof updateEndpoint>> {
  const { id: by, name } = ctx.actor;
  const pair = await repository.savePair(
    ctx.db,
    id,
    is_dismissed ? { id: by, name, at: ctx.deps.clock.now() } : null,
  );
  if (!pair) {
    throw new AppError('not_found', {
      message:
        'This pair is no longer listed: a client was merged or deleted, or the clients no longer look like duplicates.',
    });
  }
  const ids = [Number(pair.one_id), Number(pair.other_id)];
  const action = is_dismissed ? 'duplicate_dismissed' : 'duplicate_suggested_again';
  await writeAudit(
    ctx,
    ids.map((one) => ({
      action,
      entity: 'client',
      entity_id: one,
      new_value: ids.filter((id) => id !== one),
    })),
  );
  await publishClientEvent(ctx, 'updated', ids);
  return { success: true };
}
