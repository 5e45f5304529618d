import { listFolders } from '@ledgerline/contract/folders/endpoints';
import {
  createTemplate,
  listTemplates,
  type Template,
  uploadTemplateDocuments,
} from '@ledgerline/contract/templates/endpoints';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeUploads } from '../../../testing/fake-uploads.ts';
import { fakeServer, renderPart } from '../../../testing/render-app.tsx';
import { aFolder, aPreview, aSigningTemplate } from '../testing/templates.ts';
import { AddFormDialog } from './add-form-dialog.tsx';
import { NewGlobalFormDialog } from './new-global-form-dialog.tsx';

let server: FakeServer;
let onClose: () => void;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onClose = vi.fn();
  const folders = [aFolder({ id: 5 })];
  const form = aSigningTemplate({ id: 9 });
  server = fakeServer()
    .reply(listFolders, { success: true, data: folders, folders })
    .reply(createTemplate, { success: true, id: 9, form, data: form });
});

async function show(dialog: typeof AddFormDialog, templates: Template[] = []) {
  server.reply(listTemplates, { success: true, forms: templates });
  const Dialog = dialog;
  renderPart(<Dialog opened onClose={onClose} />);
  await screen.findByRole('option', { name: 'Life' });
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const sent = () => server.calls(createTemplate).map(({ body }) => body);
const type = (label: RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text);

describe('Add New Form', () => {
  const open = async (kind: string, templates?: Template[]) => {
    await show(AddFormDialog, templates);
    await userEvent.click(screen.getByLabelText(kind));
  };

  it('hides registered web forms, and requires one to be selected', async () => {
    await open('Web Form', [aSigningTemplate({ type: 'Web Form', form_link_id: 'personal-info' })]);
    const select = screen.getByLabelText<HTMLSelectElement>(/^Web form/);
    expect([...select.options].map(({ value }) => value)).toEqual(['', 'iul-application']);
    expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
    await userEvent.selectOptions(select, 'iul-application');
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent()).toMatchObject([
      { type: 'Web Form', form_link_id: 'iul-application', square_account: 'BFS' },
    ]);
  });

  it('rejects a blank title', async () => {
    await open('Web Form');
    await userEvent.selectOptions(screen.getByLabelText(/^Web form/), 'personal-info');
    await userEvent.clear(screen.getByLabelText(/^Name for agents/));
    await type(/^Name for agents/, '  ');
    await save();
    screen.getByText('Please enter the name for agents');
    expect(sent()).toEqual([]);
  });

  it('shows only instructions for DocuSign; Close & Refresh reloads the forms', async () => {
    await open('DocuSign');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.queryByLabelText(/^Name for agents/)).toBeNull();
    const before = server.calls(listTemplates).length;
    await userEvent.click(screen.getByRole('button', { name: 'Close & Refresh' }));
    expect(onClose).toHaveBeenCalled();
    await waitFor(() => expect(server.calls(listTemplates).length).toBe(before + 1));
  });

  it('takes the URL of a Link, with a link id derived from its name', async () => {
    await open('Link');
    expect(screen.getByLabelText(/^External URL/).getAttribute('placeholder')).toBe('https://');
    await save();
    screen.getByText('Please enter an address that begins with https:// or http://');
    await type(/^External URL/, 'https://example.com/quote');
    await type(/^Name for agents/, 'Rate quote');
    await type(/^Name for clients/, 'Your quote');
    await userEvent.selectOptions(screen.getByLabelText('Folder'), 'Life');
    await save();
    await waitFor(() =>
      expect(sent()).toMatchObject([
        { type: 'Link', external_url: 'https://example.com/quote', form_link_id: 'rate-quote', folder_id: 5 },
      ]),
    );
  });

  it('blocks a duplicate link id, and shows one that only the server knows', async () => {
    await open('Link', [aSigningTemplate({ form_link_id: 'rate-quote' })]);
    await type(/^External URL/, 'https://example.com/quote');
    await type(/^Name for agents/, 'Rate quote');
    await type(/^Name for clients/, 'Your quote');
    screen.getByText('Already in use');
    await save();
    screen.getByText('Please fix the duplicate Form Link ID before saving');
    server.replyError(createTemplate, 'duplicate', 'A form uses this link id.');
    await type(/^Form Link ID/, '-2');
    await save();
    await screen.findByText('Cannot create duplicate form: A form uses this link id.');
  });

  it('shows that a form could not be saved', async () => {
    await open('Web Form');
    server.replyError(createTemplate, 'validation_failed', 'No.');
    await userEvent.selectOptions(screen.getByLabelText(/^Web form/), 'personal-info');
    await save();
    await screen.findByText('Failed to create forms. Please try again.');
  });

  it('adds a PDF once and retries only the file when its upload failed', async () => {
    const forms = fakeUploads();
    await open('PDF');
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('there is no file input');
    expect(input.accept).toBe('application/pdf,.pdf');
    server.replyError(uploadTemplateDocuments, 'unsupported_media_type', 'It is not a PDF.');
    await userEvent.upload(input, new File(['%PDF'], 'Fee schedule.pdf', { type: 'application/pdf' }));
    await save();
    await screen.findByText(/^Upload failed\. It is not a PDF\. The form was added/);
    server.reply(uploadTemplateDocuments, { success: true, files: [aPreview()] });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent()).toMatchObject([{ type: 'PDF', form_name_agent: 'Fee schedule' }]);
    expect(forms).toHaveLength(2);
    expect(server.calls(uploadTemplateDocuments)[1]?.path).toBe('/global-forms/9/documents');
  });
});

