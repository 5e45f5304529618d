import { NO_FLAGS } from '@ledgerline/contract/rules';
import { expect, it } from 'vitest';
import { canManageSignIns } from './policy.ts';

const plain = { id: 1, ...NO_FLAGS };
const manager = { ...plain, id: 2, has_all_staff_access: true };
const developer = { ...plain, id: 3, is_developer: true };
const owner = { ...plain, id: 4, is_owner: true };
const both = { ...plain, id: 5, is_owner: true, is_developer: true };

it.each([
  ['an agent their own', plain, plain, true],
  ['an agent those of an owner', plain, owner, false],
  ['a manager those of an agent', manager, plain, false],
  ['a developer those of an agent', developer, plain, false],
  ['an owner those of an agent', owner, plain, true],
  ['an owner those of a developer, whose privilege they lack', owner, developer, false],
  ['an owner who is a developer those of a developer', both, developer, true],
] as const)('%s: %o %o %s', (_, actor, agent, may) => {
  expect(canManageSignIns(actor, agent)).toBe(may);
});
