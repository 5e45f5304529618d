import {
  listClientCommissions,
  type PolicyCommission,
  setPolicyCommission,
} from '@ledgerline/contract/commissions/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { FakeServer } from '../../testing/fake-server.ts';
import { renderPart } from '../../testing/render-app.tsx';
import { PolicyCommissionDialog } from './policy-commission-dialog.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const CARRIERS: PolicyCommission = {
  ...{ policy_id: 5, expected_cents: 1650, rate: { basis: 'percent', amount: 400, is_own: false } },
};
const onClose = vi.fn();

async function open(commission: PolicyCommission, name = 'Commission') {
  const server = new FakeServer()
    .reply(listClientCommissions, { success: true, commissions: [commission] })
    .reply(setPolicyCommission, { success: true })
    .start();
  renderPart(
    <PolicyCommissionDialog
      policy={{ id: 5, client_id: 7 }}
      name="Oscar Silver 1"
      opened
      onClose={onClose}
    />,
  );
  return { server, form: within(await screen.findByRole('dialog', { name })) };
}

it('sets a rate for this policy alone; a failure stays in the dialog', async () => {
  const { server, form } = await open(CARRIERS, 'Commission');
  await form.findByText('Oscar Silver 1: $16.50 expected this month.');
  form.getByText('4% of the premium');
  await userEvent.click(form.getByLabelText('A rate for this policy only, in every month'));
  await userEvent.clear(form.getByLabelText(/^Amount/));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  form.getByText('Must be a percentage such as 4.5');
  await userEvent.type(form.getByLabelText(/^Amount/), '5.5');
  server.replyError(setPolicyCommission, 'not_found', 'Policy not found.');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await form.findByText('Policy not found.');
  server.reply(setPolicyCommission, { success: true });
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.calls(setPolicyCommission).at(-1)?.body).toEqual({ rate: { basis: 'percent', amount: 550 } });
});

it('returns to the rate of the carrier', async () => {
  const { server, form } = await open({
    ...{ policy_id: 5, expected_cents: null, rate: { basis: 'percent', amount: 550, is_own: true } },
  });
  await form.findByText('Oscar Silver 1: enter the premium to see the expected commission.');
  await userEvent.click(form.getByLabelText(/^Rate of the carrier and line/));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls(setPolicyCommission)[0]?.body).toEqual({ rate: null }));
});
