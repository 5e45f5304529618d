import type { BodyOf } from '@ledgerline/contract/endpoint';
import type { FirstDay, updateFirstDay as updateEndpoint } from '@ledgerline/contract/today/endpoints';
import { auditAct } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { announceAct } from '#platform/live.ts';
import { findFirstDay } from './queries.ts';
import * as repository from './repository.ts';
import { missingSteps } from './rules.ts';

type Ctx = Context<AgentActor>;

/** What a new brokerage still lacks, made from what is true (decision 054). */
export async function getFirstDay({ db, deps, actor }: Ctx): Promise<FirstDay> {
  const { is_dismissed, ...stored } = await findFirstDay(db, actor.id);
  const { PUBLIC_URL, SMTP_URL } = deps.config;
  const missing = missingSteps({
    ...stored,
    address: PUBLIC_URL !== undefined,
    mail: SMTP_URL !== undefined,
  });
  return { success: true, missing, is_dismissed };
}

export async function updateFirstDay(
  ctx: Ctx,
  { is_dismissed }: BodyOf<typeof updateEndpoint>,
): Promise<FirstDay> {
  const { id } = ctx.actor;
  await repository.keepDismissed(ctx.db, id, is_dismissed, ctx.deps.clock.now());
  await auditAct(ctx, 'updated', 'first_day', id, { new_value: { is_dismissed } });
  await announceAct(ctx, { kind: 'today', action: 'updated' });
  return getFirstDay(ctx);
}
