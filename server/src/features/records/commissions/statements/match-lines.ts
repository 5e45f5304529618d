import { setImmediate } from 'node:timers/promises';
import { policyNumberKey } from '@ledgerline/contract/rules/policies';
import { findByNumbers, numberKeyOf } from '#features/records/policies/find-same-number.ts';
import type { Context } from '#platform/context.ts';
import { policyOfLine } from '../comparison/rules.ts';

/** Lines at a time: bounds the decrypted numbers in memory, and other requests are served in between. */
const BATCH = 2000;

interface Match {
  policy_id: number | null;
  is_ambiguous: boolean;
}

/**
 * The policy of each line by its number, among those of the carrier. Numbers with the same last four characters are usually in
 * one batch, so most policies are decrypted once.
 */
export async function matchLines(
  ctx: Context,
  { carrier, month }: { carrier: string; month: string },
  lines: readonly { number: string; period: string | null }[],
): Promise<Match[]> {
  const matches: Match[] = lines.map(() => ({ policy_id: null, is_ambiguous: false }));
  const sorted = lines
    .map((line, position) => ({ ...line, position, ending: policyNumberKey(line.number).slice(-4) }))
    .sort((a, b) => (a.ending < b.ending ? -1 : Number(a.ending > b.ending)));
  for (let start = 0; start < sorted.length; start += BATCH) {
    const batch = sorted.slice(start, start + BATCH);
    const found = await findByNumbers(
      ctx,
      batch.map(({ number }) => ({ carrier, policy_number: number })),
    );
    for (const { number, period, position } of batch) {
      const candidates = found.get(numberKeyOf({ carrier, policy_number: number })) ?? [];
      const policy = policyOfLine(candidates, period ?? month);
      matches[position] = {
        policy_id: typeof policy === 'string' ? null : policy.id,
        is_ambiguous: policy === 'ambiguous',
      };
    }
    await setImmediate();
  }
  return matches;
}
