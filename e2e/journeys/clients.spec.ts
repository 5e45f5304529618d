import { expect, test, unique } from '../fixtures.ts';
import { isSaid } from '../notices.ts';

test('an agent adds a client, edits three cards and puts an old value back', async ({ portalPage: page }) => {
  const lastName = unique('Rivera');
  await page.goto('/crm/clients');
  await page.getByRole('banner').getByRole('button', { name: 'Add client' }).click();
  const modal = page.getByRole('dialog');
  await modal
    .getByRole('button', { name: /add|save|create/i })
    .last()
    .click();
  await expect(modal.getByText('First name is required')).toBeVisible();
  await expect(modal.getByText('Last name is required')).toBeVisible();
  await modal.getByLabel('First name').fill('Marisol');
  await modal.getByLabel('Last name').fill(lastName);
  await modal.getByLabel(/email/i).fill('marisol@example.com');
  await modal.getByLabel(/phone/i).fill('3055550123');
  await modal
    .getByRole('button', { name: /add|save|create/i })
    .last()
    .click();
  await expect(modal.getByText('Is the date of birth right?')).toBeVisible();
  await modal.getByRole('button', { name: 'Save with This Date' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Search clients' }).fill(lastName);
  await page.getByRole('link', { name: `Marisol ${lastName}` }).click();
  await expect(page.getByRole('heading', { name: `Marisol ${lastName}` })).toBeVisible();

  await page.getByRole('button', { name: 'Edit: Employment Information' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Employment Info' })).toBeVisible();
  await page.getByRole('dialog').getByLabel('Occupation').fill('Harbour pilot');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Harbour pilot')).toBeVisible();

  await page.getByRole('button', { name: 'Edit: Personal Information' }).click();
  await page.getByRole('dialog').getByLabel('SSN').fill('900-12-3456');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const personal = page.getByRole('region', { name: 'Personal Information' });
  await expect(personal.getByText('•••-••-3456')).toBeVisible();
  await expect(page.getByText('900-12-3456')).toHaveCount(0);
  await personal
    .getByRole('button', { name: /reveal|show/i })
    .first()
    .click();
  await expect(personal.getByText('900-12-3456')).toBeVisible();

  await page.getByRole('button', { name: 'Edit: Contact Information' }).click();
  await page.getByRole('dialog').getByLabel('Address').fill('1 Harbour Way, Miami FL 33101');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 Harbour Way, Miami FL 33101')).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: /history/i });
  await expect(history.getByText('Harbour pilot')).toBeVisible();
  await history.getByRole('button', { name: /restore.*occupation/i }).click();
  await page
    .getByRole('dialog', { name: 'Restore value' })
    .getByRole('button', { name: 'Restore', exact: true })
    .click();
  await expect(history.getByText('restored', { exact: false }).first()).toBeVisible();
});

test('the list keeps filter, search and page in the address', async ({ portalPage: page, owner }) => {
  const family = unique('Okafor');
  await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      owner.createClient({
        client_first_name: `Member${String(n).padStart(2, '0')}`,
        client_last_name: family,
        status: n < 2 ? 'lead' : 'client',
      }),
    ),
  );
  await page.goto(`/crm/clients?q=${family}`);
  await expect(page.getByText('1–15 of 16')).toBeVisible();
  await page.getByRole('button', { name: /next/i }).click();
  await expect(page.getByText('16–16 of 16')).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.goBack();
  await expect(page.getByText('1–15 of 16')).toBeVisible();
  await page.getByRole('button', { name: /^Lead/ }).click();
  await expect(page).toHaveURL(/status=lead/);
  await expect(page.getByRole('link', { name: new RegExp(family) })).toHaveCount(2);
});

test('a load failure offers to try again, and trying again works', async ({ portalPage: page }) => {
  // Other tests' clients, heard live, would load the list again on their own.
  await page.route('**/api/live', (route) => route.abort());
  await page.route('**/api/clients?*', (route) =>
    route.fulfill({ status: 400, json: { success: false, message: 'x' } }),
  );
  await page.goto('/crm/clients');
  await expect(page.getByText('Error Loading Clients')).toBeVisible();
  const again = page.getByRole('button', { name: 'Try Again' });
  await Promise.all([page.waitForResponse('**/api/clients?*'), again.click()]);
  await expect(again).toHaveAttribute('aria-busy', 'false');
  await expect(again).toBeFocused();
  await page.unroute('**/api/clients?*');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Error Loading Clients')).toHaveCount(0);
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test('a client with a form is not deleted but made inactive, one without anything is deleted', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('Quill');
  const clientId = await owner.createClient({ client_first_name: 'Kept', client_last_name: family });
  await owner.send('post', '/secure-access/client-new', { formId: 'personal-info', clientId });
  await page.goto(`/crm/clients/${clientId}`);
  await page.getByRole('button', { name: 'Delete Client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Client' });
  await expect(dialog).toContainText(`Kept ${family} has 1 form and cannot be deleted.`);
  await expect(dialog.getByRole('button', { name: 'Delete Client' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Make Inactive Instead' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  expect((await owner.send('get', `/clients/${clientId}`)).data.status).toBe('inactive');

  const lonely = await owner.createClient({ client_first_name: 'Gone', client_last_name: family });
  await page.goto(`/crm/clients/${lonely}`);
  await page.getByRole('button', { name: 'Delete Client' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Client' }).click();
  await expect(page).toHaveURL(/\/crm\/clients$/);
  await isSaid(page, `Gone ${family} was deleted.`);
});
