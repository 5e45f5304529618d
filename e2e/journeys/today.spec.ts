import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { signAsClient } from '../client-signs.ts';
import { button, FailingCalls, failOneByOne } from '../failing-calls.ts';
import { expect, type Portal, test, unique } from '../fixtures.ts';
import { openSession, signingTemplate } from '../form-library.ts';
import { expectMessage } from '../notifications.ts';
import { ageLinks } from '../server-data.ts';

const DAY_MS = 86_400_000;
/** A PNG of one transparent pixel. */
const SIGNATURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** The date this many days from now, in the brokerage's time zone. */
async function dayAt(agent: Portal, days: number): Promise<string> {
  const { data } = await agent.send('get', '/public-settings');
  const zone = { timeZone: data.time_zone, dateStyle: 'short' } as const;
  return new Intl.DateTimeFormat('en-CA', zone).format(new Date(Date.now() + days * DAY_MS));
}

async function sendForm(agent: Portal, clientId: number, hours: number) {
  const body = { formId: 'personal-info', clientId, expirationHours: hours };
  return (await agent.send('post', '/secure-access/client-new', body)).data;
}

/** Submits the form as the client. */
async function submitForm(request: APIRequestContext, token: string): Promise<void> {
  const answer = await request.post('/api/secure-access/form/submit', {
    headers: { authorization: `Bearer ${token}` },
    data: { form_data: sampleAnswers(), language: 'en' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** A day with an overdue follow-up, one due today, a task, a submitted form and an expiring link. */
async function createSmallDay(agent: Portal, request: APIRequestContext) {
  const family = unique('Day');
  const client = (first: string, values: Record<string, string> = {}) =>
    agent.createClient({ client_first_name: first, client_last_name: family, ...values });
  const today = await dayAt(agent, 0);
  const ann = await client('Ann', { next_f_u_date: await dayAt(agent, -3), primary_phone: '3055550100' });
  await client('Dov', { next_f_u_date: today });
  await agent.send('post', '/tasks', { title: `Quote for ${family}`, due_day: today });
  const { token } = await sendForm(agent, await client('Bea'), 168);
  await submitForm(request, token);
  await sendForm(agent, await client('Cid'), 24);
  return { family, ann, client };
}

/** The small day, plus an agreement to sign, a signed one to invoice and a client who turns 65. */
async function createFullDay(agent: Portal, owner: Portal, request: APIRequestContext) {
  const [agreement, hipaa] = [
    await signingTemplate(owner, 'Advisory Agreement'),
    await signingTemplate(owner, 'HIPAA Authorization'),
  ];
  await owner.send('put', `/global-forms/${hipaa.id}`, { base_cost: 100, square_account: 'BFA' });
  const day = await createSmallDay(agent, request);
  await openSession(agent, await day.client('Fay'), [agreement]);
  await agent.send('put', '/auth/signature', { method: 'typed', name: 'Ada Advisor', image: SIGNATURE });
  const ida = await day.client('Ida', { primary_email: `${day.family.toLowerCase()}@example.com` });
  await signAsClient(agent, request, await openSession(agent, ida, [hipaa]));
  const [year = '', month] = (await dayAt(agent, 40)).split('-');
  await day.client('Gus', { dob: `${Number(year) - 65}-${month}-15`, primary_phone: '3055550111' });
  return { ...day, agreement };
}

/** The main action of an item; it has the focus when the item is the current one. */
const actionButton = (page: Page, label: string | RegExp): Locator =>
  page.getByRole('main').locator('[data-main-action]').and(page.getByLabel(label));

test('an agent completes all items of Today with the keyboard alone, and a colleague sees a reassigned item live', async ({
  page,
  owner,
  newAgent,
  browser,
  request,
}) => {
  test.slow();
  const agent = await newAgent({ is_advisor: true });
  const colleague = await newAgent();
  const { family, ann, agreement } = await createFullDay(agent, owner, request);
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await colleague.signIn(theirs);
  await theirs.goto('/crm/today');
  await expect(theirs.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
  await expect(theirs.getByText(family)).toHaveCount(0);

  await agent.signIn(page);
  await page.goto('/crm/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard', exact: true })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/crm\/today$/);
  await expect(page.getByRole('heading', { name: /^Overdue 1/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Next 7 days 1/ })).toBeVisible();

  const sign = actionButton(page, `Sign: Sign ${agreement.form_name_agent}, Fay ${family}`);
  await test.step('a call is logged, and the next follow-up is set', async () => {
    await page.keyboard.press('j');
    await expect(actionButton(page, `Call: Follow up, Ann ${family}`)).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Follow up: Ann ${family}` });
    await expect(dialog.getByLabel('Call notes')).toBeFocused();
    await page.keyboard.type(`Quoted ${family}`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Reached');
    await page.keyboard.press('Tab');
    await page.keyboard.type('06/01/2040');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(sign).toBeFocused();
  });

  await test.step('an agreement is signed in three steps with the saved signature', async () => {
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Sign: ${agreement.form_name_agent}` });
    await expect(dialog).toBeVisible();
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('button', { name: 'Use my signature' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(frame.getByRole('button', { name: 'Sign and finish' })).toBeFocused();
    await page.keyboard.press('Enter');
    const end = page.getByRole('dialog', { name: `Signed: ${agreement.form_name_agent}` });
    await expect(end.getByText('All signed')).toBeVisible();
    await expect(end.getByRole('button', { name: 'Back to Today' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(end).toHaveCount(0);
    await expect(sign).toHaveCount(0);
    await expect(actionButton(page, `Call: Follow up, Dov ${family}`)).toBeFocused();
  });

  await test.step('a follow-up is reassigned', async () => {
    await page.keyboard.press('h');
    const dialog = page.getByRole('dialog', { name: 'Reassign' });
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(colleague.agent.last_name);
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(actionButton(theirs, `Call: Follow up, Dov ${family}`)).toBeVisible();
  });

  await test.step('a client who turns 65 is called, and the call is logged', async () => {
    const birthday = actionButton(page, `Call: Turning 65, Gus ${family}`);
    await expect(birthday).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Call: Gus ${family}` });
    await expect(dialog.getByLabel('Call notes')).toBeFocused();
    await page.keyboard.type('Wants to hear about Medicare');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(birthday).toHaveCount(0);
  });

  await test.step('a task is completed, undone and completed again', async () => {
    const task = actionButton(page, `Done: Quote for ${family}`);
    await expect(task).toBeFocused();
    await page.keyboard.press('Enter');
    await expectMessage(page, `Quote for ${family}`);
    const form = actionButton(page, /^Open: Review/).first();
    await expect(form).toBeFocused();
    await page.keyboard.press('z');
    await expect(task).toBeVisible();
    await page.keyboard.press('k');
    await expect(task).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form).toBeFocused();
  });

  await test.step('submitted forms are reviewed', async () => {
    const forms = actionButton(page, /^Open: Review/);
    const dialog = page.getByRole('dialog');
    for (let left = await forms.count(); left > 0; left -= 1) {
      const label = await page.locator(':focus').getAttribute('aria-label');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeVisible();
      // Its answers differ from the client record: it stays until they are applied.
      if (label?.includes('Personal Information')) {
        const apply = dialog.getByRole('button', { name: 'Update Client Record' });
        await expect(apply).toBeEnabled();
        await expect(forms).toHaveCount(left);
        await apply.press('Enter');
      }
      await expect(forms).toHaveCount(left - 1);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  });

  await test.step('the signed session is invoiced', async () => {
    await expect(actionButton(page, /^Invoice: Ready to invoice: Annual review/)).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create Invoice' });
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await expect(dialog.getByLabel('Title')).toHaveValue('Your forms from Ledgerline');
    await page.keyboard.press('Enter');
    await expectMessage(page, ' was created.');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('open enrollment periods are dismissed, and the link is extended', async () => {
    const periods = actionButton(page, /^Clients: /);
    for (let left = await periods.count(); left > 0; left -= 1) {
      await expect(periods.first()).toBeFocused();
      await page.keyboard.press('d');
      await expect(periods).toHaveCount(left - 1);
    }
    await expect(actionButton(page, /^Extend: Link expires/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'You’re all caught up.' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeFocused();
  });
  await context.close();
  await page.goto(`/crm/clients/${ann}`);
  await expect(page.getByText(`Quoted ${family}`)).toBeVisible();
});

test('Today is accessible, and shows errors in its dialogs and items', async ({
  page,
  newAgent,
  request,
}) => {
  test.slow();
  const agent = await newAgent({ is_advisor: true });
  const { family, client } = await createSmallDay(agent, request);
  const email = `${family.toLowerCase()}@example.com`;
  const sent = await client('Eve', { primary_email: email });
  await sendForm(agent, sent, 168);
  await ageLinks(sent);
  await agent.signIn(page);
  await page.goto('/crm/today');
  await expect(actionButton(page, `Call: Follow up, Dov ${family}`)).toBeVisible();
  await expectNoAccessibilityViolations(page, '/crm/today');

  const message = 'This call fails in a test.';
  const inside = { message, where: 'inside' } as const;
  const ann = `Follow up, Ann ${family}`;
  await failOneByOne(page, page, [
    { dialog: 'Snooze', open: button(`Snooze: ${ann}`), press: 'Snooze', ...inside },
    {
      dialog: 'Reassign',
      open: button(`Reassign: ${ann}`),
      fill: async (dialog) => {
        await dialog.getByRole('combobox').click();
        await page.getByRole('option', { name: 'Unassigned' }).click();
      },
      press: 'Reassign',
      ...inside,
    },
    {
      dialog: `Follow up: Dov ${family}`,
      open: button(`Call: Follow up, Dov ${family}`),
      press: 'Save',
      message: /^Someone else has just set another follow-up/,
      where: 'inside',
    },
    { dialog: 'Email Link', open: button(/^Send Again: Not opened yet/), press: 'Send', ...inside },
  ]);

  const calls = new FailingCalls(page);
  await calls.watch();
  const task = actionButton(page, `Done: Quote for ${family}`);
  const failed = page.getByRole('main').getByRole('alert');
  await calls.during(async () => {
    await task.click();
    await expect(failed).toContainText(message);
  });
  await expect(task).toBeVisible();
  await failed.getByRole('button', { name: 'Try Again' }).click();
  await expect(task).toHaveCount(0);
  await calls.end();

  await actionButton(page, /^Send Again: Not opened yet/).click();
  const emailDialog = page.getByRole('dialog', { name: 'Email Link' });
  await expect(emailDialog.getByLabel('To')).toHaveValue(email);
  await emailDialog.getByRole('button', { name: 'Send' }).click();
  await expectMessage(page, 'If the link isn’t opened, you’ll be reminded in 3 days.');
  await expect(actionButton(page, /^Send Again: Not opened yet/)).toHaveCount(0);
});
