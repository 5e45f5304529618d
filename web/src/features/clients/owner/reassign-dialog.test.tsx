import { listAgentNames } from '@ledgerline/contract/agents/endpoints';
import { getClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer, callsOf, failWith, resetApi } from '../testing/client-server.ts';
import { aClient } from '../testing/clients.ts';
import { openDetail } from '../testing/open-detail.tsx';

const NAMES = [
  { id: 3, username: 'ana', first_name: 'Ana', last_name: 'Ruiz' },
  { id: 4, username: 'bo', first_name: 'Bo', last_name: 'Sand' },
  { id: 5, username: 'ana2', first_name: 'Ana', last_name: 'Ruiz' },
];

beforeEach(() => {
  resetApi();
  answer(listAgentNames).with(() => ({ success: true, data: NAMES }));
});

async function openReassign(owner: number | null) {
  const view = await openDetail({ owner_agent_id: owner });
  await view.user.click(await screen.findByRole('button', { name: /^Owner: .*Reassign$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reassign Client' }));
  const choose = async (name: string) => {
    await view.user.click(dialog.getByRole('combobox', { name: 'New owner' }));
    await view.user.click(await screen.findByRole('option', { name }));
  };
  const send = () => view.user.click(dialog.getByRole('button', { name: 'Reassign' }));
  return { ...view, dialog, choose, send };
}

test('the header shows the owner, with the username when two share a name', async () => {
  await openDetail({ owner_agent_id: 5 });
  expect(await screen.findByRole('button', { name: 'Owner: Ana Ruiz (ana2). Reassign' })).toBeTruthy();
});

test('reassigns from the displayed owner and shows the new one', async () => {
  const { choose, send } = await openReassign(4);
  answer(updateClient).with(() => ({ success: true, data: aClient(1, { owner_agent_id: 3 }) }));
  await choose('Ana Ruiz (ana)');
  await send();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(callsOf(updateClient)[0]?.body).toEqual({ owner_agent_id: 3, was: { owner_agent_id: 4 } });
  expect(await screen.findByRole('button', { name: 'Owner: Ana Ruiz (ana). Reassign' })).toBeTruthy();
});

test('offers Unassigned but not the current owner, and submits nothing without a choice', async () => {
  const { user, dialog, send, choose } = await openReassign(4);
  await send();
  expect(await dialog.findByText('Please choose an agent')).toBeTruthy();
  await user.click(dialog.getByRole('combobox', { name: 'New owner' }));
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(options).toEqual(['Ana Ruiz (ana)', 'Ana Ruiz (ana2)', 'Unassigned']);
  answer(updateClient).with(() => ({ success: true, data: aClient(1, { owner_agent_id: null }) }));
  await choose('Unassigned');
  await send();
  await waitFor(() => expect(callsOf(updateClient)[0]?.body).toMatchObject({ owner_agent_id: null }));
});

test('a concurrent reassignment is reported, not overwritten', async () => {
  const { dialog, choose, send } = await openReassign(4);
  failWith(updateClient, 409, { code: 'conflict' });
  answer(getClient).with(() => ({ success: true, data: aClient(1, { owner_agent_id: 5 }) }));
  await choose('Ana Ruiz (ana)');
  await send();
  expect(await dialog.findByText(/is now assigned to Ana Ruiz \(ana2\)/)).toBeTruthy();
  answer(updateClient).with(() => ({ success: true, data: aClient(1, { owner_agent_id: 3 }) }));
  await send();
  await waitFor(() =>
    expect(callsOf(updateClient).at(-1)?.body).toMatchObject({ was: { owner_agent_id: 5 } }),
  );
});

test('shows an error when the agents cannot be loaded, and Try Again reloads', async () => {
  failWith(listAgentNames, 400);
  const view = await openDetail({ owner_agent_id: 4 });
  expect(await screen.findByText('Name not loaded')).toBeTruthy();
  await view.user.click(screen.getByRole('button', { name: /^Owner: name not loaded/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reassign Client' }));
  expect(await dialog.findByText('The agents could not be loaded.')).toBeTruthy();
  answer(listAgentNames).with(() => ({ success: true, data: NAMES }));
  await view.user.click(dialog.getByRole('button', { name: 'Try Again' }));
  expect(await dialog.findByText(/is assigned to Bo Sand/)).toBeTruthy();
  expect(screen.queryByText('Name not loaded')).toBeNull();
});
