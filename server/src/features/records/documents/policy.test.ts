import { expect, it } from 'vitest';
import { canDeleteDocument } from './policy.ts';

it.each([
  // owner, sealed, allowed
  [false, false, true],
  [false, true, false],
  [true, false, true],
  [true, true, true],
])('owner %s, sealed document %s: %s', (is_owner, is_sealed, isAllowed) => {
  expect(canDeleteDocument({ is_owner }, { is_sealed })).toBe(isAllowed);
});
