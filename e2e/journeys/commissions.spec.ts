import { readFile } from 'node:fs/promises';
import { calendarDay } from '../../server/src/platform/clock.ts';
import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { expect, test, unique } from '../fixtures.ts';
import { expectMessage } from '../notifications.ts';

test('a commission statement is imported, and its differences are resolved', async ({
  portalPage: page,
  owner,
}) => {
  const carrier = unique('Carrier');
  const year = calendarDay(new Date(), 'America/New_York').slice(0, 4);
  const addPolicy = async (name: string, policy_number: string) => {
    const id = await owner.createClient({ client_first_name: name, client_last_name: carrier });
    await owner.send('post', `/clients/${id}/policies`, {
      ...{ line: 'health', carrier, policy_number, effective_date: `${Number(year) - 3}-01-01` },
    });
  };
  for (const [name, number] of [
    ['Mia', 'MIS-1001'],
    ['Uma', 'UND-1002'],
    ['Ove', 'OVR-1003'],
    ['Ana', '0001004'],
  ] as const)
    await addPolicy(name, number);
  const rows = page.getByRole('table', { name: 'Rows' });
  const row = (text: string) => rows.getByRole('row').filter({ hasText: text });

  await test.step('an owner sets what the carrier pays', async () => {
    await page.goto('/crm/commissions');
    await page.getByRole('button', { name: 'Rates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Commission Rates' });
    await dialog.getByRole('combobox', { name: 'Carrier' }).fill(carrier);
    await dialog.getByRole('combobox', { name: 'Commission' }).click();
    await page.getByRole('option', { name: 'Amount per member per month' }).click();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('18.00');
    await dialog.getByRole('textbox', { name: 'Effective date' }).fill(`01/01/${Number(year) - 3}`);
    await dialog.getByRole('button', { name: 'Save Rate' }).click();
    await expectMessage(page, 'The rate was saved.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('a statement is previewed and imported', async () => {
    await page.getByRole('button', { name: 'Import Statement' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Import Statement' });
    await dialog.getByRole('combobox', { name: 'Carrier' }).fill(carrier);
    const lines = ['UND1002,Uma,$17.00', 'OVR-1003,Ove,"$1,019.00"', '1004,Ana,18', 'NEW-9,Nina Nova,(5.00)'];
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'statement.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Statement of ${carrier}\n\nPolicy Number,Member Name,Commission\n${lines.join('\n')}\nGrand Total,,"1,050.00"\n`,
      ),
    });
    await expect(dialog).toContainText('4 lines, $1,049.00.');
    await expect(dialog).toContainText('The total in the file is different');
    await expectNoAccessibilityViolations(page, 'the import of a statement');
    await dialog.getByRole('button', { name: 'Import Statement' }).click();
    await expectMessage(page, 'The statement was imported.');
    await expect(row('Mia')).toContainText('Missing');
    await expect(row('Uma')).toContainText(/Under.*\$18\.00.*\$17\.00.*-\$1\.00/);
    await expect(row('Ove')).toContainText(/Over.*\$18\.00.*\$1,019\.00.*\+\$1,001\.00/);
    await expect(row('Nina Nova')).toContainText('Unknown policy');
    await expect(row('Ana')).toContainText('As expected');
    await expectNoAccessibilityViolations(page, 'a commission statement');
  });

  await test.step('a difference is resolved and a line matched to its policy', async () => {
    await rows.getByRole('button', { name: `Open: Uma ${carrier}` }).click();
    const under = page.getByRole('dialog', { name: `Uma ${carrier}` });
    await under.getByLabel('Note').fill('Paid in the next month');
    await under.getByRole('button', { name: 'Mark as Resolved' }).click();
    await expect(row('Uma')).toContainText('Resolved');
    await rows.getByRole('button', { name: 'Open: Nina Nova' }).click();
    const unknown = page.getByRole('dialog', { name: 'Nina Nova' });
    await unknown.getByLabel('Search policies').fill('1001');
    await unknown.getByLabel('Search policies').press('Enter');
    await unknown.getByRole('button', { name: `Match to Mia ${carrier}` }).click();
    await expectMessage(page, `The line was matched to Mia ${carrier}.`);
    await expect(row('Mia')).toContainText('Chargeback');
    await page.getByRole('button', { name: /^Chargeback/ }).click();
    await expect(rows.getByRole('row')).toHaveCount(2);
  });

  await test.step('the rows are downloaded, and the statement is listed', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toContain(`Over,Ove ${carrier},${carrier},,••••1003,`);
    await page.getByRole('link', { name: 'All statements' }).click();
    await expect(page.getByRole('link', { name: new RegExp(`^${carrier}, `) })).toBeVisible();
  });
});