describe('the new global form dialog', () => {
  const open = async (kind?: string) => {
    await show(NewGlobalFormDialog);
    if (kind) await userEvent.selectOptions(screen.getByLabelText('Type'), kind);
  };

  it('starts with DocuSign and BFS, and DocuSign only closes it', async () => {
    await open();
    expect(screen.getByLabelText<HTMLSelectElement>('Type').value).toBe('DocuSign');
    expect(screen.getByLabelText<HTMLSelectElement>('Payment account').value).toBe('BFS');
    await save();
    expect(onClose).toHaveBeenCalled();
    expect(sent()).toEqual([]);
  });

  it('explains that PDFs are saved without their file, and requires both names', async () => {
    await open('PDF');
    screen.getByText('PDF upload not wired yet. Save metadata only for now.');
    await type(/^Name for agents/, 'Fees');
    await save();
    screen.getByText('Please enter the name for clients');
    await type(/^Name for clients/, 'Fees');
    await userEvent.selectOptions(screen.getByLabelText('Folder'), 'Life');
    await save();
    await waitFor(() =>
      expect(sent()).toMatchObject([{ type: 'PDF', form_name_agent: 'Fees', folder_id: 5 }]),
    );
  });

  it('requires a web form, whose title is the default for empty names', async () => {
    await open('Web Form');
    await save();
    screen.getByText('Please select a form');
    await userEvent.selectOptions(screen.getByLabelText(/^Web form/), 'personal-info');
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent()).toMatchObject([
      { form_name_agent: 'Personal information', form_name_client: 'Personal information' },
    ]);
  });

  it('requires the URL of a Link', async () => {
    await open('Link');
    await type(/^Name for agents/, 'Quote');
    await type(/^Name for clients/, 'Quote');
    await save();
    screen.getByText('Please enter an address that begins with https:// or http://');
    expect(sent()).toEqual([]);
  });
});

describe.each([
  ['Add New Form', AddFormDialog],
  ['New Global Form', NewGlobalFormDialog],
])('%s without the data it offers', (_, Dialog) => {
  it.each([
    ['forms', listTemplates],
    ['folders', listFolders],
  ])('shows that the %s could not be loaded, and retries', async (what, endpoint) => {
    server.reply(listTemplates, { success: true, forms: [] });
    server.replyError(endpoint, 'not_allowed', 'No.');
    renderPart(<Dialog opened onClose={onClose} />);
    await screen.findByText(`The ${what} could not be loaded.`);
    const folders = [aFolder({ id: 5 })];
    server
      .reply(listTemplates, { success: true, forms: [] })
      .reply(listFolders, { success: true, data: folders, folders });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await screen.findByRole('option', { name: 'Life' });
  });
});
