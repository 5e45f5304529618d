import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ConfirmNumbersDialog } from '../../../domain/clients/confirm-numbers-dialog.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { renderPart } from '../../../testing/render-app.tsx';
import type { LedgerDialog } from '../store/ledger-dialogs.ts';
import { RejectedCellsDialog } from './rejected-cells-dialog.tsx';

const problem = (id: number, field: string, message = 'has 4 digits instead of 9') => ({
  id,
  row: null,
  field,
  message,
});

function show(cells: ReturnType<typeof problem>[]) {
  const body = { success: false, code: 'unconfirmed_number', details: { cells } } as const;
  const error = new ApiError(new Error('no'), 409, body);
  const [onConfirm, onClose] = [vi.fn(), vi.fn()];
  renderPart(<ConfirmNumbersDialog {...{ error, onConfirm, onClose }} />);
  return { onConfirm, onClose };
}

test('one confirmation counts all pasted numbers, equal problems as one sentence', async () => {
  const column = Array.from({ length: 1200 }, (_, at) => problem(at + 1, 'ssn'));
  const { onConfirm, onClose } = show([...column, problem(5, 'business_ein', 'has 1 digit instead of 9')]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Save 1,201 numbers anyway?' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'SSN has 4 digits instead of 9. (1,200 cells)',
    'Business EIN has 1 digit instead of 9.',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Save Anyway' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Go Back' }));
  expect([onConfirm, onClose].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('long lists are cut, and the rest is counted', async () => {
  show(Array.from({ length: 9 }, (_, at) => problem(1, 'ssn', `has ${at} digits instead of 9`)));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save 9 numbers anyway?' }));
  expect(dialog.getAllByRole('listitem')).toHaveLength(7);
  dialog.getByText('and 3 more');
});

test.each([
  [true, 1, '1 number was not confirmed'],
  [true, 2, '2 numbers were not confirmed'],
  [false, 1, '1 cell can’t be pasted'],
])('unconfirmed cells (%s, %s) are listed as “%s”', async (isUnconfirmed, count, name) => {
  const cells = Array.from({ length: count }, (_, at) => ({
    ...{ row: at, field: 'ssn' as const, text: '', message: 'has 4 digits instead of 9' },
  }));
  const dialog: LedgerDialog = {
    ...{ kind: 'rejected', cells, isUnconfirmed, others: 3 },
    ...{ pasteOthers: vi.fn(), cancel: vi.fn() },
  };
  renderPart(<RejectedCellsDialog dialog={dialog} />);
  await screen.findByRole('dialog', { name });
  screen.getByRole('button', { name: 'Paste the Other 3' });
});
