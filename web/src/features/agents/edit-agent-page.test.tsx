import { type Agent, checkAgentEmail, getAgent } from '@ledgerline/contract/agents/endpoints';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';

const grace: Agent = {
  id: 2,
  email: 'grace@example.com',
  username: 'grace',
  first_name: 'Grace',
  last_name: 'Hopper',
  is_advisor: true,
  is_owner: false,
  is_developer: false,
  has_all_staff_access: false,
  client_count: 0,
};

describe('somebody with an access level that one lacks', () => {
  it.each([
    ['is_owner', { id: 3, is_developer: true, has_all_staff_access: true }],
    ['is_developer', { id: 3, is_owner: true, has_all_staff_access: true }],
    ['has_all_staff_access', { id: 3, is_owner: true, is_developer: true }],
  ] as const)('(%s) is shown but cannot be changed, and the page says why', async (flag, claims) => {
    fakeServer()
      .reply(getAgent, { success: true, data: { ...grace, [flag]: true } })
      .reply(checkAgentEmail, { success: true, available: true });
    signInAs(claims);
    renderApp('/crm/agents/2');
    await screen.findByLabelText(/First name/);
    expect(screen.getByText(/access levels that you do not have/)).toBeDefined();
    expect(screen.getByLabelText(/First name/)).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    for (const name of ['Change Password', 'Delete']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });
});
