import { describe, expect, it } from 'vitest';
import { AGENT_FLAGS } from '../contract/src/rules.ts';
import { flagProblems, flagsOf } from './flag-rule.ts';

const CONTEXT = `
export interface AgentActor extends AgentFlags { kind: 'agent'; id: number }
export interface ClientActor { kind: 'client'; is_unlocked: boolean }
export interface Deps { is_ready: boolean }`;
const flags = flagsOf([{ file: 'server/src/platform/context.ts', text: CONTEXT }]);
const SOURCE_FILE = 'server/src/features/people/agents/manage-agents.ts';
const found = (text: string, file = SOURCE_FILE) => flagProblems({ file, text }, flags).length;

describe('the rule that only policy.ts checks flags', () => {
  it('reads the flags from the actor types', () => {
    expect([...flags]).toEqual([...AGENT_FLAGS, 'is_unlocked']);
  });

  it.each([
    'if (ctx.actor.is_owner) remove(row);',
    "const isOwn = ctx.actor['is_owner'];",
    'const { is_advisor } = ctx.actor;',
    'const { is_advisor: canSign } = await find(db, id);',
    'const isOpen = ({ is_unlocked }: ClientActor) => is_unlocked;',
    "import { hasAccess } from '@ledgerline/contract/rules';",
    "import { hasAccess as has } from '@ledgerline/contract/rules';",
  ])('finds %s', (text) => {
    expect([found(text), found(text, SOURCE_FILE.replace('manage-agents', 'policy'))]).toEqual([1, 0]);
  });

  it('allows code to name, store and pass flags', () => {
    for (const text of [
      'const first = { is_owner: true, is_advisor: true };',
      'const [id, is_owner] = row; return { id, is_owner };',
      "await db.query('select is_owner from agents');",
      'if (deps.is_ready) start();',
    ]) {
      expect([text, found(text)]).toEqual([text, 0]);
    }
  });

  it('allows the platform to check access to an endpoint, but no flag', () => {
    const file = 'server/src/platform/http/authenticate.ts';
    expect(found("import { hasAccess } from '@ledgerline/contract/rules';", file)).toBe(0);
    expect(found('return agent.is_owner;', file)).toBe(1);
  });
});
