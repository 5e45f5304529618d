import { listAgentNames } from '@ledgerline/contract/agents/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { agentLabels, agentText, knownAgents, useAgentNames } from './agent-names.ts';

const ANA = { id: 3, username: 'ana', first_name: 'Ana', last_name: 'Ruiz' };

function Names() {
  const queryClient = useQueryClient();
  const { data } = useAgentNames();
  return (
    <button type="button" onClick={() => queryClient.clear()}>
      {data ? agentText(3) : 'none yet'}
    </button>
  );
}

test('agent names are known while a screen shows agents, and dropped with the queries', async () => {
  fakeServer().reply(listAgentNames, { success: true, data: [ANA] });
  expect(knownAgents()).toEqual([]);
  const { unmount } = renderPart(<Names />);
  const button = await screen.findByRole('button', { name: 'Ana Ruiz' });
  expect(agentLabels()).toEqual(['Ana Ruiz']);
  await userEvent.click(button);
  expect(knownAgents()).toEqual([]);
  unmount();
  renderPart(<Names />);
  await screen.findByRole('button', { name: 'Ana Ruiz' });
});

test('names known to an earlier screen are dropped', () => {
  expect([knownAgents(), agentText(3), agentText('Ana')]).toEqual([[], '', 'Ana']);
});
