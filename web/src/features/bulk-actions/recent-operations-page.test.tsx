import { listOperations, type Operation } from '@ledgerline/contract/bulk-actions/endpoints';
import { listMerges } from '@ledgerline/contract/clients/merging/endpoints';
import { listImports } from '@ledgerline/contract/imports/endpoints';
import { screen, within } from '@testing-library/react';
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

const aServer = (operations: Operation[], merges = [MERGE]) =>
  fakeServer()
    .reply(listOperations, { success: true, data: operations })
    .reply(listMerges, { success: true, data: merges, clients: [] })
    .reply(listImports, { success: true, data: [] });

describe('recent operations', () => {
  it('lists all kinds, newest first, with who, how many, and their state', async () => {
    aServer([{ ...EDIT, id: 3, created_at: ago(31) }, EDIT, UNDONE]);
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

  it('promises no undo of an action that changed nothing', async () => {
    const counts = { ...EDIT.counts, changed: 0, rejected: 300 };
    aServer([{ ...EDIT, counts, can_undo: false, undo_until: null }], []);
    renderApp('/crm/operations');
    const entry = (await screen.findByText('Change 1,200 values in the ledger')).closest('li');
    expect(entry?.textContent).toMatch(/0 clients.*Nothing was changed$/);
  });

  it('says what will appear', async () => {
    aServer([], []);
    renderApp('/crm/operations');
    await screen.findByText('No operations in the last 30 days');
  });

  it('says what could not be loaded', async () => {
    aServer([]).replyError(listOperations, 'internal', 'No connection.');
    renderApp('/crm/operations');
    await screen.findByText(/Couldn’t load recent operations/);
  });
});
