import { readFile } from 'node:fs/promises';
import { expect, test, unique } from '../fixtures.ts';
import { LedgerSheet } from '../ledger-sheet.ts';

test('sort order, filter and search are in the URL; columns are hidden, found and widened', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('View');
  for (const [first, status, agi] of [
    ['Ann', 'lead', 30],
    ['Bea', 'client', 10],
    ['Cid', 'lead', 20],
  ] as const) {
    await owner.createClient({ client_first_name: first, client_last_name: family, status, agi });
  }
  const sheet = new LedgerSheet(page, ['client_first_name', 'client_last_name', 'status', 'aor', 'agi']);
  await sheet.open(family, 3);
  await sheet.sortBy('agi');
  await expect(page).toHaveURL(/sort=agi/);
  await sheet.reads('client_first_name', ['Bea', 'Cid', 'Ann']);
  await sheet.reads('agi', ['$10.00', '$20.00', '$30.00']);

  await sheet.selectRange(['status', 0], ['agi', 2]);
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText(
    '9 cells selected, 6 filled, 3 empty, Sum $60.00, Average $20.00',
  );
  // Another cell than the first of the range: two quick clicks on one cell open its editor.
  await sheet.select('status', 1);
  await page.keyboard.press('Shift+F10');
  // The menu moves focus to its first item a moment after it opens.
  await expect(page.getByRole('menuitem', { name: 'Sort Ascending', exact: true })).toBeFocused();
  await page.getByRole('menuitem', { name: 'Freeze up to This Column' }).press('Enter');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('ledger.columns')))
    .toContain('"frozenTo":"status"');
  await page.keyboard.press('ArrowRight');
  await sheet.isSelected('aor', 1);

  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: /^Lead/ }).click();
  await expect(page).toHaveURL(/status=lead/);
  await sheet.hasRows(2);
  await page.getByRole('searchbox', { name: 'Search clients' }).fill(`Cid ${family}`);
  await sheet.hasRows(1);
  await page.reload();
  await sheet.hasRows(1);
  await sheet.reads('client_first_name', ['Cid']);
  await page.goBack();
  await sheet.hasRows(2);

  const toolbar = page.getByRole('toolbar', { name: 'Ledger' });
  const headers = page.getByRole('region', { name: 'Client Ledger' }).locator('th');
  await toolbar.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('textbox', { name: 'Find a column' }).fill('health aor');
  await page.getByRole('checkbox', { name: 'Show Health AOR' }).uncheck();
  // No label of the toolbar is truncated, even when the toolbar is full.
  const columns = toolbar.getByRole('button', { name: /^Columns .*hidden/ });
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(
    await columns.evaluate(
      (button) =>
        [...button.querySelectorAll('span')].filter(
          (part) => getComputedStyle(part).overflow === 'hidden' && part.scrollWidth > part.clientWidth + 1,
        ).length,
    ),
  ).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Find a column' })).toHaveCount(0);
  await expect(headers.filter({ hasText: 'Health AOR' })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+F');
  await page.getByRole('textbox', { name: 'Find a column' }).fill('Routing number');
  await page.keyboard.press('Enter');
  await expect(headers.filter({ hasText: 'Routing number' })).toHaveCount(1);
  await expect(page.locator('td[aria-selected=true]')).toHaveAttribute('aria-colindex', '5');

  await sheet.widen('status', 60);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('ledger.columns')))
    .toMatch(/"status":1[4-6]\d/);

  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole('list', { name: 'Clients' }).getByRole('link')).toHaveCount(2);
  await page.getByRole('link', { name: new RegExp(`^Cid ${family}`) }).click();
  await expect(page).toHaveURL(/\/crm\/clients\/\d+$/);
});

test('the displayed rows are exported as CSV with formulas neutralized and secrets masked', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('Export');
  await owner.createClient({
    client_first_name: 'Ann',
    client_last_name: family,
    ssn: '900-12-3456',
    occupation: '=HYPERLINK("http://evil.example")',
  });
  const sheet = new LedgerSheet(page, ['client_first_name', 'client_last_name', 'ssn', 'occupation']);
  await sheet.open(family, 1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('ledger.csv');
  const [header, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split(/\r\n/);
  expect(header?.replace('\u{feff}', '')).toBe('First name,Last name,SSN,Occupation');
  expect(lines).toEqual([`Ann,${family},•••-••-3456,"'=HYPERLINK(""http://evil.example"")"`]);

  await test.step('a secret is revealed in its cell and hidden again', async () => {
    await expect(sheet.cell('ssn', 0)).toHaveText('•••-••-3456');
    await sheet.select('ssn', 0);
    await page.keyboard.press('F2');
    const editor = page.getByRole('textbox', { name: 'SSN' });
    await expect(editor).toHaveValue('•••-••-3456');
    await page.getByRole('button', { name: 'Reveal SSN' }).click();
    await expect(editor).toHaveValue('900-12-3456');
    await page.keyboard.press('Escape');
    await expect(sheet.cell('ssn', 0)).toHaveText('•••-••-3456');
    await sheet.isSaved();
  });
});
