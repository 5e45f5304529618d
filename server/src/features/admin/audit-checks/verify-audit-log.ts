import type {
  getAuditChain as chainEndpoint,
  startAuditCheck as startEndpoint,
} from '@ledgerline/contract/audit-checks/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { auditAction } from '#platform/audit/audit.ts';
import { findLatestCheck, startCheck } from '#platform/audit/checks.ts';
import { measureChain } from '#platform/audit/link-hash.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { emailLocations } from './email-checkpoints.ts';

/** Starts a check of the complete audit log, or returns the running one. */
export async function startAuditCheck(ctx: Context<AgentActor>): Promise<ReplyOf<typeof startEndpoint>> {
  const data = await startCheck(ctx.db, ctx.deps, ctx.actor.name);
  await auditAction(ctx, 'checked', 'audit', null);
  return { success: true, data };
}

export async function getAuditChain(ctx: Context<AgentActor>): Promise<ReplyOf<typeof chainEndpoint>> {
  const now = ctx.deps.clock.now();
  const seal = await measureChain(ctx.db, now);
  const head_places = [
    ...ctx.deps.checkpointStores.map(({ location }) => location),
    ...emailLocations(ctx.deps.config),
  ];
  return { success: true, seal: { ...seal, head_places }, check: await findLatestCheck(ctx.db, now) };
}
