import { expect, it } from 'vitest';
import { canSeeReveals } from './policy.ts';

const agent = { kind: 'agent', is_owner: false, is_developer: false, has_all_staff_access: false } as const;

it.each([
  ['a visitor', { kind: 'visitor' } as const, false],
  ['a plain agent', agent, false],
  ['all staff', { ...agent, has_all_staff_access: true }, false],
  ['an owner', { ...agent, is_owner: true }, true],
  ['a developer', { ...agent, is_developer: true }, true],
])('shows the reveals of others to %s: %#', (_who, actor, isAllowed) => {
  expect(canSeeReveals(actor)).toBe(isAllowed);
});
