import type { PAY_OUTCOMES } from '@ledgerline/contract/pay-page/endpoints';
import { parseMoneyCents } from '@ledgerline/contract/rules';

export type Method = 'card' | 'ach';
export type Outcome = (typeof PAY_OUTCOMES)[number];

export const METHODS = [
  { value: 'card', label: 'payCard' },
  { value: 'ach', label: 'payBank' },
] as const;

const PAID = { value: 'paid', label: 'payOutcomePaid' } as const;
const PARTIAL = { value: 'partial', label: 'payOutcomePartial' } as const;
const DECLINED = { value: 'declined', label: 'payOutcomeDeclined' } as const;
const DELAYED = { value: 'delayed', label: 'payOutcomeDelayed' } as const;

/** Only bank payments can be delayed. */
export const OUTCOMES = {
  card: [PAID, PARTIAL, DECLINED],
  ach: [PAID, PARTIAL, DELAYED, DECLINED],
} as const;

/** The amount typed, if it is at most the amount due; null for anything else. */
export function partCents(typed: string, due_cents: number): number | null {
  const cents = parseMoneyCents(typed);
  return cents !== null && cents >= 1 && cents <= due_cents ? cents : null;
}
