import type { Bundle } from '@ledgerline/contract/bundles/endpoints';
import { listBundles } from '@ledgerline/contract/bundles/endpoints';
import {
  archiveLibraryFile,
  type LibraryFile,
  listLibrary,
  restoreLibraryFile,
} from '@ledgerline/contract/signing/endpoints';
import { archiveTemplate, listTemplates, restoreTemplate } from '@ledgerline/contract/templates/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { formsServer, openTemplates } from './testing/open-forms.ts';
import { aSigningTemplate } from './testing/templates.ts';

const AT = '2026-11-20T15:00:00.000Z';
const plan = aSigningTemplate({ id: 1, form_name_agent: 'Plan' });
const old = aSigningTemplate({ id: 2, form_name_agent: 'Old Form', form_link_id: 'old', archived_at: AT });
const names = () =>
  screen.queryAllByRole('button', { name: /^(Plan|Old Form)$/ }).map((one) => one.textContent);
const show = (name: string) => userEvent.click(screen.getByRole('radio', { name }));

describe('archived templates', () => {
  it('are listed under Archived only, and can be restored there', async () => {
    const server = formsServer({ templates: [plan, old] });
    const { router } = await openTemplates();
    await screen.findByRole('button', { name: 'Plan' });
    expect(names()).toEqual(['Plan']);
    screen.getByText('1 form', { selector: '[role="status"]' });
    await show('Archived');
    await screen.findByRole('heading', { name: 'Archived forms' });
    expect(names()).toEqual(['Old Form']);
    expect(router.state.location.search).toMatchObject({ order: 'archived' });
    expect(screen.queryByRole('button', { name: 'Get Form Link: Old Form' })).toBeNull();
    server.reply(restoreTemplate, { success: true, form: { ...old, archived_at: null } });
    server.reply(listTemplates, { success: true, forms: [plan, { ...old, archived_at: null }] });
    await userEvent.click(screen.getByRole('button', { name: 'Restore Old Form' }));
    await screen.findByText('“Old Form” was restored.');
    await screen.findByText('No archived forms');
  });

  it('can be restored with Undo right after archiving', async () => {
    const server = formsServer({ templates: [plan] });
    server.reply(archiveTemplate, { success: true, form: { ...plan, archived_at: AT } });
    server.reply(restoreTemplate, { success: true, form: plan });
    await openTemplates();
    await userEvent.click(await screen.findByRole('button', { name: 'Archive Plan' }));
    await screen.findByText('“Plan” was archived.');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('“Plan” was restored.');
    expect(server.calls(restoreTemplate)).toHaveLength(1);
  });

  it('stay as they are when the call fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = formsServer({ templates: [plan] });
    server.replyError(archiveTemplate, 'not_found', 'Form not found.');
    await openTemplates();
    await userEvent.click(await screen.findByRole('button', { name: 'Archive Plan' }));
    await screen.findByText('Couldn’t archive “Plan”. Form not found.');
    expect(names()).toEqual(['Plan']);
  });

  it('are named in a bundle that still includes them, and stay selected when it is edited', async () => {
    const included = { form_id: 2, name: 'Old Form', problem: null, is_archived: true };
    const other = aSigningTemplate({ id: 3, form_name_agent: 'Hidden', form_link_id: 'h', archived_at: AT });
    const bundle: Bundle = { id: 9, name: 'Medicare', last_used_at: null, templates: [included] };
    formsServer({ templates: [plan, old, other] }).reply(listBundles, { success: true, bundles: [bundle] });
    await openTemplates();
    await userEvent.click(screen.getByRole('button', { name: 'Bundles' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Bundles' }));
    await dialog.findByText('“Old Form” is archived. The bundle still includes it.');
    await userEvent.click(dialog.getByRole('button', { name: 'Edit Medicare' }));
    const editor = within(await screen.findByRole('dialog', { name: 'Edit Bundle' }));
    await editor.findByText('Old Form (archived)');
    await userEvent.click(editor.getByRole('combobox', { name: 'Forms' }));
    await waitFor(() => screen.getByRole('option', { name: 'Plan' }));
    expect(screen.queryByRole('option', { name: /Hidden/ })).toBeNull();
  });
});

describe('archived files of the library', () => {
  it('are listed on request only, and restored with Undo', async () => {
    const file: LibraryFile = {
      id: 'a',
      name: 'Advisory Agreement',
      page_count: 2,
      signers: ['client'],
      checkboxes: 0,
      lists: 0,
      problem: null,
      is_archived: false,
    };
    const archived = { ...file, is_archived: true };
    const server = formsServer({ templates: [plan] }).reply(listLibrary, { success: true, files: [file] });
    await openTemplates();
    await userEvent.click(screen.getByRole('button', { name: 'Library' }));
    const archive = await screen.findByRole('button', { name: 'Archive Advisory Agreement' });
    server
      .reply(archiveLibraryFile, { success: true, file: archived })
      .reply(restoreLibraryFile, { success: true, file })
      .reply(listLibrary, { success: true, files: [archived] });
    await userEvent.click(archive);
    await screen.findByText('No files yet');
    const dialog = within(screen.getByRole('dialog', { name: 'Template Library' }));
    await userEvent.click(dialog.getByRole('radio', { name: 'Archived' }));
    dialog.getByRole('button', { name: 'Restore Advisory Agreement' });
    server.reply(listLibrary, { success: true, files: [file] });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('“Advisory Agreement” was restored.');
    await screen.findByText('No archived files');
  });
});
