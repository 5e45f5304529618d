import { setImmediate } from 'node:timers/promises';
import { findByNumbers, numberKeyOf } from '#features/records/policies/find-same-number.ts';
import type { Context } from '#platform/context.ts';
import { policyOfLine } from '../comparison/rules.ts';

/** Lines at a time: bounds the decrypted numbers in memory, and other requests are served in between. */
const BATCH = 1000;

interface Match {
  policy_id: number | null;
  is_ambiguous: boolean;
}

/** The policy of each line by its number, among those of the carrier. */
export async function matchLines(
  ctx: Context,
  { carrier, month }: { carrier: string; month: string },
  lines: readonly { number: string; period: string | null }[],
): Promise<Match[]> {
  const matches: Match[] = [];
  for (let start = 0; start < lines.length; start += BATCH) {
    const batch = lines.slice(start, start + BATCH);
    const wanted = batch.map(({ number }) => ({ carrier, policy_number: number }));
    const found = await findByNumbers(ctx, wanted);
    for (const { number, period } of batch) {
      const candidates = found.get(numberKeyOf({ carrier, policy_number: number })) ?? [];
      const policy = policyOfLine(candidates, period ?? month);
      matches.push({
        policy_id: typeof policy === 'string' ? null : policy.id,
        is_ambiguous: policy === 'ambiguous',
      });
    }
    await setImmediate();
  }
  return matches;
}
