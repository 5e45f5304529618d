import {
  checkImport,
  confirmImportRow,
  getImport,
  type Import,
  type ImportRow,
  listImportRows,
  listImports,
  runImport,
  setImportLayout,
} from '@ledgerline/contract/imports/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';

const COUNTS = {
  created: 8,
  updated: 1,
  skipped: 2,
  refused: 3,
  warnings: 0,
  reverted: 0,
  kept: 0,
  unconfirmed: 0,
};

function anImport(changes: Partial<Import> = {}): Import {
  return {
    id: 5,
    kind: 'clients',
    file_name: 'clients.csv',
    state: 'uploaded',
    agent_id: 7,
    agent_name: 'Ada Byron',
    created_at: '2026-11-20T10:00:00.000Z',
    finished_at: null,
    headers: ['Name', 'E-mail', 'Mail 2'],
    sheets: [{ name: '', problem: null }],
    sheet: 0,
    header_row: 1,
    name_column: null,
    mapping: ['client_first_name', 'primary_email', null],
    match: ['email', 'phone', 'name_dob'],
    duplicates: 'skip',
    date_order: null,
    date_proofs: [null, null, null],
    row_count: 14,
    progress: { done: 14, total: 14 },
    counts: COUNTS,
    error: null,
    ...changes,
  };
}

function aRow(changes: Partial<ImportRow> = {}): ImportRow {
  return {
    row_number: 4,
    label: 'Ana Dias',
    plan: 'refused',
    outcome: null,
    client_id: null,
    findings: [
      {
        level: 'error',
        field: 'primary_email',
        message: 'Please enter a valid email address',
        value: 'ana@',
      },
    ],
    matches: [{ client_id: 9, row_number: null, name: 'Ana D.', by: ['email'] }],
    revert: null,
    to_confirm: [],
    confirmed: false,
    ...changes,
  };
}

async function openImport(
  changes: Partial<Import> = {},
  { address = '/crm/imports/5', row = {} }: { address?: string; row?: Partial<ImportRow> } = {},
) {
  sessionStorage.clear();
  signInAs();
  const server = fakeServer()
    .reply(getImport, {
      success: true,
      data: anImport(changes),
      sample: [['Ana', 'ana@example.com', '123-45-6789']],
      head: [
        { row_number: 1, cells: ['Client list', ''] },
        { row_number: 2, cells: ['Name', 'E-mail'] },
      ],
      findings: [],
    })
    .reply(listImports, { success: true, data: [] })
    .reply(listImportRows, {
      success: true,
      total: 1,
      data: [aRow(row)],
    });
  const app = renderApp(address);
  // The page is lazy-loaded with the first test.
  await screen.findByText('clients.csv');
  return { server, ...app, user: userEvent.setup() };
}

describe('the columns of a file', () => {
  test('show the matched fields; reassigning a field clears its column and masks its examples', async () => {
    const { user } = await openImport();
    expect(await screen.findByDisplayValue('Primary email')).toBeTruthy();
    expect(screen.getByText('2 of 3 columns will be imported.')).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'Field for “Mail 2”' }));
    await user.click(await screen.findByRole('option', { name: 'Primary email' }));
    expect(screen.getByRole('combobox', { name: 'Field for “E-mail”' })).toHaveProperty(
      'value',
      'Do not import',
    );
    expect(screen.getByText(/“E-mail” is no longer imported/)).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'Field for “Mail 2”' }));
    await user.click(await screen.findByRole('option', { name: 'SSN' }));
    expect(screen.queryByText('123-45-6789')).toBeNull();
  });

  test('can be split, and row and sheet can be chosen', async () => {
    const { user, server } = await openImport({
      sheets: [
        { name: 'Cover', problem: null },
        { name: 'List', problem: null },
      ],
      sheet: 1,
      header_row: 2,
    });
    const split = {
      headers: ['Name', 'E-mail', 'Mail 2', 'Name (first name)', 'Name (last name)'],
      mapping: [null, 'primary_email', null, 'client_first_name', 'client_last_name'] as Import['mapping'],
      name_column: 0,
    };
    server.reply(setImportLayout, { success: true, data: anImport({ ...split, header_row: 2, sheet: 1 }) });
    await user.click(await screen.findByRole('combobox', { name: 'Field for “Name”' }));
    await user.click(await screen.findByRole('option', { name: 'Full name (split into first and last)' }));
    await waitFor(() =>
      expect(server.calls(setImportLayout)[0]?.body).toEqual({ sheet: 1, header_row: 2, name_column: 0 }),
    );
    await user.click(await screen.findByRole('combobox', { name: 'Sheet' }));
    await user.click(await screen.findByRole('option', { name: 'Cover' }));
    await waitFor(() =>
      expect(server.calls(setImportLayout)[1]?.body).toEqual({ sheet: 0, header_row: null }),
    );
    await user.click(await screen.findByRole('combobox', { name: 'Header row' }));
    await user.click(await screen.findByRole('option', { name: 'Row 1: Client list' }));
    await waitFor(() => expect(server.calls(setImportLayout)[2]?.body).toMatchObject({ header_row: 1 }));
  });

  test('cannot continue without an identity field', async () => {
    const { user } = await openImport({ mapping: [null, null, 'notes'] });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(screen.getByRole('alert').textContent).toContain('rows without any of them are rejected');
  });
});

