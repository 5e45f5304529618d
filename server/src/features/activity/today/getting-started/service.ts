import type { BodyOf } from '@ledgerline/contract/endpoint';
import type {
  GettingStarted,
  updateGettingStarted as updateEndpoint,
} from '@ledgerline/contract/today/endpoints';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { findGettingStarted } from './queries.ts';
import * as repository from './repository.ts';
import { missingSteps } from './rules.ts';

type Ctx = Context<AgentActor>;

/** What a new brokerage still needs, derived from current data (decision 054). */
export async function getGettingStarted({ db, deps, actor }: Ctx): Promise<GettingStarted> {
  const { is_dismissed, ...stored } = await findGettingStarted(db, actor.id);
  const { PUBLIC_URL, SMTP_URL } = deps.config;
  const missing = missingSteps({
    ...stored,
    address: PUBLIC_URL !== undefined,
    mail: SMTP_URL !== undefined,
  });
  return { success: true, missing, is_dismissed };
}

export async function updateGettingStarted(
  ctx: Ctx,
  { is_dismissed }: BodyOf<typeof updateEndpoint>,
): Promise<GettingStarted> {
  const { id } = ctx.actor;
  await repository.saveDismissed(ctx.db, id, is_dismissed, ctx.deps.clock.now());
  await auditAction(ctx, 'updated', 'first_day', id, { new_value: { is_dismissed } });
  await publishLiveEvent(ctx, { kind: 'today', action: 'updated' });
  return getGettingStarted(ctx);
}
