import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { button, FailingCalls, failOneByOne, leave, opened } from '../failing-calls.ts';
import { expect, test, unique } from '../fixtures.ts';
import { openSession, signingTemplate, webFormTemplate } from '../form-library.ts';
import { moveLifted } from '../lifted-row.ts';

const PDF = {
  name: 'a.pdf',
  mimeType: 'application/pdf',
  buffer: readFileSync(
    path.join(
      import.meta.dirname,
      '../../server/src/providers/esign/builtin/samples/HIPAA Authorization.pdf',
    ),
  ),
};
const ERROR_MESSAGE = 'This call fails in a test.';

const entry = (name: string) => async (_: Page | Locator, page: Page) => {
  await button('Manage')(page);
  await page.getByRole('menuitem', { name, exact: true }).click();
};

const option = (name: string) => async (page: Page) => {
  await button('More Options')(page);
  await button(new RegExp(`^${name}`))(page.getByRole('dialog', { name: 'Manage Forms' }));
};

const sendPdf = (dialog: Locator) => dialog.locator('input[type=file]').first().setInputFiles(PDF);

test('errors of failed calls in the dialogs that send forms are shown on top of them', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const family = unique('Rejected');
  const clientId = await owner.createClient({ client_first_name: 'Rae', client_last_name: family });
  const form = await webFormTemplate(owner, 'personal-info');
  const { id } = await owner.send('post', '/sessionforms', { form_id: form.id });
  await page.goto('/crm/forms?view=submissions');
  await failOneByOne(page, page, [
    {
      dialog: 'Add Form',
      open: button('Add Form'),
      fill: async (dialog) => {
        await dialog.getByRole('combobox', { name: 'Form' }).fill(form.form_name_agent);
        await page.getByRole('option').first().click();
      },
      press: 'Add Form',
      message: 'Failed to add form.',
      where: 'inside',
    },
  ]);
  await page.goto(`/crm/forms/submissions/${id}`);
  await failOneByOne(page, page, [
    {
      dialog: 'Link to Client',
      open: entry('Link to Client'),
      fill: async (dialog) => {
        await dialog.getByRole('searchbox', { name: 'Client' }).fill(family);
        await dialog.getByRole('button', { name: new RegExp(family) }).click();
      },
      press: 'Link to Client',
      message: /link/i,
      where: 'inside',
    },
    {
      dialog: 'Add Client from Form',
      open: entry('Add Client from Form'),
      fill: async (dialog) => {
        await dialog.getByLabel('First name').fill('Quentin');
        await dialog.getByLabel('Last name').fill(family);
      },
      press: 'Add Client',
      message: 'Failed to create client. Please try again.',
      where: 'inside',
    },
  ]);
  await owner.send('put', `/sessionforms/${id}`, { client_id: clientId });
  await page.goto(`/crm/clients/${clientId}/forms/${id}`);
  await failOneByOne(page, page, [
    {
      dialog: 'Unlink from Client',
      open: entry('Unlink from Client'),
      press: 'Unlink',
      message: `Failed to unlink from client: ${ERROR_MESSAGE}`,
      where: 'inside',
    },
  ]);
});

