import { listAgentNames } from '@ledgerline/contract/agents/endpoints';
import { listClientCommissions } from '@ledgerline/contract/commissions/endpoints';
import {
  createPolicy,
  deletePolicy,
  findSameNumber,
  listClientPolicies,
  revealPolicyNumber,
  updatePolicy,
  updateRenewal,
} from '@ledgerline/contract/policies/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '../../testing/fake-server.ts';
import { renderPart } from '../../testing/render-app.tsx';
import { renderRouted } from '../../testing/render-routed.tsx';
import { PoliciesCard } from './policies-card.tsx';
import { aPolicy } from './testing/policies.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const PEOPLE = { client: 'Ana Ruiz', spouse: 'Luis Ruiz' };
const RELATIVES = [{ id: 12, name: 'Eva Ruiz' }];
const none = () => null;
const card = () => (
  <PoliciesCard
    clientId={7}
    people={PEOPLE}
    relatives={RELATIVES}
    renderUpload={none}
    renderDocument={none}
  />
);

function aServer(policies = [aPolicy()]) {
  const [policy = aPolicy()] = policies;
  return new FakeServer()
    .reply(listAgentNames, { success: true, data: [] })
    .reply(listClientPolicies, { success: true, policies })
    .reply(findSameNumber, { success: true, policies: [] })
    .reply(listClientCommissions, {
      success: true,
      commissions: [{ policy_id: 5, expected_cents: 1800, rate: null }],
    })
    .reply(createPolicy, { success: true, id: 6, policy })
    .reply(updatePolicy, { success: true, policy })
    .reply(updateRenewal, { success: true, policy, next: null })
    .reply(revealPolicyNumber, { success: true, value: 'H-1239876' })
    .reply(deletePolicy, { success: true })
    .start();
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const openMenu = async (item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions: Oscar Silver 1' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};

describe('the Policies card', () => {
  it('shows what the client pays, the term, who is covered, and the number only on request', async () => {
    const server = aServer();
    renderPart(card());
    for (const text of ['Oscar Silver 1', '$112.50/month', 'Health · Silver', 'Jan 1, 2026 – Dec 31, 2026'])
      await screen.findByText(text);
    screen.getByText('Covers Ana Ruiz');
    await screen.findByText('Commission $18.00/month');
    expect(screen.queryByText('H-1239876')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Reveal number of Oscar Silver 1' }));
    await screen.findByText('H-1239876');
    expect(server.calls(revealPolicyNumber)).toHaveLength(1);
  });

  it('shows the empty state and the load error', async () => {
    const server = aServer([]);
    const view = renderPart(card());
    await screen.findByText(/^No policies yet\./);
    view.unmount();
    server.replyError(listClientPolicies, 'not_allowed', 'Not for you.');
    renderPart(card());
    await screen.findByText('The policies could not be loaded. Not for you.');
  });

  it('adds a policy; a rejected one stays open with its error', async () => {
    const server = aServer([]);
    renderPart(card());
    await userEvent.click(await screen.findByRole('button', { name: 'Add Policy' }));
    const form = await dialog('Add Policy');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    form.getByText('Please enter the carrier');
    await userEvent.type(form.getByRole('combobox', { name: /^Carrier/ }), 'Oscar');
    await userEvent.type(form.getByLabelText('Effective date'), '06/01/1800');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    form.getByText('The date must be from 1900 to 2199. Check the year');
    await userEvent.clear(form.getByLabelText('Effective date'));
    await userEvent.type(form.getByLabelText('Effective date'), '06/01/2027');
    await userEvent.click(form.getByRole('button', { name: 'Use Dec 31, 2027' }));
    await userEvent.type(form.getByLabelText('Monthly premium'), '412.5');
    await userEvent.type(form.getByLabelText('Monthly subsidy'), '412.51');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    form.getByText('The subsidy is higher than the premium. The premium is the amount before the subsidy');
    await userEvent.clear(form.getByLabelText('Monthly subsidy'));
    await userEvent.click(form.getByLabelText('Luis Ruiz'));
    await userEvent.click(form.getByLabelText('Eva Ruiz (linked client)'));
    server.replyError(createPolicy, 'wrong_state', 'Not now.');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('Not now.');
    server.reply(createPolicy, { success: true, id: 6, policy: aPolicy({ id: 6 }) });
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.calls(createPolicy).at(-1)?.body).toMatchObject({
      ...{ carrier: 'Oscar', effective_date: '2027-06-01', end_date: '2027-12-31', premium_cents: 41_250 },
      ...{
        covered: ['client', 'spouse'],
        covered_client_ids: [12],
        policy_number: '',
        subsidy_cents: null,
        agent_of_record_id: null,
      },
    });
  });

  it('leaves the number unless it is changed, and names the version it was edited from', async () => {
    const server = aServer();
    renderPart(card());
    const edit = async () => {
      await userEvent.click(await screen.findByRole('button', { name: /^Oscar Silver 1/ }));
      return dialog('Edit Policy');
    };
    const form = await edit();
    await userEvent.type(form.getByLabelText('Notes'), 'HMO');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.calls(updatePolicy)).toHaveLength(1));
    const body = server.calls(updatePolicy)[0]?.body;
    expect(body).toMatchObject({ notes: 'HMO', seen_at: '2026-11-20T12:00:00.000Z' });
    expect(body).not.toHaveProperty('policy_number');
    await closed();
    const again = await edit();
    await userEvent.click(again.getByRole('button', { name: 'Change' }));
    again.getByText('The number will be removed when you save.');
    await userEvent.keyboard('NEW-55');
    await userEvent.click(again.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.calls(updatePolicy)).toHaveLength(2));
    expect(server.calls(updatePolicy)[1]?.body).toMatchObject({ policy_number: 'NEW-55' });
  });

  it('shows once which policies have the same number, and saves anyway', async () => {
    const server = aServer([]);
    server.reply(findSameNumber, {
      success: true,
      policies: [aPolicy({ id: 9, client_id: 8, client_name: 'Bo Ek' })],
    });
    renderRouted(card());
    await userEvent.click(await screen.findByRole('button', { name: 'Add Policy' }));
    const form = await dialog('Add Policy');
    await userEvent.type(form.getByRole('combobox', { name: /^Carrier/ }), 'Oscar');
    await userEvent.type(form.getByLabelText('Policy or member number'), 'H-1');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('Another policy has this number');
    const open = form.getByRole('link', { name: 'Open Bo Ek in a new tab' });
    expect(open.getAttribute('href')).toBe('/crm/clients/8#policies');
    expect(server.calls(findSameNumber)[0]?.body).toEqual({ carrier: 'Oscar', policy_number: 'H-1' });
    await userEvent.type(form.getByLabelText('Policy or member number'), '2');
    expect(form.queryByText('Another policy has this number')).toBeNull();
    server.replyError(findSameNumber, 'unavailable', 'Later.');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.calls(createPolicy)).toHaveLength(1);
  });

  it('renews into the next term, with its errors at their fields', async () => {
    const server = aServer();
    renderPart(card());
    await openMenu('Renewal');
    const form = await dialog('Renewal');
    await userEvent.click(form.getByText('Lost'));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    form.getByText('Please enter why it was lost');
    await userEvent.click(form.getByText('Renewed'));
    const fields = [{ path: 'next.effective_date', message: 'Too early.' }];
    server.replyError(updateRenewal, 'validation_failed', 'Please check the fields.', { fields });
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('Too early.');
    server.reply(updateRenewal, { success: true, policy: aPolicy(), next: aPolicy({ id: 6 }) });
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await closed();
    expect(server.calls(updateRenewal).at(-1)?.body).toEqual({
      renewal_status: 'renewed',
      seen_at: '2026-11-20T12:00:00.000Z',
      next: {
        ...{ effective_date: '2027-01-01', end_date: '2027-12-31', plan_name: 'Silver 1' },
        ...{ premium_cents: 41_250, subsidy_cents: 30_000 },
      },
    });
  });

  it('deletes after a confirmation; a failed deletion can be repeated', async () => {
    const server = aServer();
    renderPart(card());
    await openMenu('Delete');
    const form = await dialog('Delete Policy');
    server.replyError(deletePolicy, 'not_found', 'Policy not found.');
    await userEvent.click(form.getByRole('button', { name: 'Delete' }));
    await form.findByText('The policy was not deleted. Policy not found.');
    server.reply(deletePolicy, { success: true });
    await userEvent.click(form.getByRole('button', { name: 'Delete' }));
    await closed();
  });
});
