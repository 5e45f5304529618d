import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { expect, test, unique } from '../fixtures.ts';
import { expectMessage } from '../notifications.ts';
import { runJobs } from '../server-data.ts';

test('an owner filters and exports the views and searches of a colleague, and is notified of many reveals', async ({
  page,
  newAgent,
  browser,
  serverUrl,
}) => {
  test.slow();
  const owner = await newAgent({ is_owner: true });
  const colleague = await newAgent();
  const family = unique('Marin');
  const clientId = await colleague.createClient({
    client_first_name: 'Ana',
    client_last_name: family,
  });
  await colleague.send('put', `/clients/${clientId}`, { ssn: '123-45-6789' });
  const context = await browser.newContext({ baseURL: serverUrl });
  const colleaguePage = await context.newPage();
  await colleague.signIn(colleaguePage);
  await colleaguePage.goto(`/crm/clients/${clientId}`);
  await expect(colleaguePage.getByRole('heading', { name: new RegExp(family) }).first()).toBeVisible();

  await owner.signIn(page);
  await page.goto('/crm/clients');
  await page.getByRole('button', { name: /agent menu/ }).click();
  await page.getByRole('menuitem', { name: 'Audit Log' }).click();
  await expect(page.getByRole('heading', { name: 'Audit Log' })).toBeVisible();
  await page.goto(`/crm/audit?agent=${colleague.agent.id}`);
  await expect(page.getByRole('button', { name: `opened Ana ${family}` })).toBeVisible();
  await expectNoAccessibilityViolations(page, 'the audit log');
  await page.getByRole('combobox', { name: 'Act' }).selectOption('Changed');
  await expect(page.getByRole('button', { name: `opened Ana ${family}` })).toHaveCount(0);
  await expect(
    page.getByRole('button', { name: new RegExp(`SSN of Ana ${family} .*•••-••-6789`) }),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Action' }).selectOption('All actions');

  const opened = page.getByRole('button', { name: `opened Ana ${family}` });
  await opened.focus();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'What happened' });
  await details.getByRole('button', { name: `All Activity for Ana ${family}` }).click();
  await expect(page).toHaveURL(new RegExp(`client=${clientId}`));

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('audit-log.csv');

  await page.getByRole('button', { name: 'Alerts' }).click();
  const alerts = page.getByRole('dialog', { name: 'Alerts' });
  await alerts.getByLabel('Secrets revealed in an hour').fill('2');
  await alerts.getByRole('button', { name: 'Save' }).click();
  await expectMessage(page, 'Alerts saved.');

  const eye = colleaguePage.getByRole('button', { name: 'Reveal SSN' }).first();
  await eye.click();
  await expect(colleaguePage.getByText('123-45-6789').first()).toBeVisible();
  await colleaguePage.getByRole('button', { name: 'Hide SSN' }).first().click();
  await eye.click();
  await expect(colleaguePage.getByText('123-45-6789').first()).toBeVisible();
  await context.close();

  // The job checks the audit log every minute; this runs it now. Reads are logged a moment after they happen.
  await expect(async () => {
    await runJobs('audit-watch', 1);
    await expect(page.getByRole('button', { name: /^Notifications, \d+ unread/ })).toBeVisible({
      timeout: 2000,
    });
  }).toPass();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page
    .getByRole('link', { name: /^Unusual activity.*2 secrets revealed/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`agent=${colleague.agent.id}&act=revealed`));
  await expect(page.getByRole('button', { name: `revealed SSN of Ana ${family}` })).toHaveCount(2);
  const settings = await owner.send('get', '/audit/watch');
  await owner.send('put', '/audit/watch', {
    ...settings.data,
    limits: { ...settings.data.limits, reveals: 20 },
  });
});
