import { announcementsIn } from '../accessibility.ts';
import { button, FailingCalls, failOneByOne } from '../failing-calls.ts';
import { expect, test, unique } from '../fixtures.ts';

test('a call is logged in one row with its next follow-up and appears live in a colleague’s timeline', async ({
  portalPage: page,
  owner,
  newAgent,
  browser,
}) => {
  test.slow();
  const id = await owner.createClient({ client_first_name: 'Ana', client_last_name: unique('Call') });
  const colleague = await newAgent();
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await colleague.signIn(theirs);
  await theirs.goto(`/crm/clients/${id}`);
  await expect(theirs.getByRole('list', { name: 'Timeline' }).getByText('Client created')).toBeVisible();

  await page.goto(`/crm/clients/${id}`);
  const timeline = page.getByRole('list', { name: 'Timeline' });
  const text = page.getByRole('textbox', { name: 'Call notes' });
  await page.getByRole('button', { name: 'Log a call or note' }).click();
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Left a message');
  await page.getByRole('textbox', { name: 'Next follow-up' }).fill('12/01/2150');
  await text.fill('Asked for a quote');
  await text.press('Enter');
  await expect(timeline.getByText('Call · Left a message')).toBeVisible();
  await expect(timeline.getByText('Changed: Next follow-up')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log a call or note' })).toBeFocused();
  await expect(text).toHaveCount(0);
  await expect(theirs.getByRole('list', { name: 'Timeline' }).getByText('Asked for a quote')).toBeVisible();

  await test.step('screen readers hear it, also while a dialog is open', async () => {
    const announced = ['Call logged: Left a message. Next follow-up: Dec 1, 2150'];
    await expect.poll(() => announcementsIn(page)).toEqual(announced);
    await page.getByRole('button', { name: 'Edit: Call · Left a message Asked for a quote' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Log Entry' });
    await expect(dialog).toBeVisible();
    expect(await announcementsIn(page)).toEqual(announced);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the timeline is filtered by kind and searched', async () => {
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Notes & calls');
    await expect(timeline.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Everything');
    await page.getByRole('button', { name: 'Search the timeline' }).click();
    const search = page.getByRole('searchbox', { name: 'Search the timeline' });
    await search.fill('no such thing');
    await search.press('Enter');
    await expect(page.getByText('No matching entries.')).toBeVisible();
  });
  await context.close();
});

test('errors of the log are shown where they happen, and no input is lost', async ({
  portalPage: page,
  owner,
}) => {
  const id = await owner.createClient({ client_first_name: 'Leo', client_last_name: unique('Call') });
  await owner.send('post', `/clients/${id}/calls`, { kind: 'note', text: 'Prefers mornings' });
  await page.goto(`/crm/clients/${id}`);
  await expect(page.getByText('Prefers mornings')).toBeVisible();
  await failOneByOne(page, page, [
    {
      open: button('Delete: Note Prefers mornings'),
      dialog: 'Delete this log entry?',
      press: 'Delete',
      message: 'The entry was not deleted. This call fails in a test.',
      where: 'inside',
    },
    {
      open: button('Edit: Note Prefers mornings'),
      dialog: 'Edit Log Entry',
      fill: (dialog) => dialog.getByLabel('Call notes').fill('Prefers evenings'),
      press: 'Save',
      message: /^Someone else has just changed this/,
      where: 'inside',
    },
  ]);
  const calls = new FailingCalls(page);
  await calls.watch();
  const text = page.getByRole('textbox', { name: 'Call notes' });
  await page.getByRole('button', { name: 'Log a call or note' }).click();
  await calls.during(async () => {
    await text.fill('Wants a quote');
    await text.press('Enter');
    await expect(page.getByText('The entry was not logged. This call fails in a test.')).toBeVisible();
    await expect(text).toHaveValue('Wants a quote');
  });
  await calls.end();
  await text.press('Enter');
  await expect(page.getByRole('list', { name: 'Timeline' }).getByText('Wants a quote')).toBeVisible();
});
