import { FailingCalls } from '../failing-calls.ts';
import { expect, test, unique } from '../fixtures.ts';
import { LedgerSheet, writesOf } from '../ledger-sheet.ts';
import { TEST_ERROR } from '../topmost.ts';

test('cells pasted from a spreadsheet become values of their columns, and one undo reverts them', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('Paste');
  const ids: number[] = [];
  for (const first of ['Ann', 'Bea']) {
    ids.push(await owner.createClient({ client_first_name: first, client_last_name: family }));
  }
  const sheet = new LedgerSheet(page, [
    'client_first_name',
    'client_last_name',
    'dob',
    'medicarenumber',
    'agi',
  ]);
  await sheet.open(family, 2);
  const writes = writesOf(page);
  await sheet.select('dob', 0);
  await sheet.paste([
    ['3/7/1961', '00123', '$1,234.50'],
    ['12/31/58', '007', '80'],
  ]);
  await sheet.reads('dob', ['03/07/1961', '12/31/1958']);
  await sheet.reads('medicarenumber', ['00123', '007']);
  await sheet.reads('agi', ['$1,234.50', '$80.00']);
  await sheet.isSaved();
  expect(writes).toHaveLength(1);
  const stored = async (id = 0) => (await owner.send('get', `/clients/${id}`)).data;
  expect(await stored(ids[0])).toMatchObject({ dob: '1961-03-07', medicarenumber: '00123' });
  expect(Number((await stored(ids[0])).agi)).toBe(1234.5);

  await test.step('a copied range contains the values as displayed', async () => {
    await sheet.selectRange(['dob', 0], ['agi', 1]);
    await page.keyboard.press('ControlOrMeta+C');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('03/07/1961\t00123\t$1,234.50\n12/31/1958\t007\t$80.00');
  });

  await test.step('an invalid cell blocks the entire paste until it is resolved', async () => {
    await sheet.select('dob', 1);
    await sheet.paste([['31/31/1999', '00999', '5']]);
    const dialog = page.getByRole('dialog', { name: '1 cell can’t be pasted' });
    await expect(dialog).toContainText('Nothing has been saved yet.');
    await expect(dialog.getByRole('row', { name: /31\/31\/1999/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await sheet.isSaved();
    await sheet.reads('medicarenumber', ['00123', '007']);
    expect(writes).toHaveLength(1);
  });

  await page.getByRole('button', { name: 'Undo' }).click();
  await sheet.reads('dob', ['', '']);
  await sheet.reads('agi', ['', '']);
  await sheet.isSaved();
});

test('a paste past the last row offers to add the rows', async ({ portalPage: page, owner }) => {
  const family = unique('Beyond');
  await owner.createClient({ client_first_name: 'Ann', client_last_name: family });
  const sheet = new LedgerSheet(page, ['client_first_name', 'client_last_name', 'occupation', 'agi']);
  await sheet.open(family, 1);
  await sheet.select('occupation', 0);
  await page.keyboard.press('ArrowLeft');
  await sheet.isSelected('client_last_name', 0);
  const pasted = [
    [family, 'Baker', '1'],
    [family, 'Cook', '2'],
    [family, 'Diver', '3'],
  ];
  await sheet.paste(pasted);
  const dialog = page.getByRole('dialog', { name: 'Add 2 rows?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await sheet.hasRows(1);
  await sheet.reads('occupation', ['']);

  await sheet.isSelected('client_last_name', 0);
  await sheet.paste(pasted);
  const calls = new FailingCalls(page);
  await calls.watch();
  const failed = page.getByRole('dialog', { name: /not saved$/ });
  await calls.during(async () => {
    await page.getByRole('button', { name: 'Add 2 rows' }).click();
    await expect(failed).toContainText('This call fails in a test.');
  });
  await calls.end();
  await sheet.hasRows(1);
  await failed.getByRole('button', { name: 'Retry' }).click();
  await sheet.hasRows(3);
  await sheet.reads('occupation', ['Baker', 'Cook', 'Diver']);
  await sheet.isSaved();
  await page.getByRole('button', { name: 'Undo' }).click();
  await sheet.hasRows(1);
  await sheet.reads('occupation', ['']);
});

test('a value is filled down with the handle and the keyboard, cut, and cleared', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('Fill');
  for (const first of ['Ann', 'Bea', 'Cid', 'Dot']) {
    await owner.createClient({ client_first_name: first, client_last_name: family, aor: `${first} AOR` });
  }
  // Calls are intercepted from the start: one that is sent while interception begins can pass unnoticed.
  const calls = new FailingCalls(page);
  await calls.watch();
  const sheet = new LedgerSheet(page, ['client_first_name', 'client_last_name', 'aor', 'occupation']);
  await sheet.open(family, 4);
  const writes = writesOf(page);
  await sheet.select('occupation', 0);
  await page.keyboard.type('Baker');
  await page.keyboard.press('Enter');
  await sheet.isSelected('occupation', 1);
  await sheet.isSaved();
  await sheet.dragFill(['occupation', 0], ['occupation', 2]);
  await sheet.reads('occupation', ['Baker', 'Baker', 'Baker', '']);
  await sheet.isSaved();
  expect(writes).toHaveLength(2);

  await sheet.select('occupation', 2);
  await page.keyboard.press('Shift+ArrowDown');
  await sheet.isSelected('occupation', 3);
  await page.keyboard.press('ControlOrMeta+D');
  await sheet.reads('occupation', ['Baker', 'Baker', 'Baker', 'Baker']);
  await sheet.isSaved();

  await sheet.selectRange(['aor', 1], ['aor', 2]);
  await page.keyboard.press('ControlOrMeta+X');
  await sheet.reads('aor', ['Ann AOR', '', '', 'Dot AOR']);
  await sheet.isSaved();
  await sheet.select('occupation', 0);
  await page.keyboard.press('ControlOrMeta+V');
  await sheet.reads('occupation', ['Bea AOR', 'Cid AOR', 'Baker', 'Baker']);
  await sheet.isSaved();
  await sheet.select('aor', 3);
  const failed = page.getByRole('dialog', { name: '1 change was not saved' });
  await calls.during(async () => {
    await page.keyboard.press('Delete');
    await expect(failed).toContainText(TEST_ERROR);
    await sheet.reads('aor', ['Ann AOR', '', '', 'Dot AOR']);
  });
  await failed.getByRole('button', { name: 'Retry' }).click();
  await sheet.reads('aor', ['Ann AOR', '', '', '']);
  await sheet.isSaved();

  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('ControlOrMeta+Z');
    await sheet.isSaved();
  }
  await sheet.reads('aor', ['Ann AOR', 'Bea AOR', 'Cid AOR', 'Dot AOR']);
  await sheet.reads('occupation', ['Baker', 'Baker', 'Baker', '']);
});

test('a copy includes rows that the browser has not loaded', async ({ portalPage: page, owner }) => {
  const family = unique('Many');
  const create = Array.from({ length: 300 }, (_, n) => ({
    row: String(n),
    values: {
      client_first_name: `Member${String(n).padStart(3, '0')}`,
      client_last_name: family,
      medicarenumber: `0${n}`,
    },
  }));
  await owner.send('patch', '/ledger/cells', { cells: [], restore: [], create, remove: [] });
  const sheet = new LedgerSheet(page, ['client_first_name', 'client_last_name', 'medicarenumber']);
  await sheet.open(family, 300);
  await sheet.select('medicarenumber', 0);
  await page.keyboard.press('ControlOrMeta+Shift+ArrowDown');
  await sheet.isSelected('medicarenumber', 5);
  await page.keyboard.press('ControlOrMeta+C');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(create.map(({ values }) => values.medicarenumber).join('\n'));
});
