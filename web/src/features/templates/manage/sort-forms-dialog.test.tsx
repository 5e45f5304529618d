import { listFolders } from '@ledgerline/contract/folders/endpoints';
import { listTemplates, sortTemplates } from '@ledgerline/contract/templates/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, renderPart } from '../../../testing/render-app.tsx';
import { layOutRows } from '../../../testing/rows.ts';
import { aFolder, aSigningTemplate } from '../testing/templates.ts';
import { SortFormsDialog } from './sort-forms-dialog.tsx';

const forms = [
  aSigningTemplate({ id: 1, form_name_agent: 'First', folder_id: 1, display_order: 1 }),
  aSigningTemplate({ id: 2, form_name_agent: 'Second', folder_id: 1, display_order: 2 }),
  aSigningTemplate({ id: 3, form_name_agent: 'Loose', folder_id: null }),
];

async function moveFirstDown(answer: (server: ReturnType<typeof fakeServer>) => void) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const folders = [aFolder()];
  const server = fakeServer()
    .reply(listTemplates, { success: true, forms })
    .reply(listFolders, { success: true, data: folders, folders });
  answer(server);
  renderPart(<SortFormsDialog opened onClose={vi.fn()} />);
  const handle = await screen.findByRole('button', { name: 'Move First' });
  layOutRows();
  handle.focus();
  await userEvent.keyboard(' ');
  await screen.findByText(/(Picked up First, |First is over )position 1 of 2\./);
  await userEvent.keyboard('{ArrowDown}');
  await screen.findByText('First is over position 2 of 2.');
  await userEvent.keyboard(' ');
  return server;
}

describe('Sort Forms', () => {
  it('shows the forms of one folder and stores their new order', async () => {
    const server = await moveFirstDown((fake) => fake.reply(sortTemplates, { success: true, data: [] }));
    await waitFor(() =>
      expect(server.calls(sortTemplates)[0]?.body).toEqual({ folder_id: 1, order: [2, 1] }),
    );
    await userEvent.selectOptions(screen.getByLabelText('Folder'), 'Ungrouped');
    await screen.findByRole('button', { name: 'Move Loose' });
  });

  it('shows that an order could not be stored, and reverts it', async () => {
    await moveFirstDown((fake) => fake.replyError(sortTemplates, 'wrong_state', 'No.'));
    await screen.findByText('Failed to save form order. Please try again.');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'FirstDocuSign',
      'SecondDocuSign',
    ]);
  });
});
