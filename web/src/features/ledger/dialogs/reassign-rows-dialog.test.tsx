import { listAgentNames } from '@ledgerline/contract/agents/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeServer, renderPart } from '../../../testing/render-app.tsx';
import { ReassignRowsDialog } from './reassign-rows-dialog.tsx';

const BO = { id: 4, username: 'bo', first_name: 'Bo', last_name: 'Sand' };

async function open() {
  const server = fakeServer().reply(listAgentNames, { success: true, data: [BO] });
  const reassign = vi.fn<(to: number | null) => Promise<void>>().mockResolvedValue();
  const cancel = vi.fn();
  renderPart(<ReassignRowsDialog dialog={{ kind: 'reassign', count: 1200, reassign, cancel }} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Reassign 1,200 clients' }));
  const press = (name: string) => userEvent.click(dialog.getByRole('button', { name }));
  const choose = async (name: string) => {
    await userEvent.click(dialog.getByRole('combobox', { name: 'New owner' }));
    await userEvent.click(await screen.findByRole('option', { name }));
  };
  return { server, dialog, reassign, cancel, press, choose };
}

test('requires an owner before submitting', async () => {
  const { dialog, reassign, press, choose } = await open();
  await press('Reassign');
  expect(dialog.getByText('Please choose an agent')).toBeDefined();
  expect(reassign).not.toHaveBeenCalled();
  await choose('Unassigned');
  await press('Reassign');
  await waitFor(() => expect(reassign).toHaveBeenCalledWith(null));
});

test('shows a load error, keeps the choice and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { dialog, reassign, press, choose } = await open();
  reassign.mockRejectedValueOnce(new Error('offline'));
  await choose('Bo Sand');
  await press('Reassign');
  expect(await dialog.findByText(/could not be loaded. Nothing was reassigned/)).toBeDefined();
  await press('Try Again');
  await waitFor(() => expect(reassign.mock.calls).toEqual([[4], [4]]));
});

test('warns before discarding a choice', async () => {
  const { cancel, press, choose } = await open();
  await choose('Bo Sand');
  await press('Cancel');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(cancel).toHaveBeenCalled();
});
