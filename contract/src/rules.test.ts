import { expect, it } from 'vitest';
import { isStorableToken, recurringPaymentCountText, recurringPaymentsMadeText, tokenKept } from './rules.ts';

it('exports renamed rules under the names that external callers use (DESIGN 10)', () => {
  expect(tokenKept).toBe(isStorableToken);
  expect(recurringPaymentsMadeText).toBe(recurringPaymentCountText);
});
