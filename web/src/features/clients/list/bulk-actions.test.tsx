import * as operations from '@ledgerline/contract/bulk-actions/endpoints';
import { listBundles } from '@ledgerline/contract/bundles/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import { NO_COUNTS } from '@ledgerline/contract/clients/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aClientRow } from '../../../testing/client-row.ts';
import { answer, callsOf, failWith, resetApi } from '../testing/client-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { ClientsPage } from './clients-page.tsx';

const NAMES = ['Ana', 'Bo', 'Cy', 'Di'];
const COUNTS = { total: 3, pending: 2, changed: 0, skipped: 1, rejected: 0, undone: 0, kept: 0 };
const DRAFT: operations.Operation = {
  ...{ id: 7, state: 'draft', agent_id: 1, agent_name: 'Avery Agent' },
  action: { kind: 'set_field', params: { field: 'status', value: 'lead' } },
  ...{ created_at: '2026-11-20T15:00:00.000Z', finished_at: null, counts: COUNTS },
  ...{ undo_until: null, can_undo: false, undone_at: null, undone_by: null, waiting: null },
};
const SAMPLE = [{ record_id: 1, label: 'Ana Alvarez', from: 'new', to: 'lead' }];

let current: operations.Operation;

beforeEach(() => {
  resetApi();
  current = DRAFT;
  answer(listClients).with(() => ({
    success: true,
    data: NAMES.map((client_first_name, at) => aClientRow(at + 1, { client_first_name })),
    total: 40,
    counts: { ...NO_COUNTS, all: 40 },
  }));
  answer(operations.createOperation).with(() => ({
    success: true,
    id: 7,
    data: DRAFT,
    sample: SAMPLE,
    balance_cents: null,
  }));
  answer(operations.getOperation).with(() => ({
    success: true,
    data: current,
    sample: SAMPLE,
    balance_cents: null,
  }));
  answer(operations.listOperationItems).with(() => ({ success: true, data: [], total: 0 }));
});

async function open() {
  await renderScreen(ClientsPage);
  await screen.findByRole('checkbox', { name: 'Select Ana Alvarez' });
  return userEvent.setup();
}

const box = (name: string) => screen.getByRole('checkbox', { name });
const chosen = () =>
  NAMES.filter((name) => (box(`Select ${name} Alvarez`) as HTMLInputElement).checked).join(' ');
const bar = () => screen.findByRole('region', { name: 'Selected clients' }, { timeout: 20_000 });

async function chooseStatus(user: ReturnType<typeof userEvent.setup>) {
  await user.click(within(await bar()).getByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Set Status' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set Status' }));
  await user.click(dialog.getByRole('combobox', { name: /Status/ }));
  await user.click(await screen.findByRole('option', { name: 'Lead' }));
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  return dialog;
}

