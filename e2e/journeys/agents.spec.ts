import { expect, test, unique } from '../fixtures.ts';
import { expectMessage } from '../notifications.ts';

test('an owner adds an agent, who signs in and changes their own name and password', async ({
  portalPage: page,
  browser,
}) => {
  const username = unique('newcomer');
  await page.goto('/crm/agents');
  await page
    .getByRole('link', { name: 'Add Agent' })
    .or(page.getByRole('button', { name: 'Add Agent' }))
    .click();
  await expect(page.getByRole('heading', { name: 'Add Agent' })).toBeVisible();
  await page.getByLabel('First name').fill('Noa');
  await page.getByLabel('Last name').fill('Newcomer');
  await page.getByLabel('Email').fill(`${username}@example.com`);
  await page.getByLabel('Username').fill(username);
  await page
    .getByLabel(/^Password/)
    .first()
    .fill('12345');
  await page
    .getByRole('button', { name: /save|add agent|create/i })
    .last()
    .click();
  await expect(page.getByText('Password must be at least 6 characters.')).toBeVisible();
  const save = page.getByRole('button', { name: /save|add agent|create/i }).last();
  const password = page.getByLabel(/^Password/).first();
  await password.fill('123456');
  await save.click();
  await expect(page.getByText(/This password is one of the most common ones/).first()).toBeVisible();
  await password.fill('xk4#pq');
  await save.click();
  await expect(page.getByText(`${username}@example.com`)).toBeVisible();

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const own = await context.newPage();
  await own.goto('/crm/login');
  await own.getByLabel('Username').fill(username);
  await own
    .getByLabel(/^Password/)
    .first()
    .fill('xk4#pq');
  await own.getByRole('button', { name: 'Sign in' }).click();
  await own.getByRole('button', { name: /agent menu/ }).click();
  await own.getByRole('menuitem', { name: 'Edit Info' }).click();
  await expect(own.getByRole('heading', { name: 'Edit Agent' })).toBeVisible();
  await expect(own.getByRole('checkbox')).toHaveCount(0);
  await expect(own.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await own.getByLabel('First name').fill('Noah');
  await own.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(own.getByRole('button', { name: /agent menu/ })).toContainText('Noah Newcomer');
  await context.close();
});

test('an email that is already in use is reported while typing', async ({ portalPage: page, newAgent }) => {
  const other = await newAgent();
  const mine = await newAgent();
  await page.goto(`/crm/agents/${mine.agent.id}`);
  await page.getByLabel('Email').fill(other.agent.email);
  await expect(page.getByText('This email is already in use by another agent')).toBeVisible();
  await page.getByRole('button', { name: /save/i }).click();
  await expect(page.getByText('Please fix the validation errors before submitting.')).toBeVisible();
});

test('the status page shows information on the process and the machine', async ({ portalPage: page }) => {
  await page.goto('/crm/status');
  await expect(page.getByText('API process status and system resources')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'System Resources' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'API Process' })).toBeVisible();
  const again = page.waitForResponse('**/api/status');
  await page.getByRole('button', { name: 'Refresh' }).click();
  expect((await again).ok()).toBe(true);
});

test('changing the password ends every sign-in of the agent except the current one', async ({
  newAgent,
  page,
  browser,
  request,
}) => {
  const agent = await newAgent();
  const { username, password, id } = agent.agent;
  await agent.signIn(page);
  const elsewhere = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' });
  const other = await elsewhere.newPage();
  await other.goto('/crm/login');
  await other.getByLabel('Username').fill(username);
  await other.getByLabel('Password', { exact: true }).fill(password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();

  await page.goto(`/crm/agents/${id}`);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByRole('dialog').getByLabel('Current password', { exact: true }).fill(password);
  await page.getByRole('dialog').getByLabel('New password').fill('another password');
  await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click();
  await expectMessage(page, 'Password updated.');

  await expect(other).toHaveURL(/\/crm\/login/);
  expect(await other.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
  await elsewhere.close();
  await page.goto('/crm/clients');
  await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible();
  const old = await request.post('/api/crm/login', { data: { username, password } });
  expect(old.status()).toBe(401);
});
