import { FailingCalls } from '../failing-calls.ts';
import { expect, test, unique } from '../fixtures.ts';
import { LedgerSheet, writesOf } from '../ledger-sheet.ts';
import { TEST_ERROR } from '../topmost.ts';

test('an agent edits cells with the keyboard alone, and each change is saved once', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('Keys');
  const id = await owner.createClient({
    client_first_name: 'Ada',
    client_last_name: family,
    occupation: 'Pilot',
  });
  const sheet = new LedgerSheet(page, [
    'client_first_name',
    'client_last_name',
    'occupation',
    'name_of_employer',
  ]);
  await sheet.open(family, 1);
  const writes = writesOf(page);
  const { keyboard } = page;
  await sheet.select('occupation', 0);

  await keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Occupation' }).fill('  Harbour pilot ');
  await keyboard.press('Enter');
  await expect(sheet.cell('occupation', 0)).toHaveText('Harbour pilot');
  await sheet.isSaved();
  expect(writes).toEqual([`PUT /clients/${id}`]);

  await test.step('an unchanged value, or an edit cancelled with Esc, sends no call', async () => {
    await keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Occupation' }).fill(' Harbour pilot  ');
    await keyboard.press('Enter');
    await keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Occupation' }).fill('Captain');
    await expect(sheet.indicator).toHaveText('Unsaved changes');
    await keyboard.press('Escape');
    await sheet.isSaved();
    await expect(sheet.cell('occupation', 0)).toHaveText('Harbour pilot');
    expect(writes).toHaveLength(1);
  });

  await test.step('typing, Tab and typing faster than an editor opens loses no input', async () => {
    await sheet.isSelected('occupation', 0);
    for (const key of 'Diver') void keyboard.press(key);
    await keyboard.press('Tab');
    for (const key of 'Reef Ltd') void keyboard.press(key);
    await keyboard.press('Enter');
    await expect(sheet.cell('name_of_employer', 0)).toHaveText('Reef Ltd');
    await expect(sheet.cell('occupation', 0)).toHaveText('Diver');
    await sheet.isSaved();
    expect(writes).toHaveLength(3);
  });

  await test.step('`/` is typed into the selected cell, even while no element has the focus', async () => {
    await sheet.select('name_of_employer', 0);
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await keyboard.press('/');
    await expect(page.getByRole('textbox', { name: 'Employer' })).toHaveValue('/');
    await keyboard.press('Escape');
    await sheet.isSaved();
    expect(writes).toHaveLength(3);
  });

  await test.step('a click on the selected cell returns the keyboard focus from the search box', async () => {
    await page.getByRole('searchbox', { name: 'Search clients' }).focus();
    await sheet.select('name_of_employer', 0);
    await keyboard.type('Quay Ltd');
    await keyboard.press('Enter');
    await expect(sheet.cell('name_of_employer', 0)).toHaveText('Quay Ltd');
  });
});

test('a failed save restores the value and keeps the input for a retry', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('Fail');
  const id = await owner.createClient({ client_last_name: family, occupation: 'Pilot' });
  const sheet = new LedgerSheet(page, ['client_last_name', 'occupation', 'agi']);
  // Calls are intercepted from the start: one that is sent while interception begins can pass unnoticed.
  const calls = new FailingCalls(page);
  await calls.watch();
  await sheet.open(family, 1);
  const note = page.getByRole('alert').filter({ hasText: 'Not saved' });
  await calls.during(async () => {
    await sheet.select('occupation', 0);
    await page.keyboard.type('Diver');
    await page.keyboard.press('Enter');
    await expect(note).toContainText(TEST_ERROR);
    await expect(note).toContainText('“Diver”');
    await expect(sheet.cell('occupation', 0)).toHaveText('Pilot');
    await expect(sheet.indicator).toHaveText('Unsaved changes');
  });

  await note.getByRole('button', { name: 'Retry' }).click();
  await expect(sheet.cell('occupation', 0)).toHaveText('Diver');
  await sheet.isSaved();
  await expect(note).toHaveCount(0);
  expect((await owner.send('get', `/clients/${id}`)).data.occupation).toBe('Diver');

  await test.step('a value that is invalid for the column stays in the editor for correction', async () => {
    await sheet.select('agi', 0);
    await page.keyboard.type('a lot');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('“a lot”');
    await page.getByRole('button', { name: 'Discard' }).click();
    await sheet.isSaved();
  });
});