describe('the duplicates', () => {
  test('are matched only by imported columns, and a rejected check keeps the choices', async () => {
    const { user, server } = await openImport({}, { address: '/crm/imports/5?step=duplicates' });
    server.replyError(checkImport, 'wrong_state', 'This import can no longer be checked.');
    expect(await screen.findByRole('checkbox', { name: 'Phone' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('radio', { name: /Update the client/ }));
    await user.click(screen.getByRole('button', { name: 'Check File' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This import can no longer be checked.');
    expect(screen.getByRole('radio', { name: /Update the client/ })).toHaveProperty('ariaChecked', 'true');
    expect(server.calls(checkImport)[0]?.body).toEqual({
      mapping: ['client_first_name', 'primary_email', null],
      match: ['email'],
      duplicates: 'update',
      date_order: null,
    });
  });

  test('require the date format when the file is ambiguous', async () => {
    const { user, server } = await openImport(
      { mapping: ['client_first_name', 'primary_email', 'dob'], date_proofs: [null, null, 'either'] },
      { address: '/crm/imports/5?step=duplicates' },
    );
    server.replyError(checkImport, 'wrong_state', 'This import can no longer be checked.');
    await user.click(await screen.findByRole('button', { name: 'Check File' }));
    const problem = await screen.findByRole('alert');
    expect(problem.textContent).toBe('Choose the date format of this file.');
    // In the sticky footer, which would otherwise cover it.
    expect(screen.getByRole('button', { name: 'Check File' }).parentElement?.contains(problem)).toBe(true);
    expect(server.calls(checkImport)).toEqual([]);
    await user.click(screen.getByRole('radio', { name: /^Day first/ }));
    await user.click(screen.getByRole('button', { name: 'Check File' }));
    await waitFor(() => expect(server.calls(checkImport)[0]?.body).toMatchObject({ date_order: 'dmy' }));
  });
});

describe('the findings', () => {
  test('name the column, the value and the matched client, and filter by outcome in the URL', async () => {
    const { user, server, router } = await openImport({ state: 'checked' });
    const row = within(await screen.findByRole('row', { name: /Ana Dias/ }));
    expect(row.getByText(/E-mail/).textContent).toBe('E-mail: ');
    expect(row.getByText(/“ana@”/)).toBeTruthy();
    expect(row.getByRole('link', { name: 'Ana D.' }).getAttribute('href')).toBe('/crm/clients/9');
    await user.click(screen.getByRole('button', { name: '3 Rejected' }));
    await waitFor(() => expect(server.calls(listImportRows).at(-1)?.query.get('filter')).toBe('refused'));
    expect(router.state.location.search).toEqual({ rows: 'refused' });
  });

  test('let one row replace the client’s identity, and show why it cannot', async () => {
    const { user, server } = await openImport(
      { state: 'checked', counts: { ...COUNTS, unconfirmed: 1 } },
      { row: { plan: 'skipped', to_confirm: ['name', 'ssn'] } },
    );
    server.replyError(confirmImportRow, 'wrong_state', 'This row needs no confirmation.');
    expect(await screen.findByRole('button', { name: '1 To confirm' })).toBeTruthy();
    const box = await screen.findByRole('checkbox', { name: /Replace the client’s name and SSN/ });
    await user.click(box);
    expect((await screen.findByRole('alert')).textContent).toBe('This row needs no confirmation.');
    expect(server.calls(confirmImportRow)[0]?.body).toEqual({ row_number: 4, confirmed: true });
    expect(box).toHaveProperty('checked', false);
  });

  test('are confirmed with counts before anything is written', async () => {
    const { user, server } = await openImport({ state: 'checked' });
    server.reply(runImport, { success: true, data: anImport({ state: 'running' }) });
    await user.click(await screen.findByRole('button', { name: 'Import 9 rows' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import “clients.csv”?' }));
    expect(
      dialog.getByText(/8 clients will be created and 1 client will be updated\. 2 rows will be skipped/),
    ).toBeTruthy();
    expect(server.calls(runImport)).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Import 9 rows' }));
    await waitFor(() => expect(server.calls(runImport)).toHaveLength(1));
  });
});

describe('a running import', () => {
  test('shows progress with counts', async () => {
    await openImport({ state: 'running', progress: { done: 7, total: 14 } });
    expect(await screen.findByText('7 of 14 rows · 50%')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Importing…' }).getAttribute('aria-valuenow')).toBe('50');
  });

  test('shows its result without live events', async () => {
    const { server } = await openImport({ state: 'running' });
    expect(screen.getByText('Importing…')).toBeTruthy();
    server.reply(getImport, {
      success: true,
      data: anImport({ state: 'done' }),
      sample: [],
      head: [],
      findings: [],
    });
    expect(await screen.findByText('Import finished')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Revert Import' })).toBeTruthy();
  });
});
