import { Portal } from '@mantine/core';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderRouted } from '../../testing/render-routed.tsx';
import { type Column, DataTable } from './data-table.tsx';

const COLUMNS: readonly Column<number>[] = [
  { id: 'name', header: 'Name', cell: (row) => `Row ${row}` },
  {
    id: 'more',
    header: 'More',
    cell: (row) => (
      <>
        <label htmlFor="box">Label</label>
        <input id="box" />
        <Portal>
          <p>Over row {row}</p>
        </Portal>
      </>
    ),
  },
];

test('opens a row by a click on it, but not on its label, on an overlay or next to its checkbox', async () => {
  const router = renderRouted(
    <DataTable
      columns={COLUMNS}
      rows={[1]}
      rowId={(row) => row}
      rowLink={() => ({ to: '/crm/clients' })}
      selection={{ chosen: [], onChoose: () => undefined, allLabel: 'All', labelOf: () => 'Select' }}
    />,
  );
  await userEvent.click(await screen.findByText('Label'));
  await userEvent.click(screen.getByText('Over row 1'));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select' }).closest('td') ?? document.body);
  expect(router.state.location.pathname).toBe('/');
  await userEvent.click(screen.getByText('Row 1'));
  expect(router.state.location.pathname).toBe('/crm/clients');
});
