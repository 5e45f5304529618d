import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { expect, test, unique } from '../fixtures.ts';
import { emailsTo } from '../server-data.ts';

test('an agent ends a sign-in on another device, which shows the sign-in page and remembers its page', async ({
  page,
  browser,
  serverUrl,
  newAgent,
}) => {
  test.slow();
  const agent = await newAgent();
  await agent.signIn(page);
  const elsewhere = await browser.newContext({ baseURL: serverUrl });
  const other = await elsewhere.newPage();
  await other.goto('/crm/ledger');
  await other.getByLabel('Username').fill(agent.agent.username);
  await other.getByLabel('Password', { exact: true }).fill(agent.agent.password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByRole('heading', { name: 'Client Ledger' })).toBeVisible();

  await page.goto(`/crm/agents/${agent.agent.id}`);
  const card = page.getByRole('region', { name: 'Sign-ins' });
  await expect(card.getByText('This device')).toHaveCount(1);
  await expectNoAccessibilityViolations(page, '/crm/agents');
  await card.getByRole('button', { name: /^Sign out Chrome on / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL(/\/crm\/login\?.*ledger/);
  await expect(card.getByRole('listitem')).toHaveCount(1);
  await expect(card.getByText('This device')).toBeVisible();
  await elsewhere.close();
});

test('an invited agent chooses a password with the emailed link, and later resets a forgotten one', async ({
  page,
  owner,
}) => {
  test.slow();
  const username = unique('ida');
  const email = `${username}@example.com`;
  await owner.signIn(page);
  await page.goto('/crm/agents/new');
  await page.getByLabel(/First name/).fill('Ida');
  await page.getByLabel(/Last name/).fill('Newton');
  await page.getByLabel(/Email/).fill(email);
  await page.getByLabel(/Username/).fill(username);
  await page.getByLabel(/^Send an invitation instead/).check();
  await page.getByRole('main').getByRole('button', { name: 'Add Agent' }).click();
  await expect(page).toHaveURL(/\/crm\/agents$/);
  await page.evaluate(() => localStorage.clear());

  const choose = async (subject: RegExp, password: string) => {
    const emails = async () => (await emailsTo(email)).filter(({ header }) => subject.test(header));
    await expect.poll(async () => (await emails()).length).toBe(1);
    const [sentEmail] = await emails();
    const link = /https?:\S+\/crm\/set-password#[\w-]{32}/.exec(sentEmail?.text ?? '')?.[0] ?? '';
    await page.goto('about:blank');
    await page.goto(link.replace(/^https?:\/\/[^/]+/, ''));
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible();
    await page.goto('about:blank');
    await page.goto(link.replace(/^https?:\/\/[^/]+/, ''));
    await expect(page.getByRole('alert')).toContainText('This link is no longer valid');
    return password;
  };
  await choose(/your account/, 'a first password');
  await page.goto('/crm/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expectNoAccessibilityViolations(page, '/crm/forgotten-password');
  await page.getByLabel('Username or email').fill(email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText(/^If there is an account with that username/)).toBeVisible();
  const password = await choose(/set a new password/, 'a second password');
  await page.goto('/crm/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/crm\/today/);
});
