import { devices, type Page } from '@playwright/test';
import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { FailingCalls, failOneByOne } from '../failing-calls.ts';
import { expect, test, unique } from '../fixtures.ts';
import { expectMessage } from '../notifications.ts';
import { FormFiller } from '../web-form.ts';

const bellOf = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panelOf = (page: Page) => page.getByRole('dialog', { name: /^Notifications/ });
const counted = (page: Page, count: number) =>
  expect(bellOf(page)).toHaveAccessibleName(count > 0 ? `Notifications, ${count} unread` : 'Notifications');

async function openSettings(page: Page): Promise<void> {
  await bellOf(page).click();
  await panelOf(page).getByRole('button', { name: 'Settings' }).click();
}

test('a submitted form updates the bell of the client’s owner live, and the keyboard opens it from there', async ({
  page,
  newAgent,
  browser,
}) => {
  test.slow();
  const agent = await newAgent();
  const family = unique('Told');
  const clientId = await agent.createClient({ client_first_name: 'Rosa', client_last_name: family });
  const body = { formId: 'personal-info', clientId };
  const { data } = await agent.send('post', '/secure-access/client-new', body);
  await agent.signIn(page);
  await page.goto('/crm/clients');
  await counted(page, 0);
  const other = await page.context().newPage();
  await agent.signIn(other);
  await other.goto('/crm/dashboard');
  await counted(other, 0);

  const context = await browser.newContext({ ...devices['iPhone 13'], baseURL: new URL(page.url()).origin });
  const phone = await context.newPage();
  await phone.goto(new URL(data.formUrl).pathname);
  const filler = new FormFiller(phone, 'en');
  for (const step of filler.steps) {
    await filler.fillStep(step);
    await filler.continueForm();
  }
  await phone.getByRole('button', { name: 'Send my answers' }).click();
  await expect(phone.getByRole('heading', { name: /thank you/i })).toBeVisible();
  await context.close();

  await counted(page, 1);
  await counted(other, 1);
  await bellOf(page).focus();
  await page.keyboard.press('Enter');
  const notification = panelOf(page).getByRole('link', { name: /^Form submitted.*unread/ });
  await expect(notification).toContainText(`Rosa ${family} · Personal Information`);
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toHaveCount(0);
  await expect(bellOf(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(notification).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('textbox', { name: /^Jump to/ });
  await expect(palette).toBeFocused();
  await expect(panelOf(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await bellOf(page).click();
  await expect(notification).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(notification).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/crm/clients/${clientId}/forms/${data.sessionFormId}$`));
  await expect(panelOf(page)).toHaveCount(0);
  await counted(page, 0);
  await counted(other, 0);
});

test('an agent marks notifications as read and chooses which to receive, also after failed calls', async ({
  page,
  newAgent,
}) => {
  const agent = await newAgent();
  const colleague = await newAgent();
  const due = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const assignTask = (title: string) =>
    colleague.send('post', '/tasks', { title, due_day: due, owner_agent_id: agent.agent.id });
  await assignTask('Call the carrier');
  await agent.signIn(page);
  await page.goto('/crm/dashboard');
  await counted(page, 1);
  await bellOf(page).click();
  const panel = panelOf(page);
  await expect(panel.getByText('Call the carrier')).toBeVisible();
  await expectNoAccessibilityViolations(page, 'the notifications');
  const calls = new FailingCalls(page);
  await calls.watch();
  const readAll = panel.getByRole('button', { name: 'Mark All Read' });
  await calls.during(async () => {
    await readAll.click();
    await expect(panel.getByText(/^The notifications could not be marked as read\./)).toBeVisible();
  });
  await readAll.click();
  await counted(page, 0);
  await expect(readAll).toHaveCount(0);
  await calls.end();
  await page.keyboard.press('Escape');

  await failOneByOne(page, page, [
    {
      dialog: 'Notification Settings',
      open: () => openSettings(page),
      fill: async (dialog) => {
        await dialog.getByLabel('Task assigned to me: by email').selectOption('Daily digest');
      },
      press: 'Save',
      message: /^The settings could not be saved\./,
      where: 'inside',
    },
  ]);
  await openSettings(page);
  const dialog = page.getByRole('dialog', { name: 'Notification Settings' });
  const inPortal = dialog.getByRole('switch', { name: 'Task assigned to me: in app' });
  await expect(dialog.getByLabel('Task assigned to me: by email')).toHaveValue('off');
  await expect(inPortal).toBeChecked();
  await inPortal.press('Space');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectMessage(page, 'Notification settings saved.');
  await expect(dialog).toHaveCount(0);
  await assignTask('Not to be shown');
  await page.reload();
  await counted(page, 0);
  await bellOf(page).click();
  await expect(panel.getByText('Call the carrier')).toBeVisible();
  await expect(panel.getByText('Not to be shown')).toHaveCount(0);
});
