import { getImport } from '@ledgerline/contract/imports/endpoints';
import {
  type ColumnPlan,
  importColumnPlans,
  listColumnPlans,
} from '@ledgerline/contract/policies/client-columns/endpoints';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endColumnReview } from '../../../domain/use-column-review.ts';
import { fakeServer, renderApp } from '../../../testing/render-app.tsx';
import { setWidth } from '../../../testing/setup.ts';
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
      {
        ...{ column: 'dental_plan_premium', reason: 'no_amount', text: '$0.00', clients: 3 },
        example: { client_id: 8, client_name: 'Leo Ruiz' },
      },
      {
        ...{ column: 'oscar', reason: 'no_amount', text: '$0.00', clients: 2 },
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

  it('stay in a view while the agent changes them, until it is left', async () => {
    aServer();
    renderApp('/crm/policies/client-columns');
    const name = 'Oscar Silver, Health plan + Oscar premium';
    await userEvent.clear(await screen.findByRole('combobox', { name: `Carrier of ${name}` }));
    await userEvent.click(screen.getByRole('button', { name: 'Check Policies' }));
    const carrier = screen.getByRole('combobox', { name: `Carrier of ${name}` });
    await vi.waitFor(() => expect(document.activeElement).toBe(carrier));
    await userEvent.keyboard('Florida Blue');
    expect(document.activeElement).toBe(carrier);
    expect(carrier).toHaveProperty('value', 'Florida Blue');
    await userEvent.click(screen.getByRole('button', { name: /^Selected ?1$/ }));
    const box = await screen.findByRole('checkbox', { name: `Select ${name}`, checked: true });
    await userEvent.click(box);
    expect(document.activeElement).toBe(box);
    screen.getByRole('button', { name: /^Selected ?0$/ });
    await userEvent.click(screen.getByRole('button', { name: /^All plans/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Selected ?0$/ }));
    await screen.findByText('No plans selected');
  });

  it('keep their decisions while the agent is on another page, until their import runs', async () => {
    aServer()
      .reply(importColumnPlans, { success: true, id: 5 })
      .replyError(getImport, 'unavailable', 'Try again.');
    const { router, queryClient } = renderApp('/crm/policies/client-columns');
    const name = 'Oscar Silver, Health plan + Oscar premium';
    await userEvent.type(await screen.findByRole('combobox', { name: `Carrier of ${name}` }), ' Health');
    await userEvent.click(screen.getByRole('button', { name: 'Check Policies' }));
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/crm/imports/5'));
    const carrierAgain = async () => {
      await act(() => router.navigate({ to: '/crm/policies/client-columns' }));
      const carrier = await screen.findByRole('combobox', { name: `Carrier of ${name}` });
      return carrier.getAttribute('value');
    };
    expect(await carrierAgain()).toBe('Oscar Health');
    await act(() => router.navigate({ to: '/crm/imports' }));
    endColumnReview(queryClient, 4);
    expect(await carrierAgain()).toBe('Oscar Health');
    await act(() => router.navigate({ to: '/crm/imports' }));
    endColumnReview(queryClient, 5);
    expect(await carrierAgain()).toBe('Oscar');
  });

  it('are filled in only if they are listed and selected, and the button keeps the focus', async () => {
    aServer(PLANS.map((plan) => (plan.key === 'a' ? { ...plan, carrier: '' } : plan)));
    renderApp('/crm/policies/client-columns');
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Select Humana Medicare/ }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search plans' }), 'oscar{Enter}');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Oscar / Delta, Health plan' }));
    const button = screen.getByRole('button', { name: 'Fill In Missing' });
    await userEvent.click(button);
    const form = within(await screen.findByRole('dialog', { name: 'Fill In Missing' }));
    await userEvent.type(form.getByRole('combobox', { name: 'Carrier' }), 'Os');
    await userEvent.keyboard('{Escape}');
    expect(form.getByRole('combobox', { name: 'Carrier' })).toHaveProperty('value', 'Os');
    await userEvent.click(form.getByRole('combobox', { name: 'Line' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Other' }));
    await userEvent.click(form.getByRole('button', { name: 'Fill In 1 Plan' }));
    await vi.waitFor(() => expect(document.activeElement).toBe(button));
    expect(button.getAttribute('aria-disabled')).toBe('true');
    // The selected plan that the search hides, and the listed one that is not selected, stay as they are.
    screen.getByText('2 plans selected, up to 4 policies. 1 selected plan has no line or no carrier.');
    const other = screen.getByRole('combobox', { name: /^Carrier of Oscar Silver/ });
    expect(other).toHaveProperty('value', '');
  });

  it('are selected together on a phone', async () => {
    setWidth(390);
    aServer();
    renderApp('/crm/policies/client-columns');
    await userEvent.click(await screen.findByText('Oscar / Delta'));
    screen.getByText(/^2 plans selected/);
    await userEvent.click(screen.getByLabelText('Select all plans on this page'));
    screen.getByText(/^3 plans selected/);
  });

  it('say what is left out, and where', async () => {
    aServer([]);
    renderApp('/crm/policies/client-columns');
    await screen.findByText('No plans in client columns');
    await userEvent.click(screen.getByRole('button', { name: /^Left out ?3$/ }));
    const row = within(await screen.findByRole('row', { name: /n\/a/ }));
    row.getByText('Not the name of a plan');
    expect(row.getByRole('link', { name: 'Open 4 clients in a new tab' }).getAttribute('href')).toContain(
      'life_plan_name',
    );
    const addressOf = (name: string) =>
      decodeURIComponent(screen.getByRole('link', { name }).getAttribute('href') ?? '');
    expect(addressOf('Open 3 clients in a new tab')).toContain('"field":"dental_plan_name","op":"is_empty"');
    // The link opens more clients than are counted: other clients have a plan whose amount is $0.00.
    expect(screen.getByRole('row', { name: /Oscar premium/ }).textContent).toContain(
      '2 of the clients with $0.00',
    );
    expect(addressOf('Open clients with $0.00 in a new tab')).toContain('"field":"oscar"');
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

  it('are sent with the same idempotency key until they differ', async () => {
    const server = aServer().replyError(importColumnPlans, 'wrong_state', 'Try again.');
    renderApp('/crm/policies/client-columns');
    const button = await screen.findByRole('button', { name: 'Check Policies' });
    const send = async (times: number) => {
      await userEvent.click(button);
      await vi.waitFor(() => expect(server.calls(importColumnPlans)).toHaveLength(times));
      await screen.findByText('Try again.');
    };
    await send(1);
    await send(2);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Oscar / Delta, Health plan' }));
    await userEvent.type(
      screen.getByRole('combobox', { name: 'Carrier of Oscar / Delta, Health plan' }),
      'Oscar',
    );
    await send(3);
    const keys = server.calls(importColumnPlans).map(({ headers }) => headers.get('idempotency-key'));
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
  });
});
