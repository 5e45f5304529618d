import * as operations from '@ledgerline/contract/bulk-actions/endpoints';
import { exportInvoices } from '@ledgerline/contract/invoices/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { openPayments } from '../../../testing/open-payments.ts';
import { fakeServer, renderApp } from '../../../testing/render-app.tsx';
import { setWidth } from '../../../testing/setup.ts';
import { signInAs } from '../../../testing/sign-in.ts';
import { anInvoice, serveInvoices } from '../testing/invoices.ts';

const COUNTS = { total: 3, pending: 2, changed: 0, skipped: 0, rejected: 1, undone: 0, kept: 0 };
const DRAFT: operations.Operation = {
  ...{ id: 7, state: 'draft', agent_id: 1, agent_name: 'Avery Agent' },
  action: { kind: 'void_invoice', params: {} },
  ...{ created_at: '2026-11-20T15:00:00.000Z', finished_at: null, counts: COUNTS },
  ...{ undo_until: null, can_undo: false, undone_at: null, undone_by: null, waiting: null },
};
const SAMPLE = [{ record_id: 1, label: 'INV-1001 · Maria Alvarez', from: '$107.00', to: '$50.00' }];
const ITEM: operations.OperationItem = {
  ...{ record_id: 3, client_id: 5, label: 'INV-1003 · Maria Alvarez' },
  ...{ state: 'rejected', undo: null, reason: 'A paid invoice cannot be voided.' },
};

