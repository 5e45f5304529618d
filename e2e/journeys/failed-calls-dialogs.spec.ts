import type { Locator, Page } from '@playwright/test';
import { button, failOneByOne, leave, opened } from '../failing-calls.ts';
import { expect, test, unique } from '../fixtures.ts';
import { expectTopmost } from '../topmost.ts';

const PDF = { mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };

test('errors of failed calls in the form dialogs are shown on top of them', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const title = unique('Rejected');
  const { folder } = await owner.send('post', '/global-form-folders', { label: title });
  await owner.send('post', '/global-forms', {
    type: 'Link',
    form_name_agent: title,
    form_name_client: title,
    form_link_id: title,
    external_url: 'https://example.com/form',
    folder_id: folder?.id ?? null,
  });
  await page.goto(`/crm/forms?view=templates&q=${title}`);
  const option = (name: string) => async (from: Page | Locator) => {
    await button('More Options')(from);
    await button(new RegExp(`^${name}`))(page.getByRole('dialog', { name: 'Manage Forms' }));
  };
  await failOneByOne(page, page, [
    {
      dialog: 'Add New Folder',
      open: option('Add New Folder'),
      fill: (dialog) => dialog.getByLabel('Folder name').fill(unique('Folder')),
      press: 'Save',
      message: 'Failed to save folder. Please try again.',
      where: 'inside',
    },
    {
      dialog: 'Global Form Settings',
      open: option('Change Settings'),
      press: 'Save',
      message: 'Failed to save settings. Please try again.',
      where: 'inside',
    },
    {
      dialog: 'Add New Form',
      open: option('Add Document'),
      fill: async (dialog) => {
        await dialog.getByText('Link', { exact: true }).click();
        await dialog.getByLabel('Name for agents').fill(unique('Other'));
        await dialog.getByLabel('Name for clients').fill('Other');
        await dialog.getByLabel('External URL').fill('https://example.com/other');
      },
      press: 'Save',
      message: /^Cannot create duplicate form/,
      where: 'inside',
    },
    {
      dialog: 'Edit Form Details',
      open: button(title),
      fill: (dialog) => dialog.getByLabel('Base cost').fill('12'),
      press: 'Save',
      message: 'This call fails in a test.',
      where: 'inside',
    },
    {
      dialog: 'Manage Forms',
      open: button('More Options'),
      press: 'Sync Templates',
      message: 'Sync Failed',
      where: 'over',
    },
  ]);
  const editor = await opened(page, 'Edit Form Details', button(title));
  await failOneByOne(page, editor, [
    {
      dialog: 'Upload Preview PDFs',
      open: button('Upload Preview PDFs'),
      fill: (dialog) => dialog.locator('input[type=file]').setInputFiles({ name: 'a.pdf', ...PDF }),
      press: 'Upload',
      message: /^Upload failed\./,
      where: 'inside',
    },
  ]);
  await leave(page, editor);
  const folders = await opened(page, 'Manage Folders', option('Manage Folders'));
  await failOneByOne(page, folders, [
    {
      dialog: 'Delete Folder',
      open: button(`Delete ${title}`),
      press: 'Delete',
      message: 'Failed to delete folder. Please try again.',
      where: 'inside',
    },
  ]);
});

test('errors of failed calls in the dialogs of invoices, agents and imports are shown on top of them', async ({
  portalPage: page,
  owner,
  newAgent,
}) => {
  test.slow();
  const title = unique('Rejected');
  const customer_id = await owner.createClient({ client_first_name: 'Rae', client_last_name: title });
  const { id } = await owner.send('post', '/invoices', {
    title,
    customer_id,
    square_account: 'BFS',
    full_name: `Rae ${title}`,
    email: `${title}@example.com`,
    line_items: [{ description: 'Advice', quantity: 1, unit_price_cents: 5000 }],
    is_recurring: true,
    recurring_frequency: 'MONTHLY',
  });
  await owner.send('post', '/line-item-templates', {
    name: title,
    description: 'Advice',
    unit_price_cents: 5000,
    category: 'General',
  });
  await page.goto(`/crm/payments?q=${title}&invoice=${id}`);
  const details = page.getByRole('dialog', { name: /^Invoice \d+$/ });
  await expectTopmost(details);
  await failOneByOne(page, details, [
    {
      dialog: /^Invoice \d+$/,
      open: button('Record Payment'),
      press: 'Record Payment',
      message: /^The payment was not recorded\./,
      where: 'inside',
      stays: true,
    },
  ]);
  await page.goto('/crm/payments');
  await page.getByRole('button', { name: 'New Invoice' }).first().click();
  const form = page.getByRole('dialog', { name: 'New Invoice' });
  await expectTopmost(form);
  await form.getByLabel('Description of line 1').fill('Advice');
  await failOneByOne(page, form, [
    {
      dialog: 'Save as Template',
      open: button('Save line 1 as template'),
      fill: (dialog) => dialog.getByLabel('Template name').fill(unique('Line')),
      press: 'Save Template',
      message: /^Failed to save template\. Please try again\./,
      where: 'inside',
    },
  ]);
  // A toast covers none of the buttons below it, on a phone or a wide screen; it stays while the pointer is on it.
  for (const size of [
    { width: 390, height: 700 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await button('Save line 1 as template')(form);
    const templateDialog = page.getByRole('dialog', { name: 'Save as Template' });
    const name = unique('Line');
    await templateDialog.getByLabel('Template name').fill(name);
    await templateDialog.getByRole('button', { name: 'Save Template' }).click();
    await page.getByRole('alert').filter({ hasText: name }).hover();
    const create = form.getByRole('button', { name: 'Create Invoice' });
    expect(
      await create.evaluate((node) => {
        const { left, right, top, height } = node.getBoundingClientRect();
        const ends = [left + 8, right - 8].map((x) => document.elementFromPoint(x, top + height / 2));
        return ends.every((end) => node.contains(end));
      }),
    ).toBe(true);
  }
  const choosing = await opened(page, 'Line Item Templates', () => button('Line Item Templates')(form));
  await failOneByOne(page, choosing, [
    {
      dialog: 'Delete Template',
      open: button(`Delete template ${title}`),
      press: 'Delete',
      message: /^Failed to delete template\. Please try again\./,
      where: 'inside',
    },
  ]);

  await page.goto('/crm/recurring-payments');
  await failOneByOne(page, page, [
    {
      dialog: 'Cancel Recurring Payment',
      open: button(new RegExp(`^Cancel: .*${title}`)),
      press: 'Yes, Cancel',
      message: /cancel/i,
      where: 'toast',
    },
  ]);

  const { agent } = await newAgent();
  await page.goto(`/crm/agents/${agent.id}`);
  await failOneByOne(page, page, [
    {
      dialog: `Change password for ${agent.username}`,
      open: button('Change Password'),
      fill: (dialog) => dialog.getByLabel('New password').fill('another long password'),
      press: 'Change Password',
      message: 'Failed to update password',
      where: 'inside',
    },
    {
      dialog: 'Delete this agent?',
      open: button('Delete'),
      press: 'Delete',
      message: /^Failed to delete admin/,
      where: 'inside',
    },
  ]);

  await page.goto('/crm/imports');
  await page.getByLabel('Spreadsheet file').setInputFiles({
    name: 'book.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`First name,Last name\r\nAnn,${title}`),
  });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Check File' }).click();
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
  await failOneByOne(page, page, [
    {
      dialog: 'Import “book.csv”?',
      open: button('Import 1 row'),
      press: 'Import 1 row',
      message: 'This call fails in a test.',
      where: 'inside',
    },
  ]);
});
