import {
  deleteCommissionRate,
  type ListedCommissionRate,
  listCommissionRates,
  saveCommissionRate,
} from '@ledgerline/contract/commissions/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '../../testing/fake-server.ts';
import { renderPart } from '../../testing/render-app.tsx';
import { RatesDialog } from './rates-dialog.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const RATE: ListedCommissionRate = {
  ...{ id: 3, carrier: 'Oscar', line: 'health', effective_date: '2026-01-01' },
  ...{ basis: 'per_member', amount: 1800 },
};

const aServer = (rates = [RATE]) =>
  new FakeServer()
    .reply(listCommissionRates, { success: true, rates, carriers: ['Molina'] })
    .reply(saveCommissionRate, { success: true, rate: RATE })
    .reply(deleteCommissionRate, { success: true })
    .start();
const open = async (name = 'Commission Rates') => {
  renderPart(<RatesDialog opened onClose={() => undefined} />);
  return within(await screen.findByRole('dialog', { name }));
};

describe('commission rates', () => {
  it('are added with the carrier, line, basis and date; an error stays at its field', async () => {
    const server = aServer([]);
    const form = await open('Commission Rates');
    await form.findByText(/^No rates yet\./);
    await userEvent.click(form.getByRole('button', { name: 'Save Rate' }));
    form.getByText('Please enter the carrier');
    form.getByText('Must be a percentage such as 4.5');
    await userEvent.type(form.getByRole('combobox', { name: /^Carrier/ }), 'Molina');
    await userEvent.type(form.getByLabelText(/^Amount/), '4.25');
    await userEvent.type(form.getByLabelText(/^Effective date/), '01/01/2026');
    server.replyError(saveCommissionRate, 'wrong_state', 'Not now.');
    await userEvent.click(form.getByRole('button', { name: 'Save Rate' }));
    await form.findByText('Not now.');
    server.reply(saveCommissionRate, { success: true, rate: RATE });
    await userEvent.click(form.getByRole('button', { name: 'Save Rate' }));
    await waitFor(() => expect(form.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe(''));
    await waitFor(() =>
      expect(form.getByRole('combobox', { name: /^Carrier/ })).toBe(document.activeElement),
    );
    expect(server.calls(saveCommissionRate).at(-1)?.body).toEqual({
      ...{ carrier: 'Molina', line: 'health', effective_date: '2026-01-01', basis: 'percent', amount: 425 },
    });
  });

  it('are deleted after a confirmation; a failed deletion can be repeated', async () => {
    const server = aServer();
    const list = await open();
    await list.findByText('$18.00 per member per month');
    await userEvent.click(list.getByRole('button', { name: 'Delete rate: Oscar Health from Jan 1, 2026' }));
    const confirm = within(await screen.findByRole('dialog', { name: 'Delete Rate' }));
    server.replyError(deleteCommissionRate, 'not_found', 'This rate was already deleted.');
    await userEvent.click(confirm.getByRole('button', { name: 'Delete' }));
    await confirm.findByText('The rate was not deleted. This rate was already deleted.');
    server.reply(deleteCommissionRate, { success: true });
    await userEvent.click(confirm.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete Rate' })).toBeNull());
  });
});