test('selects rows one by one, as a range, the page, and all that match', async () => {
  const user = await open();
  await user.click(box('Select Ana Alvarez'));
  await user.keyboard('{Shift>}');
  await user.click(box('Select Cy Alvarez'));
  await user.keyboard('{/Shift}');
  expect(chosen()).toBe('Ana Bo Cy');
  within(await bar()).getByText('3 clients selected');
  await user.click(box('All clients on this page'));
  expect(chosen()).toBe('Ana Bo Cy Di');
  await user.click(screen.getByRole('button', { name: 'Select All 40 Matching' }));
  screen.getByText('All 40 clients selected');
  await user.click(box('Select Bo Alvarez'));
  screen.getByText('3 clients selected; all others were deselected');
  expect(chosen()).toBe('Ana Cy Di');
  await user.click(screen.getByRole('button', { name: 'Clear Selection' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected clients' })).toBeNull());
  await waitFor(() => expect(box('All clients on this page')).toBe(document.activeElement));
});

test('on phones, selects cards, the page, and all that match, until it is cancelled', async () => {
  const { router } = await renderScreen(ClientsPage, '/crm/clients', { isPhone: true });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Select Clients' }));
  // The bar is shown before the first selection, so that selecting moves no card.
  within(await bar()).getByText('0 clients selected');
  expect(within(await bar()).getByRole('button', { name: 'Clear Selection' })).toHaveProperty(
    'disabled',
    true,
  );
  // A tap on the card, not only on its checkbox.
  await user.click(box('Select Bo Alvarez').closest('label') as HTMLElement);
  expect(chosen()).toBe('Bo');
  expect(router.state.location.pathname).toBe('/crm/clients');
  within(await bar()).getByText('1 client selected');
  await user.click(box('All clients on this page'));
  expect(chosen()).toBe('Ana Bo Cy Di');
  await user.click(screen.getByRole('button', { name: 'Select All 40 Matching' }));
  screen.getByText('All 40 clients selected');
  await user.click(screen.getByRole('button', { name: 'Clear Selection' }));
  await screen.findByText('0 clients selected');
  await waitFor(() => expect(box('All clients on this page')).toBe(document.activeElement));
  await user.click(screen.getByRole('button', { name: 'Cancel Selection' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected clients' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Select Clients' })).toBe(document.activeElement);
});

test('previews, runs and undoes a change of the status', async () => {
  const user = await open();
  await user.click(box('Select Ana Alvarez'));
  await user.click(
    await screen.findByRole('button', { name: 'Select All 40 Matching' }, { timeout: 20_000 }),
  );
  const dialog = await chooseStatus(user);
  await dialog.findByText('2 clients will be changed. 1 client will not; the reasons are below.');
  expect(callsOf(operations.createOperation)[0]?.body).toEqual({
    action: { kind: 'set_field', params: { field: 'status', value: 'lead' } },
    selection: { all: { status: 'all' } },
  });
  dialog.getByText('Set Status to “Lead”');
  dialog.getByText('1 of 2 clients shown. Download the list to see all.');
  failWith(operations.runOperation, 500, { message: 'Try again.' });
  await user.click(dialog.getByRole('button', { name: 'Change 2 clients' }));
  await dialog.findByText('Try again.');
  current = {
    ...DRAFT,
    ...{ state: 'done', can_undo: true, undo_until: '2026-12-20T15:00:00.000Z' },
    counts: { ...COUNTS, pending: 0, changed: 2 },
  };
  answer(operations.runOperation).with(() => ({ success: true, data: current }));
  await user.click(dialog.getByRole('button', { name: 'Change 2 clients' }));
  await dialog.findByText('2 clients changed. You can undo this until Dec 20, 2026.');
  await user.click(dialog.getByRole('button', { name: 'Undo' }));
  const confirm = within(await screen.findByRole('dialog', { name: 'Undo this bulk action?' }));
  failWith(operations.undoOperation, 409, { message: 'It has already been undone.' });
  await user.click(confirm.getByRole('button', { name: 'Undo Action' }));
  await confirm.findByText('It has already been undone.');
  current = {
    ...current,
    state: 'undone',
    can_undo: false,
    counts: { ...current.counts, undone: 1, kept: 1 },
  };
  answer(operations.undoOperation).with(() => ({ success: true, data: current }));
  await user.click(confirm.getByRole('button', { name: 'Undo Action' }));
  await dialog.findByText('Undone for 1 client. For 1 client, not everything could be undone.');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected clients' })).toBeNull());
  await waitFor(() => expect(box('All clients on this page')).toBe(document.activeElement));
});

test('shows why a preview was rejected, and keeps what was chosen', async () => {
  failWith(operations.createOperation, 400, { message: 'selection no longer contains any clients.' });
  const user = await open();
  await user.click(box('Select Ana Alvarez'));
  const dialog = await chooseStatus(user);
  await dialog.findByText('selection no longer contains any clients.');
  expect(dialog.getByRole('combobox', { name: /Status/ })).toHaveProperty('value', 'Lead');
});

test('emails sessions only after a preview that says what cannot be sent', async () => {
  const action = { kind: 'send_session', params: { bundle_id: 3, session_type: 'Renewal' } } as const;
  current = { ...DRAFT, action, counts: { ...COUNTS, pending: 0, skipped: 0, rejected: 3 } };
  answer(listBundles).with(() => ({
    success: true,
    bundles: [{ id: 3, name: 'Renewal', templates: [], last_used_at: null }],
  }));
  const user = await open();
  await user.click(box('Select Ana Alvarez'));
  await user.click(within(await bar()).getByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Start Session' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Start Session' }));
  await user.click(dialog.getByRole('combobox', { name: /Bundle of forms/ }));
  await user.click(await screen.findByRole('option', { name: 'Renewal' }));
  expect(dialog.getByRole('textbox', { name: /Session name/ })).toHaveProperty('value', 'Renewal');
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await dialog.findByText('No email can be sent. The reasons are below.');
  expect(callsOf(operations.createOperation)[0]?.body).toEqual({ action, selection: { ids: [1] } });
  expect(dialog.getByRole('button', { name: 'Email 0 clients' })).toHaveProperty('disabled', true);
});
