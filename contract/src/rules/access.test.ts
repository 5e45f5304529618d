import { describe, expect, it } from 'vitest';
import { hasAccess } from './access.ts';

describe('the access that an agent has', () => {
  it.each([
    // flag, agent, agent_manager, owner_or_developer, developer, owner
    ['none', true, false, false, false, false],
    ['is_owner', true, true, true, false, true],
    ['is_developer', true, true, true, true, false],
    ['has_all_staff_access', true, true, false, false, false],
  ] as const)('%s', (flag, ...expected) => {
    const agent = { is_owner: false, is_developer: false, has_all_staff_access: false, [flag]: true };
    const levels = ['agent', 'agent_manager', 'owner_or_developer', 'developer', 'owner'] as const;
    expect(levels.map((access) => hasAccess(agent, access))).toEqual(expected);
  });
});
