import { expect, it } from 'vitest';
import { owedText, paymentBalanceText } from './payment-card.ts';

it.each([
  [{ total: 26_750, paid: 10_000, settled: 10_000 }, '$100.00 of $267.50 paid · $167.50 owed'],
  [{ total: 26_750, paid: 26_750, settled: 26_750 }, 'Paid in full · $267.50'],
  [{ total: 26_750, paid: 30_000, settled: 30_000 }, 'Paid in full · $300.00'],
  [{ total: 26_750, paid: 0, settled: 0 }, '$0.00 of $267.50 paid · $267.50 owed'],
  [{ total: 26_750, paid: 20_000, settled: 26_750 }, '$200.00 of $267.50 paid · nothing owed'],
] as const)('of %j shows %s on the card', (money, text) => {
  expect(paymentBalanceText(money)).toBe(text);
});

it.each([
  [{ total: 26_750, paid: 10_000, settled: 10_000 }, '$167.50 owed'],
  [{ total: 26_750, paid: 26_749, settled: 26_749 }, '$0.01 owed'],
  [{ total: 26_750, paid: 26_750, settled: 26_750 }, null],
  [{ total: 26_750, paid: 30_000, settled: 30_000 }, null],
  [{ total: 26_750, paid: 20_000, settled: 26_750 }, null],
] as const)('beside the status, %j owes %s', (money, text) => {
  expect(owedText(money)).toBe(text);
});
