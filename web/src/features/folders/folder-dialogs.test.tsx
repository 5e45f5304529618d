import {
  createFolder,
  deleteFolder,
  type Folder,
  listFolders,
  renameFolder,
  sortFolders,
} from '@ledgerline/contract/folders/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { layOutRows } from '../../testing/rows.ts';
import { AddFolderDialog } from './add-folder-dialog.tsx';
import { ManageFoldersDialog } from './manage-folders-dialog.tsx';

const life: Folder = { id: 1, label: 'Life', priority: 1, forms_count: 2 };
const health: Folder = { id: 2, label: 'Health', priority: 2, forms_count: 0 };
const folders = [life, health];
let server: FakeServer;
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockClear();
  server = fakeServer().reply(listFolders, { success: true, data: folders, folders });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('Add New Folder', () => {
  async function add(name: string) {
    renderPart(<AddFolderDialog opened onClose={onClose} />);
    await waitFor(() => expect(server.calls(listFolders)).toHaveLength(1));
    if (name) await userEvent.type(await screen.findByLabelText('Folder name'), name);
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  }

  it.each([
    ['', 'Please enter a folder name'],
    ['   ', 'Please enter a folder name'],
    [' LIFE ', 'A folder with this name already exists'],
  ])('rejects %j: %s', async (name, message) => {
    await add(name);
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(server.calls(createFolder)).toHaveLength(0);
  });

  it('saves the trimmed name and closes', async () => {
    server.reply(createFolder, { success: true, id: 3, data: life, folder: life });
    await add('  Advice ');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(server.calls(createFolder)[0]?.body).toEqual({ label: 'Advice' });
  });

  it('shows an error when saving fails', async () => {
    server.replyError(createFolder, 'wrong_state', 'No.');
    await add('Advice');
    await screen.findByText('Failed to save folder. Please try again.');
  });

  it('shows the server’s message when the name is taken', async () => {
    server.replyError(createFolder, 'duplicate', 'A folder with this name already exists');
    await add('Advice');
    await screen.findByText('A folder with this name already exists');
  });
});

describe('Manage Folders', () => {
  async function open() {
    renderPart(<ManageFoldersDialog opened onClose={onClose} onAddFolder={vi.fn()} />);
    await screen.findByText('Life');
  }
  async function rename(to: string) {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Rename Life' }));
    const input = screen.getByLabelText('New name of Life');
    await userEvent.clear(input);
    await userEvent.type(input, `${to}{Enter}`);
  }

  it.each([
    [' ', 'Folder name cannot be empty'],
    ['HEALTH', 'A folder with this name already exists'],
  ])('rejects the new name %j: %s', async (name, message) => {
    await rename(name);
    await screen.findByText(message);
    expect(server.calls(renameFolder)).toHaveLength(0);
  });

  it('accepts the same name in another case', async () => {
    server.reply(renameFolder, { success: true, data: life, folder: life });
    await rename('LIFE');
    await screen.findByRole('button', { name: 'Rename Life' });
    expect(server.calls(renameFolder)[0]?.body).toEqual({ label: 'LIFE' });
  });

  it('shows an error when renaming fails', async () => {
    server.replyError(renameFolder, 'wrong_state', 'No.');
    await rename('Other');
    await screen.findByText('Failed to rename folder. Please try again.');
  });

  it('confirms before deleting a folder and says where its forms go', async () => {
    server.reply(deleteFolder, { success: true });
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Delete Life' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Folder' });
    within(dialog).getByText(/Its 2 forms move to Ungrouped/);
    expect(server.calls(deleteFolder)).toHaveLength(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.calls(deleteFolder)[0]?.path).toBe('/global-form-folders/1'));
  });

  it('stays open when Esc cancels a prompt or renaming inside it', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Delete Life' }));
    const question = await screen.findByRole('dialog', { name: 'Delete Folder' });
    await waitFor(() => expect(question.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    const back = screen.getByRole('button', { name: 'Delete Life' });
    await waitFor(() => expect(document.activeElement).toBe(back));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Rename Life' }));
    await userEvent.keyboard('{Escape}');
    await screen.findByRole('button', { name: 'Rename Life' });
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('shows an error when deleting fails', async () => {
    server.replyError(deleteFolder, 'wrong_state', 'No.');
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Delete Life' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Folder' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await within(dialog).findByText('Failed to delete folder. Please try again.');
  });

  async function moveLifeDown() {
    await open();
    layOutRows();
    screen.getByRole('button', { name: 'Move Life' }).focus();
    await userEvent.keyboard(' ');
    await screen.findByText(/(Picked up Life, |Life is over )position 1 of 2\./);
    await userEvent.keyboard('{ArrowDown}');
    await screen.findByText('Life is over position 2 of 2.');
    await userEvent.keyboard(' ');
  }

  it('moves a folder by keyboard, announces it and saves all positions from 1', async () => {
    server.reply(sortFolders, { success: true, data: folders, folders });
    await moveLifeDown();
    await screen.findByText('Life was dropped at position 2 of 2.');
    await waitFor(() =>
      expect(server.calls(sortFolders)[0]?.body).toEqual({
        priorities: [
          { id: 2, priority: 1 },
          { id: 1, priority: 2 },
        ],
      }),
    );
  });

  it('shows an error when the order cannot be saved', async () => {
    server.replyError(sortFolders, 'wrong_state', 'No.');
    await moveLifeDown();
    await screen.findByText('Failed to save folder order. Please try again.');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Life2 forms',
      'Health0 forms',
    ]);
  });
});
