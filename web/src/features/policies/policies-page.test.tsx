import { listPolicies } from '@ledgerline/contract/policies/endpoints';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { aPolicy } from './testing/policies.ts';

beforeEach(() => {
  signInAs();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const aServer = (policies = [aPolicy()], open_renewals = 1) =>
  fakeServer().reply(listPolicies, { success: true, policies, total: policies.length, open_renewals });
const lastQuery = (server: ReturnType<typeof aServer>) =>
  Object.fromEntries(new URLSearchParams(server.calls(listPolicies).at(-1)?.query));

describe('the policies page', () => {
  it('lists policies with their client and the renewals to work on', async () => {
    const server = aServer();
    renderApp('/crm/policies');
    const link = await screen.findByRole('link', { name: 'Ana Ruiz' });
    expect(link.getAttribute('href')).toBe('/crm/clients/7');
    screen.getByRole('button', { name: /^All policies ?1$/ });
    await userEvent.click(screen.getByRole('button', { name: /^Renewals ?1$/ }));
    await screen.findByRole('button', { name: /^Renewals ?1$/, pressed: true });
    expect(lastQuery(server)).toMatchObject({ renewals: 'open', sort: 'end_date', direction: 'asc' });
  });

  it('says why the list is empty', async () => {
    aServer([], 0);
    const { router } = renderApp('/crm/policies');
    await screen.findByText('No policies yet');
    await router.navigate({ to: '/crm/policies', search: { view: 'renewals' } });
    await screen.findByText('No renewals');
    await router.navigate({ to: '/crm/policies', search: { q: 'x' } });
    await screen.findByText('No matching policies');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    await screen.findByText('No policies yet');
  });

  it('opens a renewal from its row', async () => {
    aServer([aPolicy({ renewal_status: 'in_progress', next_policy_id: 9 })]);
    renderApp('/crm/policies');
    await userEvent.click(await screen.findByRole('button', { name: 'Renewal: Oscar Silver 1, Ana Ruiz' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Renewal' }));
    await userEvent.click(dialog.getByText('Renewed'));
    dialog.getByText('The policy of the next term was already added.');
  });
});
