import { findDuplicates } from '@ledgerline/contract/clients/duplicates/endpoints';
import { getClient } from '@ledgerline/contract/clients/endpoints';
import {
  listMerges,
  mergeClients,
  previewMerge,
  undoMerge,
} from '@ledgerline/contract/clients/merging/endpoints';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { answer, callsOf, failWith, resetApi } from '../testing/client-server.ts';
import { aClient } from '../testing/clients.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { MergePage } from './merge-page.tsx';

const ANA = { ...aClient(1), client_first_name: 'Ana', client_last_name: 'Lee', address: '1 Old Way' };
const ANNA = { ...aClient(2), client_first_name: 'Anna', client_last_name: 'Lee', address: '2 New Way' };

const INVOICES: Record<string, number> = { invoices: 1 };

beforeEach(() => {
  resetApi();
  answer(previewMerge).with(() => ({
    success: true,
    data: [
      { id: 1, client: ANA, related: INVOICES },
      { id: 2, client: ANNA, related: { tasks: 2 } },
    ],
    into: 1,
    choices: { address: 2 },
    differing_secrets: [],
  }));
  answer(listMerges).with(() => ({ success: true, data: [], clients: [] }));
});

async function compare() {
  const { router } = await renderScreen(MergePage, '/crm/clients/merge?ids=1,2');
  await screen.findByRole('button', { name: 'Merge 2 Clients' });
  return { user: userEvent.setup(), router };
}

async function confirm(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.click(screen.getByRole('button', { name: 'Merge 2 Clients' }));
  const dialog = within(await screen.findByRole('dialog', { name }));
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  return dialog;
}

test('shows only what differs with suggestions, and merges what the agent chose', async () => {
  answer(mergeClients).with(() => ({ success: true, merge_id: 9, id: 1, moved: { tasks: 2 } }));
  const { user, router } = await compare();
  expect(screen.queryByRole('radiogroup', { name: 'Last name' })).toBeNull();
  const address = within(screen.getByRole('radiogroup', { name: 'Address' }));
  expect(address.getByRole('radio', { name: '2 New Way' })).toHaveProperty('checked', true);
  const first = within(screen.getByRole('radiogroup', { name: 'First name' }));
  await user.click(first.getByRole('radio', { name: 'Anna' }));
  const dialog = await confirm(user, 'Merge into Ana Lee?');
  dialog.getByText(/^Anna Lee will no longer be listed\. Moved to Ana Lee: 2 tasks\./);
  await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/1'));
  expect(callsOf(mergeClients)[0]?.body).toMatchObject({
    into: 1,
    others: [2],
    choices: { address: 2, client_first_name: 2 },
    seen: { 1: ANA.updated_at, 2: ANNA.updated_at },
  });
});

test('offers secrets that look the same, and a card as a whole', async () => {
  const card = { card_number: '•••• 1111', cvc: '•••', ssn: '•••-••-6789', exp_date: '01/30' };
  answer(previewMerge).with(() => ({
    success: true,
    data: [
      { id: 1, client: { ...ANA, ...card }, related: {} },
      { id: 2, client: { ...ANA, id: 2, ...card, exp_date: '02/31' }, related: {} },
    ],
    into: 1,
    choices: { name_on_card: 2, card_number: 2, exp_date: 2, cvc: 2 },
    differing_secrets: ['ssn', 'card_number', 'cvc'],
  }));
  answer(mergeClients).with(() => ({ success: true, merge_id: 9, id: 1, moved: {} }));
  const { user } = await compare();
  expect(screen.queryByText('All fields have the same values')).toBeNull();
  const note = 'Values that look the same differ in characters that are not shown.';
  expect(within(screen.getByRole('radiogroup', { name: 'SSN' })).getAllByRole('radio')).toHaveLength(2);
  expect(screen.getAllByText(note)).toHaveLength(1);
  screen.getByText(/^Client 2: /);
  const options = within(screen.getByRole('radiogroup', { name: 'Card' })).getAllByRole('radio');
  expect(options.map((one) => one instanceof HTMLInputElement && one.checked)).toEqual([false, true]);
  expect(screen.queryByRole('radiogroup', { name: 'Card CVC' })).toBeNull();
  await user.click(options[0] as HTMLElement);
  await confirm(user, 'Merge into Ana Lee?');
  await waitFor(() => expect(callsOf(mergeClients)).toHaveLength(1));
  const choices = { ssn: 1, name_on_card: 1, card_number: 1, exp_date: 1, cvc: 1 };
  expect(callsOf(mergeClients)[0]?.body).toMatchObject({ choices });
});