test('undo and redo work over several steps and after the sort order changes', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('Undo');
  for (const [first, agi] of [
    ['Ann', 10],
    ['Bea', 20],
    ['Cid', 30],
  ] as const) {
    await owner.createClient({ client_first_name: first, client_last_name: family, agi });
  }
  const sheet = new LedgerSheet(page, ['client_first_name', 'client_last_name', 'occupation', 'agi']);
  await sheet.open(family, 3);
  await sheet.select('occupation', 0);
  await page.keyboard.type('Baker');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Cook');
  await page.keyboard.press('Enter');
  await sheet.reads('occupation', ['Baker', 'Cook', '']);
  await sheet.isSaved();

  await sheet.sortBy('agi');
  await expect(page).toHaveURL(/sort=agi/);
  await sheet.reads('client_first_name', ['Ann', 'Bea', 'Cid']);
  await sheet.sortBy('agi');
  await expect(page).toHaveURL(/sort=agi&direction=desc/);
  await sheet.reads('client_first_name', ['Cid', 'Bea', 'Ann']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await sheet.reads('occupation', ['', '', 'Baker']);
  await page.keyboard.press('ControlOrMeta+Z');
  await sheet.reads('occupation', ['', '', '']);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await sheet.reads('occupation', ['', '', 'Baker']);
  await page.getByRole('button', { name: 'Redo' }).click();
  await sheet.reads('occupation', ['', 'Cook', 'Baker']);
  await sheet.isSaved();
});

test('Add Row saves a client with its first cell; an empty row disappears after a reload', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('Added');
  await owner.createClient({ client_first_name: 'Ann', client_last_name: family });
  const sheet = new LedgerSheet(page, ['client_first_name', 'client_last_name', 'occupation']);
  await sheet.open(family, 1);
  const writes = writesOf(page);
  await page.getByRole('button', { name: 'Add Row' }).click();
  await sheet.hasRows(2);
  await sheet.isSelected('client_first_name', 1);
  await page.keyboard.type('Zoe');
  await page.keyboard.press('Tab');
  await page.keyboard.type(family);
  await page.keyboard.press('Enter');
  await expect(sheet.cell('client_last_name', 1)).toHaveText(family);
  await sheet.isSaved();
  expect(writes.map((write) => write.replace(/\d+/, 'n'))).toEqual(['POST /clients', 'PUT /clients/n']);

  await page.getByRole('button', { name: 'Add Row' }).click();
  await sheet.hasRows(3);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await sheet.hasRows(2);
  await sheet.reads('client_first_name', ['Ann', 'Zoe']);
});

test('clicking a name selects the cell for typing; the row number, the arrow and Ctrl+Enter open the client', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('Arrow');
  const id = await owner.createClient({ client_first_name: 'Ada', client_last_name: family });
  const sheet = new LedgerSheet(page, ['client_first_name', 'client_last_name', 'occupation']);
  await sheet.open(family, 1);
  async function isOpened() {
    await expect(page).toHaveURL(new RegExp(`/crm/clients/${id}$`));
    // The URL changes before the screen does; the selection is only cleared once the ledger is unmounted.
    await expect(page.getByRole('heading', { name: `Bea ${family}` })).toBeVisible();
  }

  await sheet.select('client_first_name', 0);
  await page.keyboard.type('Bea');
  await page.keyboard.press('Enter');
  await expect(sheet.cell('client_first_name', 0)).toHaveText('Bea');
  await sheet.isSaved();
  await expect(page).toHaveURL(/\/crm\/ledger/);

  const arrow = page.getByRole('button', { name: `Open Bea ${family}` });
  await test.step('the arrow of the selected name', async () => {
    await expect(arrow).toHaveCount(1);
    await arrow.click();
    await isOpened();
    await page.goBack();
    await sheet.hasRows(1);
  });
  await test.step('with the arrow under the pointer, without selecting a cell', async () => {
    const { x, y } = await sheet.centerOf('client_last_name', 0);
    await page.mouse.move(x, y + 200);
    await expect(arrow).toHaveCount(0);
    await page.mouse.move(x, y);
    await expect(arrow).toHaveCount(1);
    await arrow.hover();
    await expect(arrow).toHaveCount(1);
    await page.mouse.move(x, y + 200);
    await expect(arrow).toHaveCount(0);
    await page.mouse.move(x, y);
    await arrow.click();
    await isOpened();
    await page.goBack();
    await sheet.hasRows(1);
  });
  await test.step('with the row number', async () => {
    const { y } = await sheet.centerOf('client_first_name', 0);
    const left = await page.getByTestId('data-grid-canvas').boundingBox();
    await page.mouse.click((left?.x ?? 0) + 30, y);
    await isOpened();
    await page.goBack();
    await sheet.hasRows(1);
  });
  await test.step('with Ctrl+Enter from any cell', async () => {
    await sheet.select('occupation', 0);
    await expect(arrow).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Enter');
    await isOpened();
  });
});
