import { listFolders } from '@ledgerline/contract/folders/endpoints';
import { getGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { listTemplates } from '@ledgerline/contract/templates/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { formsServer, openTemplates } from '../../features/templates/testing/open-forms.ts';
import { aFolder, aSigningTemplate } from '../../features/templates/testing/templates.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { someSettings } from '../../testing/settings.ts';

const templates = [
  aSigningTemplate({ id: 1, form_name_agent: 'Old', folder_id: 2, created_at: '2026-01-01T00:00:00Z' }),
  aSigningTemplate({
    id: 2,
    form_name_agent: 'New',
    form_link_id: 'new',
    created_at: '2026-05-01T00:00:00Z',
  }),
];
const folders = [
  aFolder({ id: 1, label: 'Life', priority: 2 }),
  aFolder({ id: 2, label: 'Health', priority: 1, forms_count: 1 }),
];

const manage = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'More Options' }));
  return screen.findByRole('dialog', { name: 'Manage Forms' });
};

describe('the forms area', () => {
  it('has both tabs, and Manage Templates leads to the templates in manage mode', async () => {
    formsServer({ templates, folders });
    const { router } = renderApp('/crm/forms');
    await userEvent.click(await screen.findByRole('button', { name: 'Manage Templates' }));
    await screen.findByRole('button', { name: 'More Options' });
    expect(router.state.location.search).toMatchObject({ view: 'templates' });
    expect(screen.getByRole('tab', { name: 'Form Templates' }).getAttribute('aria-selected')).toBe('true');
    screen.getByRole('tab', { name: 'All Client Forms' });
    expect(screen.queryByRole('button', { name: 'Manage Templates' })).toBeNull();
  });

  it.each([
    ['Folders', 'Manage Folders'],
    ['Sort', 'Sort Forms'],
    ['Bundles', 'Bundles'],
    ['Library', 'Template Library'],
    ['Settings', 'Global Form Settings'],
    ['New Template', 'Add New Form'],
  ])('offers %s in one click', async (name, title) => {
    formsServer({ templates, folders });
    await openTemplates();
    await userEvent.click(screen.getByRole('button', { name }));
    await screen.findByRole('dialog', { name: title });
  });

  it('switches between folders and dates without losing the search', async () => {
    formsServer({ templates, folders });
    const { router } = await openTemplates('&q=new');
    await userEvent.click(await screen.findByRole('radio', { name: 'By date' }));
    await screen.findByRole('heading', { name: 'Forms by date' });
    expect(router.state.location.search).toEqual({ view: 'templates', order: 'date', q: 'new' });
    await userEvent.click(screen.getByRole('radio', { name: 'By folder' }));
    await screen.findByRole('region', { name: 'Ungrouped' });
  });

  it('shows Loading forms while they load', async () => {
    formsServer().respond(listTemplates, () => new Promise(() => undefined));
    await openTemplates();
    await screen.findByText('Loading forms');
  });

  it('shows folders by priority with counts, Ungrouped last, and collapses them', async () => {
    formsServer({ templates, folders });
    await openTemplates();
    await screen.findByRole('region', { name: 'Health' });
    expect(screen.getAllByRole('button', { expanded: true }).map(({ textContent }) => textContent)).toEqual([
      'Health1 form',
      'Life0 forms',
      'Ungrouped1 form',
    ]);
    await userEvent.click(screen.getByRole('button', { name: /^Health/ }));
    expect(screen.getByRole('button', { name: /^Health/ }).getAttribute('aria-expanded')).toBe('false');
  });

  it('shows search results in a collapsed folder, and collapses it again', async () => {
    formsServer({ templates, folders });
    await openTemplates();
    const health = async () => screen.findByRole('button', { name: /^Health/ });
    await userEvent.click(await health());
    await userEvent.type(screen.getByLabelText('Search form templates'), 'old');
    expect((await health()).getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect((await health()).getAttribute('aria-expanded')).toBe('false');
  });

  it.each(['new', 'old', 'nonsense'])('keeps groups collapsed through a search for %s', async (search) => {
    formsServer({ templates, folders });
    await openTemplates();
    const folded = () =>
      screen
        .queryAllByRole('button', { expanded: false, name: /forms?$/ })
        .map(({ textContent }) => textContent);
    for (const name of [/^Health/, /^Ungrouped/])
      await userEvent.click(await screen.findByRole('button', { name }));
    await userEvent.type(screen.getByLabelText('Search form templates'), search);
    expect(folded()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(folded()).toEqual(['Health1 form', 'Ungrouped1 form']);
  });

  it('shows the results of the next search, even in a group collapsed before', async () => {
    formsServer({ templates, folders });
    await openTemplates();
    const box = await screen.findByLabelText('Search form templates');
    await userEvent.type(box, 'ol');
    await userEvent.click(screen.getByRole('button', { name: /^Health/ }));
    screen.getByRole('button', { name: /^Health/, expanded: false });
    await userEvent.type(box, 'd');
    screen.getByRole('button', { name: /^Health/, expanded: true });
  });

  it('opens the editor by a click on a row, not by selecting its text', async () => {
    formsServer({ templates, folders });
    await openTemplates();
    const link = await screen.findByTitle('new');
    const selection = vi.spyOn(window, 'getSelection');
    selection.mockReturnValue({ ...document.createRange(), toString: () => 'new' } as never);
    await userEvent.click(link);
    expect(screen.queryByRole('dialog')).toBeNull();
    selection.mockRestore();
    await userEvent.click(link);
    await screen.findByRole('dialog', { name: 'Edit Form Details' });
  });

  it('shows No Global Forms Found when there are none, and offers the first step', async () => {
    formsServer({ templates: [], folders: [] });
    await openTemplates();
    await screen.findByText('No Global Forms Found');
    await userEvent.click(screen.getByRole('button', { name: 'Add New Form' }));
    await screen.findByRole('dialog', { name: 'Add New Form' });
  });

  it('offers a retry when the forms could not be loaded', async () => {
    const server = formsServer({ templates, folders }).replyError(listFolders, 'not_found', 'Gone.');
    await openTemplates();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    server.reply(listFolders, { success: true, data: folders, folders });
    await userEvent.click(again);
    await screen.findByRole('region', { name: 'Ungrouped' });
  });

  it('searches names and stores the search in the URL', async () => {
    formsServer({ templates, folders });
    const { router } = await openTemplates();
    await userEvent.type(await screen.findByLabelText('Search form templates'), 'old');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'New' })).toBeNull());
    screen.getByRole('button', { name: 'Old' });
    await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'old' }));
    await userEvent.type(screen.getByLabelText('Search form templates'), ' nonsense');
    await screen.findByText('No forms found');
  });
});

