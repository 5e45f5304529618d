import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { type findSameNumber as endpoint, MAX_SAME_NUMBER } from '@ledgerline/contract/policies/endpoints';
import { foldText, lastFour } from '@ledgerline/contract/rules';
import { policyNumberKey } from '@ledgerline/contract/rules/policies';
import type { AgentActor, Context } from '#platform/context.ts';
import { NUMBER_KIND } from './presenter.ts';
import * as queries from './queries.ts';
import type { PolicyRow } from './repository.ts';
import { lockPolicy, openNumber, openNumbers } from './service.ts';

/** A number of a carrier, as typed. */
export interface CarrierNumber {
  carrier: string;
  policy_number: string;
}

/** A hint before a policy is saved, among the policies that the agent can see (decision 134). */
export async function findSameNumber(
  ctx: Context<AgentActor>,
  { carrier, policy_number, policy_id }: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const own = policy_id === undefined ? null : await lockPolicy(ctx, policy_id);
  const number = policy_number ?? (own && (await openNumber(ctx, own))) ?? '';
  const wanted = { carrier, policy_number: number };
  const found = (await findByNumbers(ctx, [wanted])).get(numberKeyOf(wanted)) ?? [];
  const ids = found.map(({ id }) => id).filter((id) => id !== policy_id);
  return { success: true, policies: await queries.listByIds(ctx.db, ids.slice(0, MAX_SAME_NUMBER)) };
}

/** Equal for the same number of the same carrier. */
export const numberKeyOf = ({ carrier, policy_number }: CarrierNumber): string =>
  JSON.stringify([foldText(carrier), policyNumberKey(policy_number)]);

/** Policies by the key of carrier and number, newest first. Only numbers that end alike are decrypted. */
export async function findByNumbers(
  ctx: Context,
  wanted: readonly CarrierNumber[],
): Promise<Map<string, PolicyRow[]>> {
  const known = wanted.filter(({ policy_number }) => policyNumberKey(policy_number) !== '');
  const pairs = known.flatMap(({ carrier, policy_number }) =>
    endingsOf(policy_number).map((ending) => [carrier, ending] as const),
  );
  if (pairs.length === 0) return new Map();
  const rows = await queries.findEndingAlike(
    ctx.db,
    pairs.map(([carrier]) => carrier),
    pairs.map(([, ending]) => ending),
  );
  const numbers = await openNumbers(ctx, rows);
  return Map.groupBy(rows, ({ id, carrier }) =>
    numberKeyOf({ carrier, policy_number: numbers.get(id) ?? '' }),
  );
}

/** What is stored in clear text of a number with this key: short numbers may have lost zeros that were stored. */
function endingsOf(number: string): string[] {
  const key = policyNumberKey(number);
  const variants = [number, key, ...(key.length <= 4 ? [key.padStart(5, '0')] : [])];
  return [...new Set(variants.map((value) => lastFour({ kind: NUMBER_KIND, value }).toUpperCase()))];
}
