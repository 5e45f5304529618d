import { expect, test, unique } from '../fixtures.ts';

test('an agent filters with the keyboard, saves and shares the view, and a colleague opens its link', async ({
  portalPage: page,
  owner,
  newAgent,
  browser,
}) => {
  const [family, name] = [unique('Viewed'), unique('View')];
  await owner.createClient({ client_first_name: 'Nora', client_last_name: family, status: 'lead' });
  await owner.createClient({ client_first_name: 'Otto', client_last_name: family });
  await page.goto('/crm/clients');

  await test.step('a filter is built and saved', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true, expanded: false }).press('Enter');
    await page.getByRole('combobox', { name: 'Field' }).pressSequentially('last name');
    await expect(page.getByRole('option', { name: 'Last name' })).toHaveAttribute('data-combobox-selected');
    await page.keyboard.press('Enter');
    await page.getByLabel('Value').fill(family);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: `Otto ${family}` })).toBeVisible();
    await page.getByRole('button', { name: 'Save View' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Share with the brokerage').check();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Options for ${name}` })).toBeVisible();
  });
  const view = new URL(page.url()).searchParams.get('saved');

  await test.step('a change is marked and updates the view', async () => {
    await page.getByRole('button', { name: /^Lead/ }).click();
    await expect(page.getByRole('img', { name: 'Unsaved changes' })).toBeVisible();
    await page.getByRole('button', { name: 'Update View' }).click();
    await expect(page.getByRole('img', { name: 'Unsaved changes' })).toHaveCount(0);
  });

  await test.step('a link with the number alone opens it for a colleague', async () => {
    const context = await browser.newContext();
    const theirs = await context.newPage();
    await (await newAgent()).signIn(theirs);
    await theirs.goto(`/crm/clients?saved=${view}`);
    await expect(theirs.getByRole('link', { name: `Nora ${family}` })).toBeVisible();
    await expect(theirs.getByRole('link', { name: `Otto ${family}` })).toHaveCount(0);
    await expect(theirs.getByRole('button', { name, exact: true })).toHaveAttribute('aria-current', 'true');
    await context.close();
  });

  await test.step('a deleted view returns with Undo', async () => {
    await page.getByRole('button', { name: `Options for ${name}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete View' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Views', exact: true }).press('Enter');
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
    await page.goto(`/crm/clients?saved=${view}`);
    await expect(page.getByRole('link', { name: `Nora ${family}` })).toBeVisible();
    await expect(page.getByRole('link', { name: `Otto ${family}` })).toHaveCount(0);
  });
});
