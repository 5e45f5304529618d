import { listSignIns } from '@ledgerline/contract/auth/sign-ins/endpoints';
import { getCalendarFeed } from '@ledgerline/contract/calendar/endpoints';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { grace, OWNER, openAgent } from '../../features/agents/testing/open-agent.ts';

it('has the calendar feed on one’s own account, whatever one is', async () => {
  const { server } = await openAgent(grace, { id: grace.id });
  await screen.findByRole('region', { name: 'Calendar feed' });
  expect(server.calls(getCalendarFeed)).toHaveLength(1);
});

it('has the sign-ins of oneself, and for owners those of others', async () => {
  await openAgent(grace, { id: grace.id });
  await screen.findByRole('region', { name: 'Sign-ins' });
});

it('asks for the sign-ins of others for owners only', async () => {
  const { server } = await openAgent(grace, { id: 1, is_owner: false, has_all_staff_access: true });
  expect(server.calls(listSignIns)).toHaveLength(0);
});

it('has it on nobody else’s', async () => {
  const { server } = await openAgent(grace, OWNER);
  expect(screen.queryByRole('region', { name: 'Calendar feed' })).toBeNull();
  expect(server.calls(getCalendarFeed)).toHaveLength(0);
});
