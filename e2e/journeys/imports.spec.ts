import { expect, test, unique } from '../fixtures.ts';

function csv(lines: readonly string[]) {
  return { name: 'book of business.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) };
}

test('an agent imports a file after a dry run and reverts the import', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('Import');
  const known = await owner.createClient({
    client_first_name: 'Ann',
    client_last_name: family,
    primary_email: `${family}@example.com`,
    occupation: 'Pilot',
  });
  const clients = async () => (await owner.send('get', `/clients?q=${family}`)).total;
  await page.goto('/crm/imports');
  await page
    .getByLabel('Spreadsheet file')
    .setInputFiles(
      csv([
        'First Name,Surname,E-Mail,Job,Birthday,Shoe size',
        `Ann,${family},${family}@example.com,Captain,,39`,
        `Bea,${family},,Baker,3/27/1961,40`,
        `Cid,${family},not an address,Cook,,41`,
      ]),
    );

  await expect(page.getByRole('heading', { name: 'Match columns' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Field for “Surname”' })).toHaveValue('Last name');
  await expect(page.getByRole('combobox', { name: 'Field for “Job”' })).toHaveValue('Occupation');
  await expect(page.getByText('5 of 6 columns will be imported.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /Update the client/ }).click();
  await page.getByRole('button', { name: 'Check File' }).click();

  await expect(page.getByRole('heading', { name: 'Review the import' })).toBeVisible();
  await expect(page.getByText('not an address').first()).toBeVisible();
  expect(await clients()).toBe(1);
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  const question = page.getByRole('dialog', { name: 'Import “book of business.csv”?' });
  await expect(question).toContainText('2 clients will be created and 1 client will be updated.');
  await question.getByRole('button', { name: 'Import 3 rows' }).click();

  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
  await expect(page.getByText('3 rows imported.')).toBeVisible();
  expect(await clients()).toBe(3);
  expect((await owner.send('get', `/clients/${known}`)).data.occupation).toBe('Captain');
  const [outcome] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Results' }).click(),
  ]);
  expect(outcome.suggestedFilename()).toMatch(/\.csv$/);

  await page.getByRole('button', { name: 'Revert Import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revert Import' }).click();
  await expect(page.getByRole('heading', { name: 'Import reverted' })).toBeVisible();
  expect(await clients()).toBe(1);
  expect((await owner.send('get', `/clients/${known}`)).data.occupation).toBe('Pilot');
});

test('an unreadable file shows an error, and the next file is accepted', async ({ portalPage: page }) => {
  await page.goto('/crm/imports');
  const picker = page.getByLabel('Spreadsheet file');
  const sentence = page.getByRole('alert');
  await picker.setInputFiles(csv([]));
  await expect(sentence).toContainText('empty');
  await picker.setInputFiles(csv(['First name,Last name', '"Ann,Rivera', 'Bea,Stone']));
  await expect(sentence).toContainText(/quote/i);
  await picker.setInputFiles({ name: 'photo.xlsx', mimeType: '', buffer: Buffer.from('not a workbook') });
  await expect(sentence).not.toContainText(/quote/i);
  await expect(sentence).not.toHaveText('');
  await picker.setInputFiles(csv(['First name,Last name', `Ann,${unique('Next')}`]));
  await expect(page.getByRole('heading', { name: 'Match columns' })).toBeVisible();
});
