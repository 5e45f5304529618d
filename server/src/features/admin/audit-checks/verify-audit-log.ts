import type {
  getAuditSeal as sealEndpoint,
  startAuditCheck as startEndpoint,
} from '@ledgerline/contract/audit-checks/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { auditAct } from '#platform/audit/audit.ts';
import { beginCheck, findLatestCheck } from '#platform/audit/checks.ts';
import { measureSeal } from '#platform/audit/link-hash.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { mailPlaces } from './email-checkpoints.ts';

/** Starts a check of the whole trail, or answers the one that is under way. */
export async function startAuditCheck(ctx: Context<AgentActor>): Promise<ReplyOf<typeof startEndpoint>> {
  const data = await beginCheck(ctx.db, ctx.deps, ctx.actor.name);
  await auditAct(ctx, 'checked', 'audit', null);
  return { success: true, data };
}

export async function getAuditSeal(ctx: Context<AgentActor>): Promise<ReplyOf<typeof sealEndpoint>> {
  const now = ctx.deps.clock.now();
  const seal = await measureSeal(ctx.db, now);
  const head_places = [...ctx.deps.heads.map(({ place }) => place), ...mailPlaces(ctx.deps.config)];
  return { success: true, seal: { ...seal, head_places }, check: await findLatestCheck(ctx.db, now) };
}
