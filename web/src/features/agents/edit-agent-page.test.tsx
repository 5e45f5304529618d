import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { grace, openAgent } from './testing/open-agent.ts';

describe('an agent with an access level the viewer lacks', () => {
  it.each([
    ['is_owner', { id: 3, is_developer: true, has_all_staff_access: true }],
    ['is_developer', { id: 3, is_owner: true, has_all_staff_access: true }],
    ['has_all_staff_access', { id: 3, is_owner: true, is_developer: true }],
  ] as const)('(%s) is shown read-only, and the page explains why', async (flag, claims) => {
    await openAgent({ ...grace, [flag]: true }, claims);
    expect(screen.getByText(/access levels that you do not have/)).toBeDefined();
    expect(screen.getByLabelText(/First name/)).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    for (const name of ['Change Password', 'Delete']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });
});
