import {
  type Bundle,
  createBundle,
  deleteBundle,
  listBundles,
  updateBundle,
} from '@ledgerline/contract/bundles/endpoints';
import { listTemplates } from '@ledgerline/contract/templates/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { aTemplate } from '../../testing/templates.ts';
import { BundlesDialog } from './bundles-dialog.tsx';

const medicare: Bundle = {
  id: 1,
  name: 'Medicare',
  last_used_at: null,
  templates: [
    { form_id: 1, name: 'Scope', problem: null, is_archived: false },
    { form_id: null, name: 'Old Notice', problem: 'the template was deleted', is_archived: false },
  ],
};
const templates = [
  aTemplate({ id: 1, form_name_agent: 'Scope' }),
  aTemplate({ id: 2, form_name_agent: 'Welcome' }),
];
let server: FakeServer;
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockClear();
  server = fakeServer()
    .reply(listBundles, { success: true, bundles: [medicare] })
    .reply(listTemplates, { success: true, forms: templates });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function open() {
  renderPart(<BundlesDialog opened onClose={onClose} />);
  await screen.findByText('Medicare');
}

async function openForm(button: string, title: string) {
  await open();
  await press(button);
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await dialog.findByLabelText('Bundle name');
  return dialog;
}

async function choose(dialog: Awaited<ReturnType<typeof openForm>>, form: string) {
  await userEvent.type(dialog.getByRole('combobox', { name: 'Forms' }), form);
  await userEvent.click(await screen.findByRole('option', { name: form }));
}

describe('Bundles', () => {
  it('lists bundles with their forms and problems', async () => {
    await open();
    screen.getByText('Scope, Old Notice');
    screen.getByText('“Old Notice” is left out: the template was deleted.');
  });

  it('shows the empty state and the load error', async () => {
    server.reply(listBundles, { success: true, bundles: [] });
    const { unmount } = renderPart(<BundlesDialog opened onClose={onClose} />);
    await screen.findByText('No bundles yet');
    unmount();
    server.replyError(listBundles, 'not_allowed', 'Not for you.');
    renderPart(<BundlesDialog opened onClose={onClose} />);
    await screen.findByText('The bundles could not be loaded');
  });

  it('requires a unique name and a form', async () => {
    const dialog = await openForm('New Bundle', 'New Bundle');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    dialog.getByText('Please enter a bundle name');
    dialog.getByText('Please choose at least one form');
    await userEvent.type(dialog.getByLabelText('Bundle name'), ' MEDICARE');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    dialog.getByText('A bundle with this name already exists');
    expect(server.calls(createBundle)).toHaveLength(0);
  });

  it('saves a new bundle and returns to the list', async () => {
    server.reply(createBundle, { success: true, id: 2, bundle: { ...medicare, id: 2, name: 'Life' } });
    const dialog = await openForm('New Bundle', 'New Bundle');
    await userEvent.type(dialog.getByLabelText('Bundle name'), ' Life ');
    await choose(dialog, 'Welcome');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New Bundle' })).toBeNull());
    expect(server.calls(createBundle)[0]?.body).toEqual({ name: 'Life', form_ids: [2] });
    expect(onClose).not.toHaveBeenCalled();
  });

  it('updates a bundle, without its deleted template', async () => {
    server.reply(updateBundle, { success: true, bundle: medicare });
    const dialog = await openForm('Edit Medicare', 'Edit Bundle');
    dialog.getByText(/“Old Notice” was deleted. Saving removes it from the bundle/);
    await choose(dialog, 'Welcome');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.calls(updateBundle)[0]?.body).toEqual({ name: 'Medicare', form_ids: [1, 2] }),
    );
  });

  it('keeps the input and shows the reason when saving fails', async () => {
    const message = 'A bundle with this name already exists';
    server.replyError(createBundle, 'duplicate', message, { fields: [{ path: 'name', message }] });
    const dialog = await openForm('New Bundle', 'New Bundle');
    await userEvent.type(dialog.getByLabelText('Bundle name'), 'Life');
    await choose(dialog, 'Scope');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText(message);
    expect(dialog.getByLabelText<HTMLInputElement>('Bundle name').value).toBe('Life');
  });

  it('confirms before deleting and shows a failure', async () => {
    server.replyError(deleteBundle, 'not_allowed', 'Not for you.');
    await open();
    await press('Delete Medicare');
    const question = within(await screen.findByRole('dialog', { name: 'Delete Bundle' }));
    question.getByText('Delete “Medicare”? Its forms and the sessions started with it are not affected.');
    expect(server.calls(deleteBundle)).toHaveLength(0);
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await question.findByText('Failed to delete bundle. Not for you.');
    server.reply(deleteBundle, { success: true });
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete Bundle' })).toBeNull());
  });
});
