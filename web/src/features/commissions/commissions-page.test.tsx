import * as endpoints from '@ledgerline/contract/commissions/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { type ListedPolicy, listPolicies } from '@ledgerline/contract/policies/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';

beforeEach(() => {
  signInAs({ is_owner: true });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const STATEMENT: endpoints.CommissionStatement = {
  ...{ id: 4, carrier: 'Oscar', month: '2026-10', file_name: 'oscar.csv', agent_name: 'Olivia Owner' },
  ...{ created_at: '2026-11-20T12:00:00.000Z', line_count: 2, total_cents: 3500, stated_total_cents: 3600 },
};
const POLICY = {
  ...{ id: 5, client_id: 7, client_name: 'Ana Ruiz', carrier: 'Oscar', plan_name: 'Silver 1' },
  policy_number: '••••9876',
};
const LINE = { id: 8, row_number: 2, amount_cents: 1700, period: null, paid_on: null, number: '', name: '' };
const UNDER: endpoints.StatementRow = {
  ...{
    kind: 'policy',
    id: 5,
    policy: POLICY,
    lines: [LINE],
    result: 'under',
    expected_cents: 1800,
    paid_cents: 1700,
  },
  ...{ candidates: [], resolved: null },
};
const UNKNOWN: endpoints.StatementRow = {
  ...{ kind: 'line', id: 9, policy: null },
  ...{ lines: [{ ...LINE, id: 9, row_number: 3, number: 'N-9', name: 'Nina Nova' }] },
  ...{ result: 'unknown', expected_cents: null, paid_cents: 1800, candidates: [], resolved: null },
};
const PREVIEW: ReplyOf<typeof endpoints.previewCommissionStatement> = {
  ...{ success: true, sheets: [{ name: '', problem: null }], sheet: 0, header_row: 1 },
  head: [{ row_number: 1, cells: ['Number', 'Pay'] }],
  headers: ['Number', 'Pay'],
  columns: { number: 0, name: null, amount: null, period: null, paid_on: null },
  ...{ sample: [], line_count: 0, total_cents: 0, stated_total_cents: null, skipped: [] },
  problems: ['Choose the column with the amount.'],
};

const aServer = (rows = [UNDER, UNKNOWN], statements = [STATEMENT]) =>
  fakeServer()
    .reply(endpoints.listCommissionStatements, { success: true, statements })
    .reply(endpoints.listCommissionRates, { success: true, rates: [], carriers: ['Oscar'] })
    .reply(endpoints.getCommissionStatement, {
      ...{ success: true, statement: STATEMENT, expected_cents: 1800, counts: { under: 1, unknown: 1 } },
      not_known: { rows: 1, paid_cents: 1800 },
      ...{ rows, total: rows.length },
    });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the statements', () => {
  it('have an empty state, which offers the import only to owners', async () => {
    aServer([], []);
    const { router } = renderApp('/crm/commissions');
    await screen.findByText('No statements yet');
    signInAs();
    await router.navigate({ to: '/crm/today' });
    await router.navigate({ to: '/crm/commissions' });
    await screen.findByText(/^Statements of the carriers of your policies/);
    expect(screen.queryByRole('button', { name: 'Import Statement' })).toBeNull();
  });

  it('are imported after a preview; a rejected one stays open with its error', async () => {
    const server = aServer();
    server.reply(endpoints.previewCommissionStatement, PREVIEW);
    renderApp('/crm/commissions');
    await screen.findByRole('link', { name: 'Oscar, October 2026' });
    await userEvent.click(screen.getByRole('button', { name: 'Import Statement' }));
    const form = await dialog('Import Statement');
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    await userEvent.upload(input as HTMLInputElement, new File(['Number,Pay\n1,18'], 'oscar.csv'));
    form.getByText('Enter the carrier to read the file.');
    await userEvent.type(form.getByRole('combobox', { name: /^Carrier/ }), 'Oscar');
    await form.findByText('Choose the column with the amount.');
    expect(server.calls(endpoints.previewCommissionStatement)).toHaveLength(1);
    const send = () => form.getByRole<HTMLButtonElement>('button', { name: 'Import Statement' });
    expect(send().disabled).toBe(true);
    server.reply(endpoints.previewCommissionStatement, {
      ...PREVIEW,
      columns: { ...PREVIEW.columns, amount: 1 },
      sample: [{ row_number: 2, number: '1', name: '', amount_cents: 1800, period: null, paid_on: null }],
      ...{ line_count: 1, total_cents: 1800, stated_total_cents: 1900, problems: [] },
      skipped: [{ row_number: 3, reason: 'Totals row' }],
    });
    await userEvent.click(form.getByRole('combobox', { name: /^Amount/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Pay' }));
    await form.findByText('1 line, $18.00. Not imported: row 3 (totals row).');
    form.getByText('The total in the file is different');
    server.replyError(endpoints.importCommissionStatement, 'conflict', 'This file was already imported.');
    await userEvent.click(send());
    await form.findByText('This file was already imported.');
    server.reply(endpoints.importCommissionStatement, { success: true, id: 4 });
    await userEvent.click(send());
    await screen.findByRole('heading', { name: 'Oscar, October 2026' });
    const { query } = server.calls(endpoints.importCommissionStatement).at(-1) ?? {};
    expect(Object.fromEntries(new URLSearchParams(query))).toMatchObject({
      ...{ carrier: 'Oscar', sheet: '0', header_row: '1', number: '0', name: '-1', amount: '1' },
      ...{ period: '-1', paid_on: '-1' },
    });
  });
});

describe('a statement', () => {
  it('shows its figures, its results and the rows behind them', async () => {
    const server = aServer();
    renderApp('/crm/commissions/4');
    await screen.findByText('The total in the file is different');
    screen.getByText('1 row, $18.00');
    expect(screen.getAllByText('-$1.00')).toHaveLength(2);
    expect((await screen.findByRole('link', { name: 'Ana Ruiz' })).getAttribute('href')).toBe(
      '/crm/clients/7',
    );
    await userEvent.click(screen.getByRole('button', { name: /^Under ?1$/ }));
    await waitFor(() =>
      expect(server.calls(endpoints.getCommissionStatement).at(-1)?.query.get('view')).toBe('under'),
    );
  });

  it('has differences that are resolved with a note; a failed request leaves the dialog open', async () => {
    const server = aServer();
    renderApp('/crm/commissions/4');
    await userEvent.click(await screen.findByRole('button', { name: 'Open: Ana Ruiz, Under' }));
    const form = await dialog('Ana Ruiz');
    form.getByText('$17.00 paid, $18.00 expected');
    await userEvent.type(form.getByLabelText('Note'), 'Called Oscar');
    server.replyError(endpoints.resolveCommissionDifference, 'conflict', 'The amounts have changed.');
    await userEvent.click(form.getByRole('button', { name: 'Mark as Resolved' }));
    await form.findByText('The amounts have changed.');
    server.reply(endpoints.resolveCommissionDifference, { success: true });
    await userEvent.click(form.getByRole('button', { name: 'Mark as Resolved' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(endpoints.resolveCommissionDifference).at(-1)?.body).toEqual({
      ...{ policy_id: 5, line_id: null, note: 'Called Oscar', expected_cents: 1800, paid_cents: 1700 },
    });
  });

  it('has lines that are matched to a searched policy', async () => {
    const server = aServer();
    server.reply(listPolicies, { success: true, policies: [], total: 0, open_renewals: 0 });
    renderApp('/crm/commissions/4');
    await userEvent.click(await screen.findByRole('button', { name: 'Open: Nina Nova, Unknown policy' }));
    const form = await dialog('Nina Nova');
    await userEvent.type(form.getByLabelText('Search policies'), 'nova{Enter}');
    await form.findByText('No matching policies.');
    expect(server.calls(listPolicies).at(-1)?.query.get('q')).toBe('nova');
  });

  it('has matched lines that are matched again to another policy', async () => {
    const server = aServer();
    const other: ListedPolicy = {
      ...{ ...POLICY, id: 6, client_name: 'Luis Soto', line: 'health', plan_type: '', status: 'active' },
      ...{ effective_date: null, end_date: null, premium_cents: null, subsidy_cents: null },
      ...{ agent_of_record_id: null, covered: [], covered_clients: [], documents: [], notes: '' },
      ...{ renewal_status: 'to_contact', lost_reason: '', next_policy_id: null },
      updated_at: '2026-11-20T12:00:00.000Z',
    };
    server.reply(listPolicies, { success: true, policies: [other], total: 1, open_renewals: 0 });
    server.reply(endpoints.matchCommissionLine, { success: true });
    renderApp('/crm/commissions/4');
    await userEvent.click(await screen.findByRole('button', { name: 'Open: Ana Ruiz, Under' }));
    const form = await dialog('Ana Ruiz');
    await userEvent.click(form.getByRole('button', { name: 'Match again: row 2' }));
    form.getByText('Row 2 of the file, $17.00. Choose another policy for this line.');
    await userEvent.type(form.getByLabelText('Search policies'), 'soto{Enter}');
    await userEvent.click(await form.findByRole('button', { name: /^Match to Luis Soto/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(endpoints.matchCommissionLine).at(-1)?.body).toEqual({ policy_id: 6 });
  });

  it('is deleted after a confirmation; a failed deletion can be repeated', async () => {
    const server = aServer();
    renderApp('/crm/commissions/4');
    await userEvent.click(await screen.findByRole('button', { name: 'Actions of the statement' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const confirm = await dialog('Delete Statement');
    server.replyError(endpoints.deleteCommissionStatement, 'not_found', 'Statement not found.');
    await userEvent.click(confirm.getByRole('button', { name: 'Delete' }));
    await confirm.findByText('The statement was not deleted. Statement not found.');
    server.reply(endpoints.deleteCommissionStatement, { success: true });
    await userEvent.click(confirm.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('heading', { name: 'Commissions' });
  });
});
