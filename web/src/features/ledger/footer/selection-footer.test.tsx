import { CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderRouted } from '../../../testing/render-routed.tsx';
import type { LedgerCalls } from '../api.ts';
import { LedgerSession } from '../store/ledger-session.ts';
import { SelectionFooter } from './selection-footer.tsx';

const VIEW: LedgerView = { status: 'all', sort: 'name', direction: 'asc' };
const FIELDS = CLIENT_FIELDS.filter(({ name }) => name === 'cigna');
const CLIENTS = Array.from({ length: 1200 }, (_, row) => row + 1);
const RANGE = { x: 0, y: 0, width: 1, height: CLIENTS.length };

it('keeps the focus when many clients are loaded, when that fails and when it succeeds', async () => {
  let answer = Promise.withResolvers<void>();
  const fetchRows: LedgerCalls['fetchRows'] = async (ids) => {
    await answer.promise;
    return ids.map((id) => [id, 1]);
  };
  const never = vi.fn();
  const calls = { fetchIndex: async () => CLIENTS, fetchRows };
  const session = new LedgerSession(
    { ...calls, saveCell: never, createRow: never, saveCells: never, findLikely: never },
    { failed: never, announced: never },
  );
  await session.open(VIEW);
  renderRouted(<SelectionFooter session={session} range={RANGE} fields={FIELDS} version={0} />);
  const user = userEvent.setup();

  const button = await screen.findByRole('button', { name: 'Load and Calculate' });
  await user.click(button);
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  expect(document.activeElement).toBe(button);

  await act(async () => answer.reject(new Error('no connection')));
  expect(await screen.findByRole('button', { name: 'Try Again', busy: false })).toBe(document.activeElement);

  answer = Promise.withResolvers();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Try Again', busy: true })).toBe(document.activeElement);
  await act(async () => answer.resolve());
  await vi.waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('1,200 filled'));
  expect(document.activeElement).not.toBe(document.body);
});
