import { FIELD_NAMES } from '@ledgerline/contract/clients/fields/catalog';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { expect, it, vi } from 'vitest';
import { renderRouted } from '../../../testing/render-routed.tsx';
import type { LedgerCalls } from '../api.ts';
import { LedgerSession } from '../store/ledger-session.ts';
import { LedgerCards } from './ledger-cards.tsx';

const VIEW: LedgerView = { status: 'all', sort: 'name', direction: 'asc' };

/** 60 clients, named by their number. */
async function openCards(view: LedgerView = VIEW) {
  const fetchRows = vi.fn<LedgerCalls['fetchRows']>(async (ids, fields = []) =>
    ids.map((id) => [
      id,
      ...fields.map((name) => {
        if (name === 'status') return 'lead';
        if (name === 'primary_phone') return '3055550100';
        if (name === 'primary_email') return 'ann@example.com';
        return name === 'client_first_name' ? `Ann ${id}` : null;
      }),
    ]),
  );
  const fetchIndex = async () => Array.from({ length: 60 }, (_, row) => row + 1);
  const never = vi.fn();
  const failed = vi.fn();
  const session = new LedgerSession(
    { fetchIndex, fetchRows, saveCell: never, createRow: never, saveCells: never, findLikely: never },
    { failed, announced: never },
  );
  await session.open(view);
  const onView = vi.fn();
  function Cards() {
    useSyncExternalStore(session.state.subscribe, session.state.version);
    return <LedgerCards session={session} view={view} onView={onView} />;
  }
  renderRouted(<Cards />);
  return { session, fetchRows, failed, onView, user: userEvent.setup() };
}

it('shows one client per card with the main fields, which opens the client', async () => {
  const { fetchRows } = await openCards();
  const card = await screen.findByRole('link', { name: /^Ann 7\b/ });
  expect(card.textContent).toBe('Ann 7Lead(305) 555-0100 · ann@example.com');
  expect(card.getAttribute('href')).toBe('/crm/clients/7');
  const fields = fetchRows.mock.calls[0]?.[1] ?? [];
  expect(fields).toHaveLength(6);
  expect(fields).toEqual(FIELD_NAMES.filter((name) => fields.includes(name)));
});

it('shows other pages, and returns to the page that was open', async () => {
  const { user, session } = await openCards();
  await screen.findByRole('link', { name: /^Ann 1\b/ });
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await screen.findByRole('link', { name: /^Ann 60\b/ });
  expect(screen.queryByRole('link', { name: /^Ann 1\b/ })).toBeNull();
  expect(session.firstRow).toBe(50);
  act(() => session.receive({ kind: 'clients', action: 'deleted', ids: [60], agent_id: 2 }, 0));
  expect(screen.queryByRole('link', { name: /^Ann 60\b/ })).toBeNull();
  expect(within(screen.getByRole('list', { name: 'Clients' })).getAllByRole('listitem')).toHaveLength(9);
});

it('sorts by any field in both directions', async () => {
  const { user, onView } = await openCards({ ...VIEW, sort: 'client_last_name' });
  const sort = await screen.findByRole('combobox', { name: 'Sort by' });
  expect((sort as HTMLInputElement).value).toBe('Name');
  await user.click(sort);
  await user.click(await screen.findByRole('option', { name: 'Date of birth' }));
  expect(onView).toHaveBeenCalledWith(expect.objectContaining({ sort: 'dob', direction: 'asc' }));
  await user.click(screen.getByRole('button', { name: 'Sort Descending' }));
  expect(onView).toHaveBeenCalledWith({ direction: 'desc' });
});

it('marks rows and cells that are not saved', async () => {
  const { session } = await openCards();
  await screen.findByRole('link', { name: /^Ann 1\b/ });
  act(() => {
    session.state.fail({ key: 1, field: 'address', typed: 'Main St', message: 'failed' });
    session.addRow();
    session.firstRow = 50;
    session.state.emit();
  });
  await screen.findByText(/New row that is not saved/);
  act(() => {
    session.firstRow = 0;
    session.state.emit();
  });
  expect(screen.getByRole('link', { name: /^Ann 1\b/ }).textContent).toContain('1 cell not saved.');
});

it('offers a retry for clients that could not be loaded', async () => {
  const { session, fetchRows, user, failed } = await openCards();
  await screen.findByRole('link', { name: /^Ann 1\b/ });
  fetchRows.mockRejectedValueOnce(new Error('no connection'));
  act(() => {
    session.state.rows.clear();
    session.receive({ kind: 'clients', action: 'updated', ids: [1], agent_id: 2 }, 0);
    session.state.emit();
  });
  await user.click(await screen.findByRole('button', { name: 'Try Again' }));
  await screen.findByRole('link', { name: /^Ann 1\b/ });
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  expect(failed).not.toHaveBeenCalled();
});
