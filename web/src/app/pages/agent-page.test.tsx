import { listSignIns } from '@ledgerline/contract/auth/sign-ins/endpoints';
import { getCalendarFeed } from '@ledgerline/contract/calendar/endpoints';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { grace, OWNER, openAgent } from '../../features/agents/testing/open-agent.ts';

it('shows the calendar feed on the agent’s own page, whatever their role', async () => {
  const { server } = await openAgent(grace, { id: grace.id });
  await screen.findByRole('region', { name: 'Calendar feed' });
  expect(server.calls(getCalendarFeed)).toHaveLength(1);
});

it('shows the sign-ins on the agent’s own page', async () => {
  await openAgent(grace, { id: grace.id });
  await screen.findByRole('region', { name: 'Sign-ins' });
});

it('loads other agents’ sign-ins for owners only', async () => {
  const { server } = await openAgent(grace, { id: 1, is_owner: false, has_all_staff_access: true });
  expect(server.calls(listSignIns)).toHaveLength(0);
});

it('shows no calendar feed on other agents’ pages', async () => {
  const { server } = await openAgent(grace, OWNER);
  expect(screen.queryByRole('region', { name: 'Calendar feed' })).toBeNull();
  expect(server.calls(getCalendarFeed)).toHaveLength(0);
});
