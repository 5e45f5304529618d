import { expect, test, unique } from '../fixtures.ts';
import { LedgerSheet } from '../ledger-sheet.ts';

test('two agents see each other’s edits live and resolve a conflict in one cell', async ({
  portalPage: page,
  newAgent,
  browser,
}) => {
  const second = await newAgent({ has_all_staff_access: true });
  const family = unique('Both');
  const id = await second.createClient({
    client_first_name: 'Ann',
    client_last_name: family,
    occupation: 'Pilot',
  });
  const fields = ['client_first_name', 'client_last_name', 'occupation'] as const;
  const context = await browser.newContext();
  const otherPage = await context.newPage();
  await second.signIn(otherPage);
  const mine = new LedgerSheet(page, fields);
  const theirs = new LedgerSheet(otherPage, fields);
  await mine.open(family, 1);
  await theirs.open(family, 1);

  await mine.select('occupation', 0);
  await page.keyboard.type('Baker');
  await page.keyboard.press('Enter');
  await expect(theirs.cell('occupation', 0)).toHaveText('Baker');
  await mine.isSaved();

  const conflict = page.getByRole('dialog', { name: 'This cell was changed by someone else' });
  const bothEdit = async (text: string, other: string) => {
    await mine.select('occupation', 0);
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Occupation' }).fill(text);
    await theirs.select('occupation', 0);
    await otherPage.keyboard.press('F2');
    await otherPage.getByRole('textbox', { name: 'Occupation' }).fill(other);
    await otherPage.keyboard.press('Enter');
    await expect(theirs.cell('occupation', 0)).toHaveText(other);
    await theirs.isSaved();
    await page.getByRole('textbox', { name: 'Occupation' }).press('Enter');
    await expect(conflict).toBeVisible();
  };
  await bothEdit('Cook', 'Diver');
  await expect(conflict.getByRole('radio', { name: 'Cook' })).toBeChecked();
  await conflict.getByRole('radio', { name: 'Diver' }).check();
  await conflict.getByRole('button', { name: 'Save Selection' }).click();
  await expect(conflict).toHaveCount(0);
  await expect(mine.cell('occupation', 0)).toHaveText('Diver');

  await bothEdit('Fisher', 'Guard');
  await conflict.getByRole('button', { name: 'Keep Mine' }).click();
  await expect(conflict).toHaveCount(0);
  await expect(mine.cell('occupation', 0)).toHaveText('Fisher');
  await expect(theirs.cell('occupation', 0)).toHaveText('Fisher');

  await test.step('the agent can go back, and the typed text stays beside the cell', async () => {
    await bothEdit('Tailor', 'Usher');
    await conflict.getByRole('button', { name: 'Back to Editing' }).click();
    await expect(conflict).toHaveCount(0);
    await expect(mine.cell('occupation', 0)).toHaveText('Usher');
    await expect(page.getByText('Not saved: “Tailor”')).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(mine.cell('occupation', 0)).toHaveText('Tailor');
    await expect(theirs.cell('occupation', 0)).toHaveText('Tailor');
  });

  await test.step('selection and editor stay on their client when rows above are added or removed', async () => {
    const above: number[] = [];
    for (const first of ['Abe', 'Abi']) {
      above.push(await second.createClient({ client_first_name: first, client_last_name: family }));
    }
    await page.getByRole('button', { name: /^Show .* new clients?$/ }).click();
    await mine.hasRows(3);
    await mine.reads('client_first_name', ['Abe', 'Abi', 'Ann']);
    await mine.isSelected('occupation', 2);
    await second.send('delete', `/clients/${above[0]}`);
    await mine.hasRows(2);
    await mine.isSelected('occupation', 1);
    await page.keyboard.type('Harbor');
    await second.send('delete', `/clients/${above[1]}`);
    await mine.hasRows(1);
    await page.keyboard.type(' master');
    await page.keyboard.press('Enter');
    await expect(mine.cell('occupation', 0)).toHaveText('Harbor master');
    await mine.isSaved();
    expect((await second.send('get', `/clients/${id}`)).data.occupation).toBe('Harbor master');
  });
  await context.close();
});
