import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Folder } from '@ledgerline/contract/folders/endpoints';
import type { Locator, Page } from '@playwright/test';
import { expect, type Portal, test, unique } from '../fixtures.ts';
import { moveLifted } from '../lifted-row.ts';

const SAMPLE = path.join(
  import.meta.dirname,
  '../../server/src/providers/esign/builtin/samples/HIPAA Authorization.pdf',
);

async function openOption(page: Page, option: string): Promise<Locator> {
  await page.getByRole('button', { name: 'More Options' }).click();
  await page
    .getByRole('dialog', { name: 'Manage Forms' })
    .getByRole('button', { name: new RegExp(`^${option}`) })
    .click();
  return page.getByRole('dialog', { name: option });
}

async function createLinkForm(owner: Portal, name: string, folderId: number | null = null): Promise<number> {
  const { id } = await owner.send('post', '/global-forms', {
    type: 'Link',
    form_name_agent: name,
    form_name_client: name,
    form_link_id: name,
    external_url: 'https://example.com/form',
    folder_id: folderId,
  });
  return id;
}

async function foldersOf(owner: Portal): Promise<Folder[]> {
  return (await owner.send('get', '/global-form-folders')).folders;
}

/** The named folders, in their current order. */
async function order(owner: Portal, names: readonly string[]): Promise<string[]> {
  const labels = (await foldersOf(owner)).map(({ label }) => label);
  return labels.filter((label) => names.includes(label));
}

test('folders are added, renamed, reordered with the keyboard, and deleted without deleting their forms', async ({
  portalPage: page,
  owner,
}) => {
  const [first, second, renamed] = [unique('Anfang'), unique('Ende'), unique('Mitte')];
  await page.goto('/crm/forms?view=templates');
  for (const name of [first, second]) {
    const adding = await openOption(page, 'Add New Folder');
    await adding.getByRole('button', { name: 'Save' }).click();
    await expect(adding.getByText('Please enter a folder name')).toBeVisible();
    await adding.getByLabel('Folder name').fill(name);
    await adding.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('region', { name, exact: true })).toContainText('No forms in this folder.');
  }
  const adding = await openOption(page, 'Add New Folder');
  await adding.getByLabel('Folder name').fill(first.toUpperCase());
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding.getByText('A folder with this name already exists')).toBeVisible();
  await adding.getByLabel('Folder name').fill('');
  await adding.getByRole('button', { name: 'Cancel' }).click();

  const managing = await openOption(page, 'Manage Folders');
  await managing.getByRole('button', { name: `Rename ${first}` }).click();
  await managing.getByLabel(`New name of ${first}`).fill('  ');
  await page.keyboard.press('Enter');
  await expect(managing.getByText('Folder name cannot be empty')).toBeVisible();
  await managing.getByLabel(`New name of ${first}`).fill(renamed);
  await page.keyboard.press('Enter');
  await expect(managing.getByRole('button', { name: `Rename ${renamed}` })).toBeFocused();

  await managing.getByRole('button', { name: `Move ${second}` }).focus();
  await page.keyboard.press('Space');
  await moveLifted(page, 'ArrowUp', page.getByText(`${second} is over position`));
  const sorted = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await page.keyboard.press('Space');
  await sorted;
  await expect.poll(() => order(owner, [renamed, second])).toEqual([second, renamed]);

  const folder = (await foldersOf(owner)).find(({ label }) => label === renamed);
  const form = unique('form');
  await createLinkForm(owner, form, folder?.id ?? null);
  await expect(managing.getByRole('listitem').filter({ hasText: renamed })).toContainText('1 form');
  await managing.getByRole('button', { name: `Delete ${renamed}` }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete Folder' });
  await expect(confirmation).toContainText(
    `Delete “${renamed}”? Its form moves to Ungrouped. No forms are deleted.`,
  );
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(managing.getByRole('button', { name: `Delete ${renamed}` })).toHaveCount(0);
  await managing.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(
    page.getByRole('region', { name: 'Ungrouped' }).getByRole('button', { name: form, exact: true }),
  ).toBeVisible();
});

test('the editor previews the link while typing, rejects one in use and saves previews', async ({
  portalPage: page,
  owner,
}) => {
  const [name, used] = [unique('edited'), unique('used')];
  await createLinkForm(owner, name);
  await createLinkForm(owner, used);
  await page.goto(`/crm/forms?view=templates&q=${name}`);
  await page.getByRole('button', { name, exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Form Details' });
  const link = editor.getByLabel('Form Link ID');
  await link.fill(` ${used.toUpperCase()}! `);
  await expect(editor.locator('[data-link-path]')).toContainText(`/${used}`);
  await expect(editor.getByText('Already in use')).toBeVisible();
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor.getByText('Please fix the duplicate Form Link ID before saving')).toBeVisible();
  await link.fill(`${name} -- Año 2026`);
  await expect(editor.getByText('Already in use')).toHaveCount(0);

  await editor.getByLabel('Base cost').fill('1000000');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor.getByLabel('Base cost')).toHaveAttribute('aria-invalid', 'true');
  await editor.getByLabel('Base cost').fill('19.99');
  await editor.getByRole('switch', { name: 'Include sales tax (7%)' }).check();
  await expect(editor.getByRole('region', { name: 'Price example' }).getByText('$21.39')).toBeVisible();

  await editor.getByRole('button', { name: 'Upload Preview PDFs' }).click();
  const upload = page.getByRole('dialog', { name: 'Upload Preview PDFs' });
  const files = upload.locator('input[type=file]');
  await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no PDF') });
  await upload.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(upload.getByRole('alert')).toContainText(/PDF/);
  await files.setInputFiles({
    name: 'preview.pdf',
    mimeType: 'application/pdf',
    buffer: await readFile(SAMPLE),
  });
  await upload.getByRole('button', { name: 'Upload', exact: true }).click();
  const preview = editor.getByRole('listitem').filter({ hasText: 'preview.pdf' });
  await preview.getByRole('button', { name: 'View', exact: true }).click();
  const viewer = page.getByRole('dialog').last();
  await expect(viewer.locator('canvas').first()).toBeVisible();
  await viewer.getByRole('button', { name: 'Close' }).first().click();
  await expect(viewer.locator('canvas')).toHaveCount(0);
  await preview.getByRole('button', { name: 'Delete preview.pdf' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete Document' });
  await expect(confirmation).toContainText('Are you sure you want to delete this document?');
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(preview).toHaveCount(0);

  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(editor).toHaveCount(0);
  const { forms } = await owner.send('get', '/global-forms');
  const saved = forms.find((form: { form_name_agent: string }) => form.form_name_agent === name);
  expect(saved).toMatchObject({
    base_cost: 19.99,
    include_sales_tax: true,
    form_link_id: `${name}-a-o-2026`,
  });
});
