import { listOperations, type Operation } from '@ledgerline/contract/bulk-actions/endpoints';
import { listMerges } from '@ledgerline/contract/clients/merging/endpoints';
import { type Import, listImports } from '@ledgerline/contract/imports/endpoints';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const EDIT: Operation = {
  ...{ id: 4, state: 'done', agent_id: 7, agent_name: 'Ada Byron', created_at: ago(2) },
  action: { kind: 'edit_cells', params: { operation: 'cells:x', values: 1200 } },
  counts: { total: 300, pending: 0, changed: 300, skipped: 0, rejected: 0, undone: 0, kept: 0 },
  ...{
    finished_at: ago(2),
    undo_until: ago(-28),
    can_undo: true,
    undone_at: null,
    undone_by: null,
    waiting: null,
  },
};
const UNDONE: Operation = {
  ...{ ...EDIT, id: 5, state: 'undone', created_at: ago(1), can_undo: false },
  ...{ undone_at: ago(1), undone_by: 'Bo Lee', counts: { ...EDIT.counts, undone: 298, kept: 2 } },
};
const MERGE = {
  ...{ id: 9, client_id: 1, client_name: 'Ana Ruiz', merged: [{ id: 2, name: 'Anna Ruiz' }], moved: {} },
  ...{ merged_by: 'Ada Byron', merged_at: ago(3), undone_at: null },
};

beforeEach(() => {
  signInAs();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const NO_ROWS = { warnings: 0, reverted: 0, kept: 0, unconfirmed: 0 };
const IMPORT: Import = {
  ...{
    id: 12,
    kind: 'clients',
    state: 'failed',
    file_name: 'july.csv',
    agent_id: 7,
    agent_name: 'Ada Byron',
  },
  ...{ created_at: ago(1), finished_at: null, headers: [], sheets: [], sheet: 0, header_row: 1, mapping: [] },
  ...{ name_column: null, match: [], duplicates: 'skip', date_order: null, date_proofs: [], row_count: 9 },
  progress: { done: 9, total: 9 },
  counts: { created: 0, updated: 0, skipped: 0, refused: 0, ...NO_ROWS },
  error: 'The server was restarted.',
};

const aServer = (operations: Operation[], merges = [MERGE], imports: Import[] = []) =>
  fakeServer()
    .reply(listOperations, { success: true, data: operations })
    .reply(listMerges, { success: true, data: merges, clients: [] })
    .reply(listImports, { success: true, data: imports });

describe('recent operations', () => {
  it('shows many in pages', async () => {
    aServer(Array.from({ length: 60 }, (_, at) => ({ ...EDIT, id: 100 + at })));
    renderApp('/crm/operations');
    await screen.findByText('1–50 of 61');
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    screen.getByText('51–61 of 61');
    screen.getByText('Merge Anna Ruiz into Ana Ruiz');
  });

  it('lists all kinds, newest first, with agent, count and state', async () => {
    aServer([{ ...EDIT, id: 3, created_at: ago(31), finished_at: ago(31) }, EDIT, UNDONE]);
    renderApp('/crm/operations');
    const list = (await screen.findByText('Merge Anna Ruiz into Ana Ruiz')).closest('ul') ?? document.body;
    const [undone, edit, merge, ...more] = within(list).getAllByRole('listitem');
    expect(more).toEqual([]);
    expect(undone?.textContent).toMatch(/Undone .* by Bo Lee, 2 clients not completely/);
    expect(edit?.textContent).toMatch(
      /Change 1,200 values in the ledger.*Ada Byron.*300 clients.*Can be undone until/,
    );
    const link = within(edit ?? list).getByRole('link');
    expect(link.getAttribute('href')).toBe('/crm/bulk-actions/4');
    expect(merge?.textContent).toMatch(/2 clients.*Can be undone until/);
  });

  it('offers no undo for an action that changed nothing', async () => {
    const counts = { ...EDIT.counts, changed: 0, rejected: 300 };
    aServer([{ ...EDIT, counts, can_undo: false, undo_until: null }], []);
    renderApp('/crm/operations');
    const entry = (await screen.findByText('Change 1,200 values in the ledger')).closest('li');
    expect(entry?.textContent).toMatch(/0 clients.*Nothing was changed$/);
  });

  it.each([
    { created: 0, state: /0 clients.*Stopped; can be continued$/ },
    { created: 1, state: /1 client.*Stopped; can be continued or reverted$/ },
  ])('offers the revert of a stopped import that wrote $created rows', async ({ created, state }) => {
    aServer([], [], [{ ...IMPORT, counts: { ...IMPORT.counts, created } }]);
    renderApp('/crm/operations');
    const entry = (await screen.findByText('Import “july.csv”')).closest('li');
    expect(entry?.textContent).toMatch(state);
  });

  it('lists what can still be undone, although it was created more than 30 days ago', async () => {
    const late = { created_at: ago(32), finished_at: ago(29) };
    const counts = { ...IMPORT.counts, created: 9 };
    aServer([{ ...EDIT, ...late, undo_until: ago(-1) }], [], [{ ...IMPORT, state: 'done', counts, ...late }]);
    renderApp('/crm/operations');
    const list = (await screen.findByText('Import “july.csv”')).closest('ul') ?? document.body;
    expect(within(list).getAllByText(/Can be (undone|reverted) until/)).toHaveLength(2);
  });

  it('shows an empty state', async () => {
    aServer([], []);
    renderApp('/crm/operations');
    await screen.findByText('No operations in the last 30 days');
  });

  it('shows a load error', async () => {
    aServer([]).replyError(listOperations, 'internal', 'No connection.');
    renderApp('/crm/operations');
    await screen.findByText(/Couldn’t load recent operations/);
  });
});
