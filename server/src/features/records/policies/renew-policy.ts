import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { updateRenewal as updateEndpoint } from '@ledgerline/contract/policies/endpoints';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { attachedTo } from './cover-clients.ts';
import { toPolicy } from './presenter.ts';
import * as repository from './repository.ts';
import { assertNotStale, insertPolicy, lockPolicy, openNumber, publish } from './service.ts';

type Ctx = Context<AgentActor>;
type Input = BodyOf<typeof updateEndpoint>;

/** Sets the state of a renewal and creates the policy of the next term, in one transaction. */
export async function updateRenewal(
  ctx: Ctx,
  id: number,
  { next: term, renewal_status, lost_reason, seen_at }: Input,
): Promise<ReplyOf<typeof updateEndpoint>> {
  const row = await lockPolicy(ctx, id);
  if (term && row.next_policy_id !== null)
    throw new AppError('wrong_state', { message: 'The policy of the next term has already been created.' });
  const state = changesTo(row, { renewal_status, lost_reason: renewal_status === 'lost' ? lost_reason : '' });
  if (term || Object.keys(state).length > 0) assertNotStale(row, seen_at);
  const attached = await attachedTo(ctx, id);
  const next = term ? await createNext(ctx, row, term) : null;
  if (next)
    await repository.addCovered(
      ctx.db,
      next.id,
      attached.covered_clients.map((client) => client.id),
    );
  const changes = { ...state, ...changesTo(row, { next_policy_id: next?.id }) };
  if (Object.keys(changes).length === 0)
    return { success: true, policy: toPolicy(row, attached), next: null };
  const updated_at = ctx.deps.clock.now();
  await repository.changePolicy(ctx.db, id, { ...changes, updated_at });
  await auditChanges(ctx, 'policy', row, changes);
  await publish(ctx, 'updated', id);
  return {
    success: true,
    policy: toPolicy({ ...row, ...changes, updated_at }, attached),
    next: next && toPolicy(next, await attachedTo(ctx, next.id)),
  };
}

/** The next term has the number, commission and all other values of the policy, and a renewal of its own. */
async function createNext(
  ctx: Ctx,
  row: repository.PolicyRow,
  term: NonNullable<Input['next']>,
): Promise<repository.PolicyRow> {
  if (row.end_date !== null && term.effective_date <= row.end_date)
    throw new AppError('validation_failed', {
      fields: [{ path: 'next.effective_date', message: 'The next term must start after this policy ends' }],
    });
  const { client_id, line, carrier, plan_type, agent_of_record_id, covered, notes } = row;
  const next = await insertPolicy(
    ctx,
    { client_id, line, carrier, plan_type, agent_of_record_id, covered, notes, status: 'active', ...term },
    (await openNumber(ctx, row)) ?? '',
  );
  await repository.copyCommission(ctx.db, row.id, next.id);
  return next;
}
