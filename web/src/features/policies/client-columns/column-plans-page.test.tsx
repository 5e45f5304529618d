import { getImport } from '@ledgerline/contract/imports/endpoints';
import {
  type ColumnPlan,
  importColumnPlans,
  listColumnPlans,
} from '@ledgerline/contract/policies/client-columns/endpoints';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, renderApp } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';

beforeEach(() => {
  signInAs();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const aPlan = (changes: Partial<ColumnPlan>): ColumnPlan => ({
  ...{ key: 'a', column: 'current_health_plan_name', plan_name: 'Oscar Silver', carrier_column: 'oscar' },
  ...{ clients: 12, different: 2, line: 'health', carrier: 'Oscar', problem: null },
  example: { client_id: 7, client_name: 'Ana Ruiz', premium_cents: 41_250 },
  ...changes,
});
const PLANS = [
  aPlan({}),
  aPlan({
    key: 'b',
    column: 'humana_medicare',
    plan_name: '',
    carrier_column: null,
    different: 0,
    line: null,
    carrier: 'Humana',
    clients: 3,
  }),
  aPlan({
    key: 'c',
    plan_name: 'Oscar / Delta',
    carrier_column: null,
    different: 0,
    carrier: '',
    problem: 'several_carriers',
    clients: 1,
  }),
];
const aServer = (plans = PLANS) =>
  fakeServer().reply(listColumnPlans, {
    ...{ success: true, plans, not_listed: 0, carriers: ['Humana', 'Oscar'] },
    left_out: [
      {
        ...{ column: 'life_plan_name', reason: 'no_plan', text: 'n/a', clients: 4 },
        example: { client_id: 8, client_name: 'Leo Ruiz' },
      },
    ],
  });

describe('the plans in client columns', () => {
  it('are selected if complete, completed by the agent, and sent to be checked', async () => {
    const server = aServer()
      .reply(importColumnPlans, { success: true, id: 5 })
      .replyError(getImport, 'unavailable', 'Try again.');
    const { router } = renderApp('/crm/policies/client-columns');
    await screen.findByText('Oscar Silver');
    screen.getByText(/2 clients with a different amount in Oscar premium/);
    screen.getByText('1 plan selected, up to 12 policies.');
    await userEvent.click(screen.getByRole('combobox', { name: 'Line of Humana Medicare premium' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Medigap' }));
    screen.getByText('2 plans selected, up to 15 policies.');
    await userEvent.click(
      screen.getByRole('checkbox', { name: 'Select Oscar Silver, Health plan + Oscar premium' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Check Policies' }));
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/crm/imports/5'));
    expect(server.calls(importColumnPlans).at(-1)?.body).toEqual({
      ...{
        status: 'active',
        effective_date: expect.stringMatching(/-01-01$/),
        end_date: expect.stringMatching(/-12-31$/),
      },
      plans: [{ key: 'b', line: 'medigap', carrier: 'Humana' }],
    });
  });

  it('need a line and a carrier once they are selected', async () => {
    const server = aServer();
    renderApp('/crm/policies/client-columns');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Oscar / Delta, Health plan' }));
    screen.getByText(/1 selected plan has no line or no carrier/);
    await userEvent.click(screen.getByRole('button', { name: 'Check Policies' }));
    const row = within(await screen.findByRole('row', { name: /Oscar \/ Delta/ }));
    row.getByText('Enter the carrier');
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(row.getByRole('combobox', { name: /^Carrier/ })),
    );
    expect(screen.getAllByRole('row')[1]?.textContent).toContain('Oscar / Delta');
    expect(screen.queryByText('Oscar Silver')).toBeNull();
    expect(server.calls(importColumnPlans)).toEqual([]);
  });

  it('stay in their list while the agent completes them, one by one or together', async () => {
    aServer([
      ...PLANS,
      aPlan({
        key: 'd',
        column: 'gap_plan_name',
        plan_name: 'Basic',
        carrier_column: null,
        different: 0,
        line: null,
        carrier: '',
      }),
    ]);
    renderApp('/crm/policies/client-columns?view=incomplete');
    const carrier = await screen.findByRole('combobox', { name: 'Carrier of Oscar / Delta, Health plan' });
    expect(screen.queryByText('Oscar Silver')).toBeNull();
    await userEvent.type(carrier, 'Oscar');
    expect(carrier).toHaveProperty('value', 'Oscar');
    screen.getByRole('button', { name: /^To complete ?2$/ });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all plans on this page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Fill In Missing' }));
    await userEvent.click(await screen.findByRole('combobox', { name: 'Line' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Other' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Carrier' }), 'Allstate');
    await userEvent.click(screen.getByRole('button', { name: 'Fill In 2 Plans' }));
    const values = (name: string) => screen.getByRole('combobox', { name }).getAttribute('value');
    expect(values('Carrier of Oscar / Delta, Health plan')).toBe('Oscar');
    expect(values('Carrier of Humana Medicare premium')).toBe('Humana');
    expect(values('Carrier of Basic, GAP plan')).toBe('Allstate');
    expect(values('Line of Basic, GAP plan')).toBe('Other');
    screen.getByText('4 plans selected, up to 28 policies.');
  });

  it('say what is left out, and where', async () => {
    aServer([]);
    renderApp('/crm/policies/client-columns');
    await screen.findByText('No plans in client columns');
    await userEvent.click(screen.getByRole('button', { name: /^Left out ?1$/ }));
    const row = within(await screen.findByRole('row', { name: /n\/a/ }));
    row.getByText('Not the name of a plan');
    expect(row.getByRole('link', { name: '4 clients' }).getAttribute('href')).toContain('life_plan_name');
  });

  it('are loaded again when they have changed', async () => {
    const message =
      'The columns have changed: no client has one of the chosen plans. Review the plans again.';
    const server = aServer().replyError(importColumnPlans, 'wrong_state', message);
    renderApp('/crm/policies/client-columns');
    await screen.findByText('Oscar Silver');
    await userEvent.click(screen.getByRole('button', { name: 'Check Policies' }));
    await screen.findByText(message);
    await vi.waitFor(() => expect(server.calls(listColumnPlans)).toHaveLength(2));
  });
});