describe('Manage Forms', () => {
  it('offers the entries of the specification, and closes', async () => {
    formsServer({ templates, folders });
    await openTemplates();
    const dialog = await manage();
    for (const name of [
      'List Forms By Date',
      'List of Form Templates',
      'Add Document',
      'Sync Templates',
      'Template Library',
      'Add New Folder',
      'Manage Folders',
      'Sort Forms',
      'Change Settings',
    ])
      within(dialog).getByRole('button', { name });
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) ?? dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('hides the library when an external provider stores the templates', async () => {
    formsServer({ templates, folders }).reply(getGlobalSettings, {
      success: true,
      data: someSettings({ has_template_library: false }),
    });
    await openTemplates();
    const dialog = await manage();
    await waitFor(() =>
      expect(within(dialog).queryByRole('button', { name: 'Template Library' })).toBeNull(),
    );
    within(dialog).getByRole('button', { name: 'Sync Templates' });
  });

  it('lists the forms by date, newest first, and by folder again', async () => {
    formsServer({ templates, folders });
    const { router } = await openTemplates();
    await userEvent.click(within(await manage()).getByRole('button', { name: 'List Forms By Date' }));
    await screen.findByRole('heading', { name: 'Forms by date' });
    const rows = screen
      .getAllByRole('listitem')
      .filter(({ textContent }) => textContent?.includes('DocuSign'));
    expect(rows.map(({ textContent }) => textContent?.slice(0, 3))).toEqual(['New', 'Old']);
    expect(router.state.location.search).toMatchObject({ view: 'templates', order: 'date' });
    await userEvent.click(within(await manage()).getByRole('button', { name: 'List of Form Templates' }));
    await screen.findByRole('region', { name: 'Health' });
  });
});
