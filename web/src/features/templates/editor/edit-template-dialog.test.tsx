import {
  deleteTemplateDocument,
  getTemplate,
  listTemplateDocuments,
  type Template,
  updateTemplate,
  uploadTemplateDocuments,
} from '@ledgerline/contract/templates/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { fakeUploads } from '../../../testing/fake-uploads.ts';
import { formsServer, openTemplates } from '../testing/open-forms.ts';
import { aPreview, aSigningTemplate } from '../testing/templates.ts';

let server: FakeServer;
let log: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

async function openEditor(fields: Partial<Template> = {}) {
  const template = aSigningTemplate(fields);
  const other = aSigningTemplate({ id: 2, form_name_agent: 'Other', form_link_id: 'other-form' });
  server = formsServer({ templates: [template, other] })
    .reply(getTemplate, { success: true, form: template, data: template })
    .reply(listTemplateDocuments, { success: true, documents: [aPreview()] })
    .reply(updateTemplate, { success: true, form: template, data: template });
  await openTemplates();
  await userEvent.click(await screen.findByRole('button', { name: template.form_name_agent }));
  await screen.findByLabelText(/^Form Link ID/);
  return within(screen.getByRole('dialog', { name: 'Edit Form Details' }));
}

async function retype(label: RegExp | string, text: string) {
  const input = screen.getByLabelText(label);
  await userEvent.clear(input);
  if (text) await userEvent.type(input, text);
  return input;
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const sent = () => server.calls(updateTemplate)[0]?.body;

describe('the form template editor', () => {
  it('saves changes, and its own link id does not count as a duplicate', async () => {
    await openEditor();
    await retype(/^Name for agents/, 'Agreement');
    const cost = await retype('Base cost', '250.5');
    expect([cost.getAttribute('min'), cost.getAttribute('max'), cost.getAttribute('step')]).toEqual([
      '0',
      '999999.99',
      '0.01',
    ]);
    await userEvent.selectOptions(screen.getByLabelText('Folder'), 'Life');
    await userEvent.selectOptions(screen.getByLabelText('Payment frequency'), 'Monthly');
    await userEvent.selectOptions(screen.getByLabelText('Payment account'), 'BFA (financial advisors)');
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toMatchObject({
      form_name_agent: 'Agreement',
      form_link_id: 'advisory-agreement',
      folder_id: 1,
      base_cost: 250.5,
      payment_frequency: 'monthly',
      square_account: 'BFA',
      merchant: 'BFA',
    });
  });

  it('uses the default reminders, none, or custom numbers', async () => {
    await openEditor();
    const mode = screen.getByLabelText<HTMLSelectElement>('Reminders');
    expect([...mode.options].map(({ text }) => text)).toEqual(['Default', 'Off', 'Custom']);
    expect(mode.value).toBe('default');
    expect(screen.queryByLabelText('Repeat every (days)')).toBeNull();
    await userEvent.selectOptions(mode, 'Custom');
    await retype('First after (days)', '1');
    await retype('Maximum reminders', '12');
    await save();
    screen.getByText('Maximum reminders must be from 1 to 10');
    expect(server.calls(updateTemplate)).toHaveLength(0);
    await retype('Maximum reminders', '2');
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toMatchObject({
      reminders_mode: 'own',
      reminders_first_days: 1,
      reminders_every_days: null,
      reminders_most: 2,
    });
  });

  it('can turn reminders off, and keeps the previous numbers', async () => {
    await openEditor({ reminders_mode: 'own', reminders_first_days: 7 });
    expect(screen.getByLabelText('First after (days)')).toHaveProperty('value', '7');
    await userEvent.selectOptions(screen.getByLabelText('Reminders'), 'Off');
    expect(screen.queryByLabelText('First after (days)')).toBeNull();
    await save();
    await waitFor(() => expect(sent()).toMatchObject({ reminders_mode: 'off' }));
    expect(sent()).not.toHaveProperty('reminders_first_days');
  });

  it('shows the link id as it will be stored', async () => {
    const editor = await openEditor();
    await retype(/^Form Link ID/, ' New -- ID & more! ');
    editor.getByText('/sign/new-id-more');
    await save();
    await waitFor(() => expect(sent()).toMatchObject({ form_link_id: 'new-id-more' }));
  });

  it('marks a link id of another form and does not save', async () => {
    const editor = await openEditor();
    await retype(/^Form Link ID/, 'Other Form');
    editor.getByText('Already in use');
    await save();
    editor.getByText('Please fix the duplicate Form Link ID before saving');
    expect(server.calls(updateTemplate)).toHaveLength(0);
  });

  it.each([
    ['The link id "x" belongs to Other.', 'The link id "x" belongs to Other.'],
    ['', 'This Form Link ID is already in use.'],
  ])('marks the link id when only the server knows a duplicate: %j', async (message, shown) => {
    const editor = await openEditor();
    server.replyError(updateTemplate, 'duplicate', message);
    await retype(/^Form Link ID/, 'x');
    await save();
    await editor.findByText(shown);
    editor.getByText('Already in use');
    expect(screen.getByLabelText(/^Form Link ID/).getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    ['The data was changed meanwhile.', 'The data was changed meanwhile.'],
    ['', 'Error saving form. See console for details.'],
  ])('does not blame the link id for another conflict: %j', async (message, shown) => {
    const editor = await openEditor();
    server.replyError(updateTemplate, 'conflict', message);
    await retype(/^Form Link ID/, 'x');
    await save();
    await editor.findByText(shown);
    expect(editor.queryByText('Already in use')).toBeNull();
    await save();
    expect(server.calls(updateTemplate)).toHaveLength(2);
  });

  it('shows that a form could not be saved and logs the reason', async () => {
    const editor = await openEditor();
    server.replyError(updateTemplate, 'validation_failed', 'No.', {
      fields: [{ path: 'form_name_client', message: 'must be shorter' }],
    });
    await save();
    await editor.findByText('Error saving form. See console for details.');
    editor.getByText('must be shorter');
    expect(log).toHaveBeenCalled();
  });

  it('rejects a base cost above 999999.99 and blank names', async () => {
    const editor = await openEditor();
    await retype('Base cost', '1000000');
    await retype(/^Name for clients/, '  ');
    await save();
    editor.getByText('Base cost must be from 0 to 999999.99');
    editor.getByText('Please enter the name for clients');
    expect(server.calls(updateTemplate)).toHaveLength(0);
  });

  it('confirms before discarding changes', async () => {
    await openEditor();
    await retype(/^Name for agents/, 'X');
    await userEvent.keyboard('{Escape}');
    await screen.findByRole('dialog', { name: 'Discard changes?' });
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    screen.getByRole('dialog', { name: 'Edit Form Details' });
  });

  it('requires the URL of a Link', async () => {
    const editor = await openEditor({
      type: 'Link',
      tab_metadata: null,
      external_url: 'https://example.com',
    });
    await retype(/^External URL/, 'example');
    await save();
    editor.getByText('Please enter an address that begins with https:// or http://');
  });
});

describe('itemized costs', () => {
  it('accept digits and one dot, and are stored with the required check box of a list', async () => {
    await openEditor();
    const price = await retype('Price of Tax planning', '1a2.5');
    expect(price.getAttribute('value')).toBe('12.5');
    await retype('Price of Monthly', '.1');
    await userEvent.selectOptions(screen.getByLabelText('Required check box of Meetings'), 'Tax planning');
    await save();
    await waitFor(() =>
      expect(sent()).toMatchObject({
        itemized_costs: {
          checkboxTabs: { 'Tax planning': 12.5 },
          listTabs: { Meetings: { Monthly: 0.1 } },
          listTabDeps: { Meetings: 'Tax planning' },
        },
      }),
    );
  });

  it('are summed in an example: tax on base and options, a list only with its check box', async () => {
    await openEditor({
      base_cost: 100,
      itemized_costs: {
        checkboxTabs: { 'Tax planning': 25 },
        listTabs: { Meetings: { Monthly: 10 } },
        listTabDeps: { Meetings: 'Tax planning' },
      },
    });
    const section = within(screen.getByRole('region', { name: 'Price example' }));
    const sums = () =>
      section.getAllByRole('term').map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
    await userEvent.selectOptions(section.getByLabelText('Meetings'), 'Monthly');
    expect(sums()).toEqual([
      'Base cost $100.00',
      'Subtotal $100.00',
      'Sales tax (7%) $7.00',
      'Total $107.00',
    ]);
    section.getByText('Charged only if “Tax planning” is checked.');
    await userEvent.click(section.getByLabelText('Tax planning'));
    expect(sums()).toEqual([
      'Base cost $100.00',
      'Tax planning $25.00',
      'Meetings: Monthly $10.00',
      'Subtotal $135.00',
      'Sales tax (7%) $9.45',
      'Total $144.45',
    ]);
  });
});

describe('preview documents', () => {
  const pdf = (name: string) => new File(['%PDF'], name, { type: 'application/pdf' });

  async function openUpload() {
    await openEditor();
    const forms = fakeUploads();
    await userEvent.click(screen.getByRole('button', { name: 'Upload Preview PDFs' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Upload Preview PDFs' }));
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('there is no file input');
    return {
      forms,
      dialog,
      input,
      upload: () => userEvent.click(dialog.getByRole('button', { name: 'Upload' })),
    };
  }

  it('are uploaded several at once, PDFs only, at least one', async () => {
    const { forms, dialog, input, upload } = await openUpload();
    expect([input.accept, input.multiple]).toEqual(['application/pdf,.pdf', true]);
    await upload();
    dialog.getByText('Please choose at least one PDF.');
    server.reply(uploadTemplateDocuments, { success: true, files: [aPreview(), aPreview({ id: 12 })] });
    await userEvent.upload(input, [pdf('a.pdf'), pdf('b.pdf')]);
    await upload();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Upload Preview PDFs' })).toBeNull());
    expect(forms[0]?.getAll('documents[]')).toHaveLength(2);
  });

  it('show rejected files, and the dialog stays open', async () => {
    const { dialog, input, upload } = await openUpload();
    server.replyError(uploadTemplateDocuments, 'unsupported_media_type', 'a.pdf is not a PDF.');
    await userEvent.upload(input, pdf('a.pdf'));
    await upload();
    await dialog.findByText('Upload failed. a.pdf is not a PDF.');
  });

  it('are deleted after a confirmation, and a failure is shown', async () => {
    await openEditor();
    server.replyError(deleteTemplateDocument, 'wrong_state', 'No.');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete agreement.pdf' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Document' }));
    dialog.getByText('Are you sure you want to delete this document?');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await dialog.findByText('Failed to delete document. Please try again.');
    server.reply(deleteTemplateDocument, { success: true });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete Document' })).toBeNull());
    expect(server.calls(deleteTemplateDocument)[1]?.path).toBe('/global-forms/1/documents/11');
  });
});