test('errors of a form’s document and of opening a signing page are shown where they happen', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const clientId = await owner.createClient({
    client_first_name: 'Rae',
    client_last_name: unique('Rejected'),
  });
  const title = unique('Paper');
  const { id: form_id } = await owner.send('post', '/global-forms', {
    type: 'PDF',
    form_name_agent: title,
    form_name_client: title,
  });
  const { id } = await owner.send('post', '/sessionforms', { form_id, client_id: clientId });
  await owner.upload(`/sessionforms/${id}/document`, { document: PDF });
  await page.goto(`/crm/clients/${clientId}/forms/${id}`);
  const detail = await opened(page, title, (from) => entry('Document and Signing')(from, from));
  const attached = detail.getByRole('button', { name: 'Replace Document' });
  await expect(attached).toBeEnabled();
  await failOneByOne(page, detail, [
    {
      dialog: 'Remove document',
      open: button('Remove document'),
      press: 'Remove',
      message: `Failed to remove document: ${ERROR_MESSAGE}`,
      where: 'inside',
    },
    {
      dialog: title,
      open: () => attached.focus(),
      send: sendPdf,
      press: 'Replace Document',
      message: ERROR_MESSAGE,
      where: 'inside',
      stays: true,
    },
  ]);

  const agreement = await signingTemplate(owner, 'Advisory Agreement');
  const session = await openSession(owner, clientId, [agreement]);
  await page.goto(`/crm/clients/${clientId}/sessions/${session.id}`);
  const calls = new FailingCalls(page);
  await calls.watch();
  const frame = page.getByRole('dialog', { name: `Sign: ${agreement.form_name_agent}` });
  const failure = { message: 'The signing page could not be opened.', where: 'inside' } as const;
  await calls.expectMessageAtOnce(frame, () => button(/^Sign as Advisor/)(page), {
    ...failure,
    press: 'Try Again',
  });
  await calls.expectMessageOver(frame, { ...failure, press: 'Try Again' });
  await calls.end();
  await leave(page, frame);
});

test('errors of the form library, its order and its previews are shown where they happen', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const title = unique('Rejected');
  const { folder } = await owner.send('post', '/global-form-folders', { label: title });
  const forms: number[] = [];
  for (const name of [title, unique('Second')]) {
    const { id } = await owner.send('post', '/global-forms', {
      type: 'Link',
      form_name_agent: name,
      form_name_client: name,
      form_link_id: name,
      external_url: 'https://example.com/form',
      folder_id: folder.id,
    });
    forms.push(id);
  }
  await owner.upload(`/global-forms/${forms[0]}/documents`, { documents: PDF });
  await page.goto('/crm/forms?view=forms');
  await failOneByOne(page, page, [
    {
      dialog: 'New Global Form',
      open: button('New Form'),
      fill: async (dialog) => {
        await dialog.getByLabel('Type').selectOption('Link');
        await dialog.getByLabel('Name for agents').fill(unique('Other'));
        await dialog.getByLabel('Name for clients').fill('Other');
        await dialog.getByLabel('External URL').fill('https://example.com/other');
      },
      press: 'Save',
      message: `Cannot create duplicate form: ${ERROR_MESSAGE}`,
      where: 'inside',
    },
  ]);

  await page.goto(`/crm/forms?view=templates&q=${title}`);
  const open = (name: string) => (_: Page | Locator, on: Page) => option(name)(on);
  await failOneByOne(page, page, [
    {
      dialog: 'Template Library',
      open: open('Template Library'),
      send: sendPdf,
      press: 'Upload a Fillable PDF',
      message: `Upload failed. ${ERROR_MESSAGE}`,
      where: 'inside',
    },
    {
      dialog: 'Sort Forms',
      open: open('Sort Forms'),
      fill: async (dialog) => void (await dialog.getByLabel('Folder').selectOption(title)),
      send: async (dialog) => {
        await dialog.getByRole('button', { name: `Move ${title}` }).focus();
        await page.keyboard.press('Space');
        await moveLifted(page, 'ArrowDown', page.getByText(`${title} is over position`));
        await page.keyboard.press('Space');
      },
      press: `Move ${title}`,
      message: 'Failed to save form order. Please try again.',
      where: 'inside',
    },
    {
      dialog: 'Manage Folders',
      open: open('Manage Folders'),
      fill: async (dialog) => {
        await button(`Rename ${title}`)(dialog);
        await dialog.getByLabel(`New name of ${title}`).fill(unique('Other'));
      },
      press: 'Save name',
      message: 'Failed to rename folder. Please try again.',
      where: 'inside',
    },
  ]);
  const editor = await opened(page, 'Edit Form Details', button(title));
  await failOneByOne(page, editor, [
    {
      dialog: 'Delete Document',
      open: button('Delete a.pdf'),
      press: 'Delete',
      message: 'Failed to delete document. Please try again.',
      where: 'inside',
    },
  ]);
});
