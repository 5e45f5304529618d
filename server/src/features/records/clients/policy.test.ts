import { expect, it } from 'vitest';
import { canSeeClient } from './policy.ts';

it.each([
  ['an agent', { kind: 'agent' } as const, true],
  ['the client', { kind: 'client', client_id: 7 } as const, true],
  ['another client', { kind: 'client', client_id: 8 } as const, false],
  ['a link without a client', { kind: 'client', client_id: null } as const, false],
])('client 7 and %s', (_who, actor, isAllowed) => {
  expect(canSeeClient(actor, 7)).toBe(isAllowed);
});
