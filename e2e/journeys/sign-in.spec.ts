import { OWNER } from '../accounts.ts';
import { expect, test } from '../fixtures.ts';

test('an agent signs in, arrives at the requested page and signs out', async ({ page }) => {
  await page.goto('/crm/ledger');
  await expect(page).toHaveURL(/\/crm\/login\?.*ledger/);
  await page.getByLabel('Username').fill(OWNER.username);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Invalid username or password')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull();

  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/crm\/ledger/);
  await expect(page.getByRole('heading', { name: 'Client Ledger' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('adminFirstName'))).toBe('Brokerage');

  await page.getByRole('button', { name: /agent menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/crm\/login/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('a rejected token redirects to the sign-in page, which remembers the requested page', async ({
  page,
}) => {
  const future = Math.floor(Date.now() / 1000) + 3600;
  const claims = { id: 1, exp: future, is_owner: true, is_developer: true, has_all_staff_access: true };
  const forged = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
  await page.goto('/crm/login');
  await page.evaluate((token) => localStorage.setItem('jwt', token), forged);
  await page.goto('/crm/agents');
  await expect(page).toHaveURL(/\/crm\/login\?.*agents/);
  expect(await page.evaluate(() => localStorage.getItem('jwt'))).toBeNull();
});