test('keeps both notes, or says why they do not fit', async () => {
  const long = '<p>'.padEnd(60_000, 'x');
  answer(previewMerge).with(() => ({
    success: true,
    data: [
      { id: 1, client: { ...ANA, notes: '<p>One</p>', notes_2: long }, related: {} },
      { id: 2, client: { ...ANNA, id: 2, notes: 'Two', notes_2: `${long}y` }, related: {} },
    ],
    into: 1,
    choices: { notes: 'all', notes_2: 2 },
    differing_secrets: [],
  }));
  answer(mergeClients).with(() => ({ success: true, merge_id: 9, id: 1, moved: {} }));
  const { user } = await compare();
  const option = (field: string) =>
    within(screen.getByRole('radiogroup', { name: field })).getByRole('radio', { name: 'Both' });
  expect(option('Notes')).toMatchObject({ checked: true, disabled: false });
  expect(option('Notes 2')).toMatchObject({ checked: false, disabled: true });
  screen.getByText(
    /^The text would have 120,\d{3} characters, and at most 100,000 can be stored\. Choose one/,
  );
  const address = within(screen.getByRole('radiogroup', { name: 'Address' }));
  expect(address.getAllByRole('radio')).toHaveLength(2);
  await confirm(user, 'Merge into Ana Lee?');
  await waitFor(() => expect(callsOf(mergeClients)[0]?.body).toMatchObject({ choices: { notes: 'all' } }));
});

test('keeps the status of the client that remains until the agent chooses, and lists what an undo did not restore', async () => {
  answer(previewMerge).with(() => ({
    success: true,
    data: [
      { id: 1, client: { ...ANA, status: 'client' }, related: {} },
      { id: 2, client: { ...ANNA, status: 'lead' }, related: {} },
      { id: 3, client: { ...ANNA, ...{ id: 3, client_first_name: 'Bo', status: 'new' } }, related: {} },
    ],
    into: 1,
    choices: {},
    differing_secrets: [],
  }));
  answer(mergeClients).with(() => ({ success: true, merge_id: 9, id: 2, moved: {} }));
  answer(undoMerge).with(() => ({
    success: true,
    id: 2,
    restored: [1, 3],
    kept_fields: ['CVC'],
    kept_records: 1,
  }));
  await renderScreen(MergePage, '/crm/clients/merge?ids=1,2,3');
  // Outlives the page, as in the portal.
  render(<Notifications />, { wrapper: MantineProvider });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('radio', { name: 'Anna Lee' }));
  const status = within(screen.getByRole('radiogroup', { name: 'Status' }));
  expect(status.getAllByRole('radio').map((one) => one instanceof HTMLInputElement && one.checked)).toEqual([
    ...[false, true, false],
  ]);
  await user.click(screen.getByRole('button', { name: 'Merge 3 Clients' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Merge' }));
  await screen.findByText('Ana Lee, Bo Lee were merged into Anna Lee.');
  expect(callsOf(mergeClients)[0]?.body).toMatchObject({ into: 2, choices: { status: 2, address: 1 } });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('The merge was undone: 2 clients were restored. Not undone: CVC, 1 record.');
});

test('a merge that is rejected shows the reason, and can be repeated with another client', async () => {
  failWith(mergeClients, 409, { message: 'One of these clients was changed meanwhile.', code: 'conflict' });
  const { user } = await compare();
  const dialog = await confirm(user, 'Merge into Ana Lee?');
  await dialog.findByText('One of these clients was changed meanwhile.');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('radio', { name: 'Anna Lee' }));
  await user.click(screen.getByRole('button', { name: 'Merge 2 Clients' }));
  await screen.findByRole('dialog', { name: 'Merge into Anna Lee?' });
});

test('suggests likely duplicates of the first client', async () => {
  answer(getClient).with(() => ({ success: true, data: ANA }));
  answer(findDuplicates).with(() => ({
    success: true,
    data: [{ ...ANNA, id: 2, dob: null, primary_email: null, primary_phone: null, reasons: ['email'] }],
  }));
  const { router } = await renderScreen(MergePage, '/crm/clients/merge?ids=1');
  await userEvent.click(await screen.findByRole('button', { name: 'Compare with Anna Lee' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ ids: '1,2' }));
  expect(callsOf(findDuplicates)[0]?.query).toMatchObject({ first_name: 'Ana', except: 1 });
});

test('undoes a recent merge', async () => {
  const merge = {
    ...{ id: 9, client_id: 1, client_name: 'Ana Lee', merged: [{ id: 2, name: 'Anna Lee' }], moved: {} },
    ...{ merged_by: 'Avery Agent', merged_at: '2026-11-20T15:00:00.000Z', undone_at: null },
  };
  answer(listMerges).with(() => ({ success: true, data: [merge], clients: [{ id: 1 }] }));
  answer(undoMerge).with(() => ({
    success: true,
    id: 1,
    restored: [2],
    kept_fields: ['Address'],
    kept_records: 1,
  }));
  await renderScreen(MergePage, '/crm/clients/merge');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the merge of Anna Lee' }));
  await waitFor(() => expect(callsOf(undoMerge)[0]?.params).toEqual({ id: 9 }));
});
