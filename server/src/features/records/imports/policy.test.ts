import { expect, it } from 'vitest';
import { canSeeEveryImport, canSeeImport } from './policy.ts';

const agent = { id: 2, is_owner: false, is_developer: false, has_all_staff_access: false };

it.each([
  // agent, every import, their own, another agent's, a deleted agent's
  ['a plain agent', agent, [false, true, false, false]],
  ['all staff', { ...agent, has_all_staff_access: true }, [false, true, false, false]],
  ['an owner', { ...agent, is_owner: true }, [true, true, true, true]],
  ['a developer', { ...agent, is_developer: true }, [true, true, true, true]],
])('the imports that %s sees', (_who, actor, expected) => {
  const ofAgents = [2, 3, null].map((agent_id) => canSeeImport(actor, { agent_id }));
  expect([canSeeEveryImport(actor), ...ofAgents]).toEqual(expected);
});
