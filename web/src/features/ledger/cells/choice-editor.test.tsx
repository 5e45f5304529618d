import { listAgentNames } from '@ledgerline/contract/agents/endpoints';
import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useAgentNames } from '../../../domain/agents/agent-names.ts';
import { fakeServer, renderPart } from '../../../testing/render-app.tsx';
import { ChoiceEditor } from './choice-editor.tsx';

const NAMES = ['Ana Ruiz', 'Anton Berg', 'Bo Sand'].map((name, at) => {
  const [first_name = '', last_name = ''] = name.split(' ');
  return { id: at + 1, username: `u${at}`, first_name, last_name };
});

function Editor({ typed, finish }: { typed?: string; finish: () => void }) {
  const { data } = useAgentNames();
  const [text, change] = useState(typed ?? 'Bo Sand');
  if (!data) return null;
  const isTyped = typed !== undefined;
  return (
    <ChoiceEditor
      field={fieldNamed('owner_agent_id')}
      rowKey={1}
      start="Bo Sand"
      {...{ text, isTyped, change, finish }}
    />
  );
}

beforeEach(() => {
  fakeServer().reply(listAgentNames, { success: true, data: NAMES });
});

async function open(typed?: string) {
  const finish = vi.fn();
  renderPart(<Editor {...(typed === undefined ? {} : { typed })} finish={finish} />);
  await screen.findByRole('listbox', { name: 'Owner' });
  const chosen = () => screen.getByRole('option', { selected: true }).textContent;
  return { chosen, finish };
}

test('consecutive letters select by name prefix', async () => {
  const { chosen } = await open();
  await userEvent.keyboard('ant');
  expect(chosen()).toBe('Anton Berg');
});

test('a pause starts a new word', async () => {
  const { chosen } = await open();
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  await userEvent.keyboard('an');
  expect(chosen()).toBe('Ana Ruiz');
  now.mockReturnValue(5000);
  await userEvent.keyboard('b');
  expect(chosen()).toBe('Bo Sand');
});

test('letters without a match select nothing', async () => {
  const { chosen } = await open();
  await userEvent.keyboard('zz');
  expect(chosen()).toBe('Bo Sand');
});

test.each([
  ['a', 'Ana Ruiz'],
  ['x', 'Bo Sand'],
  ['un', 'Unassigned'],
])('opened by typing %j it selects %s', async (typed, name) => {
  const { chosen } = await open(typed);
  expect(chosen()).toBe(name);
});

test('the word continues after the opening letter, and arrows move', async () => {
  const { chosen } = await open('a');
  await userEvent.keyboard('nt');
  expect(chosen()).toBe('Anton Berg');
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen()).toBe('Bo Sand');
});
