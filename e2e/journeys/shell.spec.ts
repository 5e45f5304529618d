import { hasNoSeriousFault } from '../accessibility.ts';
import { expect, test, unique } from '../fixtures.ts';

test('a plain agent sees neither Forms nor Manage Agents, and is turned away from them', async ({
  page,
  newAgent,
}) => {
  const agent = await newAgent();
  await agent.enter(page);
  await page.goto('/crm/');
  await expect(page).toHaveURL(/\/crm\/clients/);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link')).toHaveText(['Clients', 'Ledger', 'Payments', 'Recurring']);
  await expect(page.getByRole('button', { name: /agent menu/ })).toContainText('Administrator');
  await page.getByRole('button', { name: /agent menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Manage Agents' })).toHaveCount(0);
  await page.goto('/crm/forms');
  await expect(page).toHaveURL(/\/crm\/clients/);
  await page.goto('/crm/agents');
  await expect(page).toHaveURL(/\/crm\/clients/);
});

test('below 768 px the navigation is a drawer, from 768 px a sidebar', async ({ portalPage: page }) => {
  await page.setViewportSize({ width: 767, height: 900 });
  await page.goto('/crm/clients');
  const ledger = page.getByRole('link', { name: 'Ledger', exact: true });
  await expect(ledger).toBeHidden();
  await page.getByRole('button', { name: /menu/i }).first().click();
  await expect(ledger).toBeVisible();
  await ledger.click();
  await expect(page).toHaveURL(/\/crm\/ledger/);
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Ledger' }),
  ).toBeVisible();
});

test('the palette finds a client and a screen by the keyboard alone', async ({ portalPage: page, owner }) => {
  const family = unique('Palette');
  const id = await owner.createClient({ client_first_name: 'Nora', client_last_name: family });
  await page.goto('/crm/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: /jump to/i });
  await palette.getByRole('textbox').pressSequentially(family);
  await expect(palette.locator('[data-selected]')).toContainText(`Nora ${family}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/crm/clients/${id}$`));
  await expect(palette).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await palette.getByRole('textbox').pressSequentially('led');
  await expect(palette.locator('[data-selected]')).toHaveText('Ledger');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
});

test('the description of the API is there for who is signed in, without a word from the browser', async ({
  page,
  newAgent,
}) => {
  await page.goto('/api/docs');
  await expect(page.getByText(/Failed to load API definition/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Sign in with username/ })).toHaveCount(0);
  const problems: string[] = [];
  page.on('console', (message) => /^(error|warning)$/.test(message.type()) && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  const agent = await newAgent();
  await agent.enter(page);
  await page.goto('/crm/clients');
  await page.goto('/api/docs');
  await page.getByRole('button', { name: /Sign in with username and password$/ }).click();
  await expect(page.getByText('Responses', { exact: true }).first()).toBeVisible();
  expect(problems).toEqual([]);
});

const SCREENS = [
  '/crm/clients',
  '/crm/clients/new',
  '/crm/ledger',
  '/crm/imports',
  '/crm/agents',
  '/crm/agents/new',
  '/crm/agents/1',
  '/crm/status',
  '/crm/dashboard',
];

test('no screen has a serious accessibility fault, light or dark', async ({ portalPage: page, owner }) => {
  test.slow();
  const id = await owner.createClient({
    client_first_name: 'Axe',
    client_last_name: 'Check',
    ssn: '900-12-3456',
  });
  for (const address of [...SCREENS, `/crm/clients/${id}`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await hasNoSeriousFault(page, address);
  }
});
