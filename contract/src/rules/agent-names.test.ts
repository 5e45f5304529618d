import { describe, expect, it } from 'vitest';
import { parseFieldValue } from '../clients/field-values.ts';
import { fieldNamed } from '../clients/fields/catalog.ts';
import { agentLabelOf, readAgent } from './agent-names.ts';

const AGENTS = [
  { id: 1, username: 'owner', first_name: 'Brokerage', last_name: 'Owner' },
  { id: 7, username: 'ana', first_name: 'Ana', last_name: 'Ruiz' },
  { id: 8, username: 'ana2', first_name: 'ANA', last_name: 'Ruiz' },
  { id: 9, username: '7up', first_name: 'Sam', last_name: 'Seven' },
];

describe('an agent by name', () => {
  it.each([
    ['7', 7],
    [' 9 ', 9],
    ['7UP', 9],
    ['Ana', 7],
    ['sam   seven', 9],
    ['Ana Ruiz (ana)', 7],
    ['ANA Ruiz (ana2)', 8],
  ])('%j is agent %i', (text, id) => {
    expect(readAgent(text, AGENTS)).toEqual({ ok: true, value: id });
  });

  it.each([
    ['Unknown', 'must be an agent’s name, username or number; no agent matches “Unknown”'],
    ['12', 'must be an agent’s name, username or number; no agent matches “12”'],
    ['ana ruiz', 'matches 2 agents; use a username: ana, ana2'],
  ])('rejects %j', (text, message) => {
    expect(readAgent(text, AGENTS)).toEqual({ ok: false, message });
  });

  it('is shown with the username where several agents share a name, and can be parsed again', () => {
    expect(AGENTS.map(({ id }) => agentLabelOf(id, AGENTS))).toEqual([
      'Brokerage Owner',
      'Ana Ruiz (ana)',
      'ANA Ruiz (ana2)',
      'Sam Seven',
    ]);
    for (const { id } of AGENTS)
      expect(readAgent(agentLabelOf(id, AGENTS), AGENTS)).toMatchObject({ value: id });
    expect(agentLabelOf(99, AGENTS)).toBe('Agent 99');
  });

  it('is looked up by number first, then by username, then by name', () => {
    const agents = [
      { id: 3, username: '4', first_name: 'Five', last_name: '' },
      { id: 4, username: 'five', first_name: 'Sam', last_name: '' },
      { id: 5, username: 'sam', first_name: '3', last_name: '' },
    ];
    const read = (text: string) => readAgent(text, agents);
    expect(['3', '4', 'five', 'sam'].map(read)).toEqual([3, 4, 4, 5].map((value) => ({ ok: true, value })));
    expect(agents.map(({ id }) => agentLabelOf(id, agents))).toEqual(['Five (4)', 'Sam (five)', '3 (sam)']);
    for (const { id } of agents) expect(read(agentLabelOf(id, agents))).toEqual({ ok: true, value: id });
  });

  it('must be named by number where even usernames are ambiguous', () => {
    const agents = [
      { id: 3, username: 'Ana', first_name: 'A', last_name: 'B' },
      { id: 4, username: 'ana', first_name: 'C', last_name: 'D' },
    ];
    expect(readAgent('ANA', agents)).toEqual({ ok: false, message: 'matches 2 agents; use a number: 3, 4' });
  });

  it('empties the field with an empty text', () => {
    const owner = fieldNamed('owner_agent_id');
    expect(parseFieldValue(owner, '  ', { today: '2026-11-26', agents: AGENTS })).toEqual({
      ok: true,
      value: null,
    });
    expect(parseFieldValue(owner, 8, { today: '2026-11-26', agents: AGENTS })).toEqual({
      ok: true,
      value: 8,
    });
  });
});
