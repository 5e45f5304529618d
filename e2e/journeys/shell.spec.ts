import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { expect, test, unique } from '../fixtures.ts';

test('an agent without extra permissions does not see Forms and Manage Agents and cannot open them', async ({
  page,
  newAgent,
}) => {
  const agent = await newAgent();
  await agent.signIn(page);
  await page.goto('/crm/');
  await expect(page).toHaveURL(/\/crm\/today/);
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

test('the palette works with the keyboard alone from the first key, and lists recent items first', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('Palette');
  const id = await owner.createClient({ client_first_name: 'Nora', client_last_name: family });
  await owner.send('post', '/tasks', { title: `Call ${family}`, client_id: id, due_day: '2099-01-31' });
  await page.goto('/crm/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard', exact: true })).toBeVisible();
  const palette = page.getByRole('dialog', { name: /jump to/i });
  const selected = palette.locator('[data-selected]');

  await test.step('input typed before the palette has loaded is not lost', async () => {
    await page.route(/\/palette-[^/]*\.js$/, async (route) => {
      await expect(page.getByRole('status').filter({ hasText: family })).toBeVisible();
      await route.fallback();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type(family);
    await expect(selected).toContainText(`Nora ${family}`);
    await expect(palette.getByRole('group', { name: 'Tasks' })).toContainText(`Call ${family}`);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/crm/clients/${id}$`));
    await expect(palette).toHaveCount(0);
  });

  await test.step('a failed search shows an error in the palette and is retried', async () => {
    const errorResponse = {
      status: 409,
      json: { success: false, message: 'This call fails in a test.', code: 'conflict' },
    };
    await page.route('**/api/search?*', (route) => route.fulfill(errorResponse));
    await page.keyboard.press('Control+k');
    await palette.getByRole('textbox').pressSequentially('ledger');
    await expect(palette.getByRole('alert')).toContainText('The search failed. This call fails in a test.');
    await page.unroute('**/api/search?*');
    await palette.getByRole('button', { name: 'Try Again' }).click();
    await expect(palette.getByRole('alert')).toHaveCount(0);
    await palette.getByRole('textbox').fill('ledger');
    await palette
      .getByRole('group', { name: 'Screens and actions' })
      .getByText('Ledger', { exact: true })
      .click();
    await expect(page).toHaveURL(/\/crm\/ledger/);
  });

  await test.step('recent items are first, and Esc closes the palette', async () => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('group', { name: 'Recents' })).toContainText(`Nora ${family}`);
    await expect(selected).toContainText(`Nora ${family}`);
    await expectNoAccessibilityViolations(page, 'the palette');
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
  });
});

test('on a phone the menu opens the palette, which fits the screen', async ({ portalPage: page, owner }) => {
  const family = unique('Pocket');
  await owner.createClient({
    client_first_name: 'Nora',
    client_last_name: family,
    primary_email: `${'long'.repeat(14)}@example.com`,
  });
  await page.setViewportSize({ width: 390, height: 760 });
  await page.goto('/crm/clients');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('button', { name: 'Find anything' }).click();
  const palette = page.getByRole('dialog', { name: /jump to/i });
  await palette.getByRole('textbox').fill(family);
  const line = palette.getByText(`Nora ${family}`);
  await expect(line).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await line.click();
  await expect(page).toHaveURL(/\/crm\/clients\/\d+$/);
});

test('a signed-in agent can open the API reference, without errors in the browser console', async ({
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
  await agent.signIn(page);
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
  ...['brand', 'email', 'forms', 'reminders', 'enrollment', 'security', 'access', 'data'].map(
    (section) => `/crm/settings/${section}`,
  ),
  '/crm/status',
  '/crm/dashboard',
  '/crm/reports',
  '/crm/reports?tab=forms',
  '/crm/reports/rows?list=tasks',
];

test('no screen has a serious accessibility violation, light or dark', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const id = await owner.createClient({
    client_first_name: 'Axe',
    client_last_name: 'Check',
    ssn: '900-12-3456',
  });
  const other = await owner.createClient({ client_first_name: 'Axel', client_last_name: 'Check' });
  await owner.send('post', `/clients/${id}/policies`, {
    line: 'health',
    carrier: 'Axe',
    policy_number: 'A-123456',
  });
  const ofClients = [`/crm/clients/${id}`, `/crm/clients/merge?ids=${id},${other}`, '/crm/policies'];
  for (const address of [...SCREENS, ...ofClients]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoAccessibilityViolations(page, address);
  }
});
