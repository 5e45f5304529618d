import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../../testing/render-app.tsx';
import { openLedger } from '../testing/fake-ledger.ts';
import { LedgerDialogs } from './ledger-dialogs.tsx';

test('the second of two conflicts starts with its own values, not with the choice of the first', async () => {
  const { session, state } = await openLedger();
  const settled: string[][] = [];
  const openConflict = (field: FieldName) =>
    state.openDialog({
      kind: 'conflict',
      cells: [{ id: 1, field, mine: 'Mine', theirs: 'Theirs', isLocked: false }],
      resolve: (mine) => {
        settled.push([...mine]);
        state.answered();
      },
      back: vi.fn(),
      backLabel: 'Back to Editing',
    });
  openConflict('address');
  openConflict('business_name');
  function Shown() {
    useSyncExternalStore(state.subscribe, state.version);
    return <LedgerDialogs session={session} onClosed={vi.fn()} />;
  }
  renderPart(<Shown />);
  const chooseMine = async () => {
    const dialog = await screen.findByRole('dialog', { name: 'This cell was changed by someone else' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep Mine' }));
  };
  await chooseMine();
  await chooseMine();
  expect(settled).toEqual([['1:address'], ['1:business_name']]);
});