let server: FakeServer;
let current: operations.Operation;
beforeEach(() => {
  signInAs();
  current = DRAFT;
  const shown = () => ({ success: true as const, data: current, sample: SAMPLE, balance_cents: 15_700 });
  server = fakeServer()
    .reply(operations.createOperation, () => ({ ...shown(), id: 7 }))
    .reply(operations.getOperation, shown)
    .reply(operations.listOperationItems, { success: true, data: [ITEM], total: 1 });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

async function open(address = '/crm/payments') {
  const three = [anInvoice(1), anInvoice(2), anInvoice(3)] as const;
  await openPayments(server, [...three], { address, total: 40 });
  return userEvent.setup();
}

const box = (number: number) =>
  screen.getByRole('checkbox', { name: `Select INV-${1000 + number}, Maria Alvarez` });
const bar = () => screen.findByRole('region', { name: 'Selected invoices' }, { timeout: 20_000 });

async function chooseAction(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.click(within(await bar()).getByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

it('selects invoices one by one, as a range, the page, and all that match; a new filter starts without a selection', async () => {
  const user = await open();
  await user.click(box(1));
  await user.keyboard('{Shift>}');
  await user.click(box(3));
  await user.keyboard('{/Shift}');
  within(await bar()).getByText('3 invoices selected');
  await user.click(box(2));
  screen.getByText('2 invoices selected');
  await user.click(screen.getByRole('checkbox', { name: 'All invoices on this page' }));
  await user.click(screen.getByRole('button', { name: 'Select All 40 Matching' }));
  screen.getByText('All 40 invoices selected');
  await user.click(screen.getByRole('button', { name: 'Recurring Only' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected invoices' })).toBeNull());
});

it('voids all of the list after a preview, and a confirmation with the count and the balance', async () => {
  const user = await open('/crm/payments?account=BFS&pending=true');
  await user.click(box(1));
  await user.click(
    await screen.findByRole('button', { name: 'Select All 40 Matching' }, { timeout: 20_000 }),
  );
  await chooseAction(user, 'Void Invoices');
  const dialog = within(await screen.findByRole('dialog', { name: 'Void Invoices' }));
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await dialog.findByText('2 invoices will be voided. 1 invoice will not; the reasons are below.');
  await dialog.findByText('A paid invoice cannot be voided.');
  expect(server.calls(operations.createOperation)[0]?.body).toEqual({
    action: { kind: 'void_invoice', params: {} },
    selection: { all_invoices: { account: 'BFS', pending_payment: 'true' } },
  });
  await user.click(dialog.getByRole('button', { name: 'Void 2 invoices' }));
  const confirm = within(await screen.findByRole('dialog', { name: 'Void 2 invoices?' }));
  confirm.getByText(/^2 invoices with a balance of \$157\.00 will be voided\. This cannot be undone\./);
  expect(server.calls(operations.runOperation)).toHaveLength(0);
  current = { ...DRAFT, state: 'done', counts: { ...COUNTS, pending: 0, changed: 2 } };
  server.reply(operations.runOperation, () => ({ success: true as const, data: current }));
  await user.click(confirm.getByRole('button', { name: 'Yes, Void 2 invoices' }));
  await dialog.findByText('2 invoices voided.');
  expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
  const closing = dialog.getAllByRole('button', { name: 'Close' });
  await user.click(closing.at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected invoices' })).toBeNull());
});

it('sends only after a preview and a confirmation', async () => {
  current = { ...DRAFT, action: { kind: 'send_invoice', params: {} } };
  const user = await open();
  await user.click(box(1));
  await chooseAction(user, 'Send Invoices');
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Invoices' }));
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await dialog.findByText('2 invoices will be sent. 1 invoice will not; the reasons are below.');
  await user.click(dialog.getByRole('button', { name: 'Send 2 invoices' }));
  const confirm = within(await screen.findByRole('dialog', { name: 'Send 2 invoices?' }));
  confirm.getByText(/^2 invoices with a balance of \$157\.00 will be sent\. Each client receives an email/);
  expect(server.calls(operations.runOperation)).toHaveLength(0);
});

it('shows that sending waits for the payment provider, and can be stopped', async () => {
  const waiting = { since: '2026-11-20T15:00:00.000Z', until: '2026-11-20T19:00:00.000Z' };
  current = { ...DRAFT, state: 'running', action: { kind: 'send_invoice', params: {} }, waiting };
  server.reply(operations.stopOperation, () => {
    current = { ...current, waiting: null, counts: { ...COUNTS, pending: 0, skipped: 2 } };
    return { success: true as const, data: current };
  });
  renderApp('/crm/bulk-actions/7');
  await screen.findByText('Waiting for the payment provider');
  screen.getByText(
    /^The payment provider has not accepted an invoice since Nov 20, 2026, .* are not sent\.$/,
  );
  expect(screen.queryByText(/^Sending invoices/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await screen.findByText(/^Sending invoices at/);
  expect(screen.queryByText('Waiting for the payment provider')).toBeNull();
});

it('shows the reasons for the invoices that would not change', async () => {
  current = { ...DRAFT, counts: { ...COUNTS, pending: 0, skipped: 2 } };
  const user = await open();
  await user.click(box(1));
  await chooseAction(user, 'Void Invoices');
  const dialog = within(await screen.findByRole('dialog', { name: 'Void Invoices' }));
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await dialog.findByText('None of the selected invoices can be voided. The reasons are below.');
  await user.click(dialog.getByRole('button', { name: /^Skipped ?2$/ }));
  const shown = () => server.calls(operations.listOperationItems).map(({ query }) => query.get('show'));
  await waitFor(() => expect(shown()).toEqual(['rejected', 'skipped']));
});

it('exports the selected invoices', async () => {
  server.replyError(exportInvoices, 'unavailable', 'Try again later.');
  const user = await open();
  await user.click(box(2));
  await chooseAction(user, 'Export CSV');
  await screen.findByText('Try again later.');
  expect(server.calls(exportInvoices)[0]?.body).toEqual({ ids: [2] });
});

it('selects invoices on phones after Select Invoices, until it is cancelled', async () => {
  setWidth(390);
  serveInvoices(server, [anInvoice(1), anInvoice(2)]);
  renderApp('/crm/payments');
  const user = userEvent.setup();
  await screen.findByRole('button', { name: 'Actions for INV-1001' });
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Select Invoices' }));
  await user.click(box(1));
  await screen.findByText('1 invoice selected', undefined, { timeout: 20_000 });
  await user.click(screen.getByRole('button', { name: 'Cancel Selection' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
  await waitFor(() => expect(screen.queryByText(/ selected$/)).toBeNull());
});
