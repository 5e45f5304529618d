import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { expect, test, unique } from '../fixtures.ts';

test('an agent builds a filter, saves the view, changes 300 clients and undoes it', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const [family, view] = [unique('Bulk'), unique('View')];
  const create = Array.from({ length: 300 }, (_, at) => ({
    row: String(at),
    values: { client_first_name: `Client ${at}`, client_last_name: family, status: 'lead' },
  }));
  await owner.send('patch', '/ledger/cells', { create });
  const all = page.getByRole('button', { name: /^All 300$/ });
  const inactive = page.getByRole('button', { name: /^Inactive/ });

  await test.step('the filter is built and saved as a view', async () => {
    await page.goto('/crm/clients');
    await page.getByRole('button', { name: 'Filter', exact: true, expanded: false }).press('Enter');
    await page.getByRole('combobox', { name: 'Field' }).pressSequentially('last name');
    await expect(page.getByRole('option', { name: 'Last name' })).toHaveAttribute('data-combobox-selected');
    await page.keyboard.press('Enter');
    await page.getByLabel('Value').fill(family);
    await page.keyboard.press('Enter');
    await expect(all).toBeVisible();
    await page.getByRole('button', { name: 'Save View' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).fill(view);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Options for ${view}` })).toBeVisible();
  });

  const dialog = page.getByRole('dialog', { name: 'Set Status' });
  await test.step('all 300 are changed after a preview', async () => {
    await page.getByRole('checkbox', { name: 'All clients on this page' }).check();
    await page.getByRole('button', { name: 'Select All 300 Matching' }).click();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Set Status' }).click();
    await dialog.getByRole('combobox', { name: /Status/ }).click();
    await page.getByRole('option', { name: 'Inactive' }).click();
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.getByText('300 clients will be changed.')).toBeVisible();
    await expectNoAccessibilityViolations(page, 'preview of a bulk action');
    await dialog.getByRole('button', { name: 'Change 300 clients' }).click();
    await expect(dialog.getByText(/^300 clients changed\./)).toBeVisible();
    await expectNoAccessibilityViolations(page, 'result of a bulk action');
    await expect(inactive).toHaveText('Inactive300');
  });

  await test.step('the undo restores every client', async () => {
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByRole('dialog', { name: 'Undo this bulk action?' })
      .getByRole('button', { name: 'Undo Action' })
      .click();
    await expect(dialog.getByText(/^Undone for 300 clients/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('button', { name: /^Lead/ })).toHaveText('Lead300');
  });
});
