import type * as endpoints from '@ledgerline/contract/commissions/endpoints';
import type { PolicyCommission } from '@ledgerline/contract/commissions/endpoints';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { type CommissionRate, expectedCommission, rateInMonth } from '@ledgerline/contract/rules/commissions';
import { findClient } from '#features/records/clients/service.ts';
import { findOwnRate, removeOwnRate, setOwnRate } from '#features/records/policies/own-commission.ts';
import { lockPolicy } from '#features/records/policies/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { seenAgentOfRecord } from './policy.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

export async function listCommissionRates(ctx: Ctx): Promise<ReplyOf<typeof endpoints.listCommissionRates>> {
  const [rates, carriers] = await Promise.all([repository.listRates(ctx.db), queries.listCarriers(ctx.db)]);
  return { success: true, rates: rates.map(toRate), carriers };
}

const toRate = ({ id, carrier, line, effective_date, basis, amount }: repository.RateRow) => ({
  ...{ id, carrier, line, effective_date, basis, amount },
});

export async function saveCommissionRate(
  ctx: Ctx,
  input: BodyOf<typeof endpoints.saveCommissionRate>,
): Promise<ReplyOf<typeof endpoints.saveCommissionRate>> {
  const changed = { changed_by: ctx.actor.id, changed_at: ctx.deps.clock.now() };
  const rate = toRate(await repository.saveRate(ctx.db, { ...input, ...changed }));
  const { id, ...values } = rate;
  await auditAction(ctx, 'updated', 'commission_rate', id, { new_value: values });
  await publish(ctx);
  return { success: true, rate };
}

export async function deleteCommissionRate(
  ctx: Ctx,
  id: number,
): Promise<{ success: true; message: string }> {
  const row = await repository.removeRate(ctx.db, id);
  if (!row) throw new AppError('not_found', { message: 'This rate was already deleted.' });
  const { id: _, ...values } = toRate(row);
  await auditAction(ctx, 'deleted', 'commission_rate', id, { old_value: values });
  await publish(ctx);
  return { success: true, message: 'Rate deleted.' };
}

export async function listClientCommissions(
  ctx: Ctx,
  clientId: number,
): Promise<ReplyOf<typeof endpoints.listClientCommissions>> {
  await findClient(ctx, clientId);
  const month = brokerageDay(ctx.deps).slice(0, 7);
  const policies = await queries.listOfClient(ctx.db, clientId, seenAgentOfRecord(ctx.actor));
  const rates = policies.length === 0 ? [] : await repository.listRates(ctx.db);
  const byCarrier = Map.groupBy(rates, ({ carrier_key }) => carrier_key);
  return {
    success: true,
    commissions: policies.map((policy) => {
      const rate = rateOf(policy, byCarrier.get(policy.carrier_key) ?? [], month);
      return { policy_id: policy.id, expected_cents: expectedCommission(policy, month, rate), rate };
    }),
  };
}

/** The rate of the policy itself, else that of its carrier and line. */
export function rateOf(
  { basis, amount, line }: queries.RatedPolicy,
  ofCarrier: readonly repository.RateRow[],
  month: string,
): PolicyCommission['rate'] {
  if (basis !== null && amount !== null) return { basis, amount, is_own: true };
  const rate = rateInMonth(ofCarrier, line, month);
  return rate && { basis: rate.basis, amount: rate.amount, is_own: false };
}

export async function setPolicyCommission(
  ctx: Ctx,
  policyId: number,
  { rate }: BodyOf<typeof endpoints.setPolicyCommission>,
): Promise<{ success: true; message: string }> {
  const policy = await lockPolicy(ctx, policyId);
  const before = (await findOwnRate(ctx.db, policyId)) ?? null;
  if (isSame(before, rate)) return { success: true, message: 'Commission saved.' };
  const changed = { changed_by: ctx.actor.id, changed_at: ctx.deps.clock.now() };
  if (rate) await setOwnRate(ctx.db, { policy_id: policyId, ...rate, ...changed });
  else await removeOwnRate(ctx.db, policyId);
  const of = { of_client: policy.client_id, field: 'commission', old_value: before, new_value: rate };
  await auditAction(ctx, 'updated', 'policy', policyId, of);
  await publish(ctx);
  return { success: true, message: 'Commission saved.' };
}

const isSame = (a: CommissionRate | null, b: CommissionRate | null): boolean =>
  a?.basis === b?.basis && a?.amount === b?.amount;

/** Without ids: another rate changes what is expected of many policies. */
export const publish = (ctx: Ctx): Promise<void> =>
  publishLiveEvent(ctx, { kind: 'commissions', action: 'updated' });
