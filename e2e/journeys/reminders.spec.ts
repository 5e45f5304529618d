import type { Browser, Page } from '@playwright/test';
import { expect, test, unique } from '../fixtures.ts';
import { openSession, signingTemplate } from '../form-library.ts';
import { emailsTo, passDaysSinceEmails, runJobs } from '../server-data.ts';
import { SigningScreen } from '../signing-screen.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const remindersTo = async (address: string) =>
  (await emailsTo(address)).filter(({ header }) => header.includes('Subject: Reminder: '));

/** Waits for the reminder email and returns its link. */
async function linkOfReminder(address: string): Promise<string> {
  await expect.poll(async () => (await remindersTo(address)).length).toBe(1);
  const [email] = await remindersTo(address);
  return /https?:\/\/\S+/.exec(email?.text ?? '')?.[0] ?? '';
}

async function signFromLink(browser: Browser, link: string, name: string): Promise<void> {
  const context = await browser.newContext(PHONE);
  const phone: Page = await context.newPage();
  await phone.goto(link);
  await phone.getByRole('article', { name }).getByRole('button', { name: /^Sign/ }).tap();
  const screen = new SigningScreen(phone, 'en');
  await screen.consent();
  await screen.walk(phone, { 'Claims and billing': true, 'This authorization is valid for': '12 months' });
  await screen.finish();
  await expect(phone.getByText('Your signature has been received.')).toBeVisible();
  await context.close();
}

test('a client receives a reminder, opens the link, signs and receives no more reminders', async ({
  portalPage: page,
  owner,
  browser,
}) => {
  test.slow();
  const email = `${unique('dora')}@example.com`;
  const clientId = await owner.createClient({
    client_first_name: 'Dora',
    client_last_name: unique('Reminded'),
    dob: '1980-04-02',
    primary_email: email,
  });
  const template = await signingTemplate(owner, 'HIPAA Authorization');
  const session = await openSession(owner, clientId, [template]);
  await page.goto(`/crm/clients/${clientId}/sessions/${session.id}`);
  const card = page.getByRole('region', { name: 'Send to client' });
  const reminders = card.getByRole('group', { name: 'Reminders' });

  await test.step('reminders are not shown before the link is emailed', async () => {
    await card.getByRole('button', { name: 'Email Link' }).click();
    await expect(reminders).toHaveCount(0);
    await card.getByRole('button', { name: 'Send' }).click();
    await expect(reminders).toContainText(/Next reminder .* · 0 of 4 sent/);
  });

  await test.step('reminders are paused and resumed', async () => {
    await reminders.getByRole('button', { name: 'Pause' }).click();
    await expect(reminders).toContainText('Reminders paused');
    await reminders.getByRole('button', { name: 'Resume' }).click();
    await expect(reminders).toContainText('Next reminder');
  });

  await test.step('the client opens the link of the reminder and signs', async () => {
    // The button appears once the first email was sent.
    await reminders.getByRole('button', { name: 'Send Now' }).click();
    await expect(reminders).toContainText('1 of 4 sent');
    await signFromLink(browser, await linkOfReminder(email), template.form_name_client);
  });

  await test.step('no more reminders are sent', async () => {
    const ended = 'Reminders stopped: the client has finished their part · 1 of 4 sent';
    await expect(reminders).toContainText(ended);
    await expect(reminders.getByRole('button')).toHaveCount(0);
    for (const days of [3, 3, 3]) {
      await passDaysSinceEmails(clientId, days);
      await runJobs('reminders', 1);
    }
    expect(await remindersTo(email)).toHaveLength(1);
    await page.reload();
    await expect(reminders).toContainText(ended);
  });
});
