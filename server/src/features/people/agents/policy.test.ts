import { type AgentPrivileges, canChangeAgent, canDeleteAgent, NO_FLAGS } from '@ledgerline/contract/rules';
import { describe, expect, it } from 'vitest';
import { canSeeAgent, decideFlags } from './policy.ts';

const who = (id: number, flags: Partial<AgentPrivileges> = {}) => ({
  id,
  is_owner: false,
  is_developer: false,
  has_all_staff_access: false,
  ...flags,
});
const plain = who(2);
const owner = who(3, { is_owner: true });
const developer = who(4, { is_developer: true });
const staff = who(5, { has_all_staff_access: true });
const chief = who(6, { is_owner: true, has_all_staff_access: true });

describe('who sees and changes agents', () => {
  it('lets each of the three flags see all agents, and a plain agent only themselves', () => {
    for (const actor of [owner, developer, staff]) expect(canSeeAgent(actor, 99)).toBe(true);
    expect([canSeeAgent(plain, 99), canSeeAgent(plain, plain.id)]).toEqual([false, true]);
  });

  it('does not allow changes to an agent with a privilege that the actor lacks', () => {
    const everything = who(7, { is_owner: true, is_developer: true, has_all_staff_access: true });
    const cases: [typeof plain, Partial<AgentPrivileges>, boolean][] = [
      [staff, {}, true],
      [staff, { has_all_staff_access: true }, true],
      [staff, { is_developer: true }, false],
      [staff, { is_owner: true }, false],
      [developer, { is_developer: true }, true],
      [developer, { has_all_staff_access: true }, false],
      [developer, { is_owner: true }, false],
      [owner, { is_owner: true }, true],
      [owner, { is_developer: true }, false],
      [chief, { is_owner: true, has_all_staff_access: true }, true],
      [chief, { is_owner: true, is_developer: true }, false],
      [everything, { is_owner: true, is_developer: true, has_all_staff_access: true }, true],
      [plain, {}, false],
    ];
    for (const [actor, flags, isAllowed] of cases) {
      expect(canChangeAgent(actor, who(99, flags))).toBe(isAllowed);
      expect(canDeleteAgent(actor, who(99, flags))).toBe(isAllowed);
    }
    expect(canChangeAgent(plain, plain)).toBe(true);
  });

  it('never allows deleting agent 1 or oneself', () => {
    expect(canDeleteAgent(owner, who(1, { is_owner: true }))).toBe(false);
    expect(canDeleteAgent(owner, owner)).toBe(false);
    expect(canDeleteAgent(owner, who(99, { is_owner: true }))).toBe(true);
  });
});

describe('which flags take effect', () => {
  const target = { id: 99, ...NO_FLAGS };

  it('ignores flags from callers without all-staff access, including owners', () => {
    for (const actor of [plain, owner, developer]) {
      expect(decideFlags(actor, target, { is_owner: true, is_advisor: true })).toEqual({
        allowed: true,
        changes: {},
      });
    }
  });

  it('lets all-staff users set advisor and all-staff access', () => {
    expect(decideFlags(staff, target, { is_advisor: true, has_all_staff_access: true })).toEqual({
      allowed: true,
      changes: { is_advisor: true, has_all_staff_access: true },
    });
  });

  it.each(['is_owner', 'is_developer'] as const)('lets only an owner grant or revoke %s', (flag) => {
    expect(decideFlags(staff, target, { [flag]: true }).allowed).toBe(false);
    expect(decideFlags(staff, { id: 99, ...NO_FLAGS, [flag]: true }, { [flag]: false }).allowed).toBe(false);
    expect(decideFlags(staff, { id: staff.id, ...NO_FLAGS }, { [flag]: true }).allowed).toBe(false);
    expect(decideFlags(chief, target, { [flag]: true })).toEqual({
      allowed: true,
      changes: { [flag]: true },
    });
  });

  it('does not let owners remove their own owner flag', () => {
    const self = { id: chief.id, ...NO_FLAGS, is_owner: true };
    expect(decideFlags(chief, self, { is_owner: false }).allowed).toBe(false);
    expect(decideFlags(chief, { ...self, id: 99 }, { is_owner: false }).allowed).toBe(true);
  });

  it('ignores flags that do not change', () => {
    expect(decideFlags(staff, target, { is_owner: false, is_advisor: false })).toEqual({
      allowed: true,
      changes: {},
    });
  });
});
