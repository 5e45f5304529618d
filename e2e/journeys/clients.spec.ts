import { expect, test, unique } from '../fixtures.ts';
import { expectMessage } from '../notifications.ts';
import { isNeverCovered } from '../topmost.ts';

test('an agent adds a client, edits three cards, uses the contact links in the header and restores an old value', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const lastName = unique('Rivera');
  await page.goto('/crm/clients');
  await page.getByRole('banner').getByRole('button', { name: 'Add Client' }).click();
  const modal = page.getByRole('dialog');
  await modal
    .getByRole('button', { name: /add|save|create/i })
    .last()
    .click();
  await expect(modal.getByText('First name is required')).toBeVisible();
  await expect(modal.getByText('Last name is required')).toBeVisible();
  await modal.getByLabel('First name').fill('Marisol');
  await modal.getByLabel('Last name').fill(lastName);
  await modal.getByLabel(/email/i).fill('marisol@example.com');
  await modal.getByLabel(/phone/i).fill('3055550123');
  await modal
    .getByRole('button', { name: /add|save|create/i })
    .last()
    .click();
  await expect(modal.getByText('Is the date of birth right?')).toBeVisible();
  await modal.getByRole('button', { name: 'Save with This Date' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Search clients' }).fill(lastName);
  await page.getByRole('link', { name: `Marisol ${lastName}` }).click();
  await expect(page.getByRole('heading', { name: `Marisol ${lastName}` })).toBeVisible();

  await page.getByRole('button', { name: 'Edit: Employment Information' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Employment Info' })).toBeVisible();
  await page.getByRole('dialog').getByLabel('Occupation').fill('Harbour pilot');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Harbour pilot', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Edit: Personal Information' }).click();
  await page.getByRole('dialog').getByLabel('SSN').fill('900-12-3456');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const personal = page.getByRole('region', { name: 'Personal Information' });
  await expect(personal.getByText('•••-••-3456')).toBeVisible();
  await expect(page.getByText('900-12-3456')).toHaveCount(0);
  await personal
    .getByRole('button', { name: /reveal|show/i })
    .first()
    .click();
  await expect(personal.getByText('900-12-3456')).toBeVisible();

  await page.getByRole('button', { name: 'Edit: Contact Information' }).click();
  await page.getByRole('dialog').getByLabel('Address').fill('1 Harbour Way, Miami FL 33101');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const contact = page.getByRole('region', { name: 'Contact Information' });
  await expect(contact.getByText('1 Harbour Way, Miami FL 33101')).toBeVisible();

  const header = page.getByRole('region', { name: 'Client', exact: true });
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  await test.step('the header has contact links, copies values and updates when a colleague edits them', async () => {
    await expect(header.getByText('1 Harbour Way, Miami FL 33101')).toBeVisible();
    await expect(header.getByRole('link', { name: 'Call (305) 555-0123' })).toHaveAttribute(
      'href',
      'tel:3055550123',
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await header.getByRole('button', { name: 'Copy email' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('marisol@example.com');
    await owner.send('put', `/clients/${id}`, { primary_phone: '3055550999' });
    await expect(header.getByRole('link', { name: 'Call (305) 555-0999' })).toBeVisible();
  });

  await test.step('the next task is completed from the header with the keyboard', async () => {
    const due_day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await owner.send('post', '/tasks', { title: 'Order brochures', client_id: id, due_day });
    await header.getByRole('button', { name: 'Mark “Order brochures” as done' }).press('Enter');
    await expectMessage(page, '“Order brochures” is done.');
    await expect(header.getByText('Order brochures')).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Timeline' }).getByText('Task done')).toBeVisible();
    // The toast covers a part of the page until it closes by itself.
    await expect(page.getByRole('button', { name: 'Close message' })).toHaveCount(0);
  });

  await test.step('the summary is sticky on wide and narrow screens and never covers the focused element', async () => {
    const fold = page.getByRole('button', { name: /^Show \d+ empty fields: Personal Information$/ });
    await fold.press('Enter');
    await expect(
      page.getByRole('button', { name: /^Hide \d+ empty fields: Personal Information$/ }),
    ).toBeFocused();
    for (const [width, call] of [
      [1440, 'Call (305) 555-0999'],
      [390, 'Call this client'],
    ] as const) {
      await page.setViewportSize({ width, height: 700 });
      await page.getByRole('button', { name: 'Delete Client' }).scrollIntoViewIfNeeded();
      const link = header.getByRole('link', { name: call });
      await expect(link).toBeInViewport({ ratio: 1 });
      const isOnTop = await link.evaluate((node) => {
        const { left, top, width: wide, height } = node.getBoundingClientRect();
        return (
          node.contains(document.elementFromPoint(left + wide / 2, top + height / 2)) && top < innerHeight / 2
        );
      });
      expect(isOnTop).toBe(true);
      const scrolled = await page.evaluate(() => scrollY);
      await link.focus();
      expect(await page.evaluate(() => scrollY)).toBe(scrolled);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      await isNeverCovered(page.locator('body'));
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await page.getByRole('banner').getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: /history/i });
  await expect(history.getByText('Harbour pilot')).toBeVisible();
  await history.getByRole('button', { name: /restore.*occupation/i }).click();
  await page
    .getByRole('dialog', { name: 'Restore Value' })
    .getByRole('button', { name: 'Restore', exact: true })
    .click();
  await expect(history.getByText('restored', { exact: false }).first()).toBeVisible();
});

test('the list stores filter, search and page in the URL', async ({ portalPage: page, owner }) => {
  const family = unique('Okafor');
  await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      owner.createClient({
        client_first_name: `Member${String(n).padStart(2, '0')}`,
        client_last_name: family,
        status: n < 2 ? 'lead' : 'client',
      }),
    ),
  );
  await page.goto(`/crm/clients?q=${family}`);
  await expect(page.getByText('1–15 of 16')).toBeVisible();
  await page.getByRole('button', { name: /next/i }).click();
  await expect(page.getByText('16–16 of 16')).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await page.goBack();
  await expect(page.getByText('1–15 of 16')).toBeVisible();
  await page.getByRole('button', { name: /^Lead/ }).click();
  await expect(page).toHaveURL(/status=lead/);
  await expect(page.getByRole('link', { name: new RegExp(family) })).toHaveCount(2);
});

test('a failed load offers a retry, which works', async ({ portalPage: page }) => {
  // Live events about clients of other tests would reload the list by themselves.
  await page.route('**/api/live', (route) => route.abort());
  await page.route('**/api/clients?*', (route) =>
    route.fulfill({ status: 400, json: { success: false, message: 'x' } }),
  );
  await page.goto('/crm/clients');
  await expect(page.getByText('Error Loading Clients')).toBeVisible();
  const again = page.getByRole('button', { name: 'Try Again' });
  await Promise.all([page.waitForResponse('**/api/clients?*'), again.click()]);
  await expect(again).toHaveAttribute('aria-busy', 'false');
  await expect(again).toBeFocused();
  await page.unroute('**/api/clients?*');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Error Loading Clients')).toHaveCount(0);
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test('a client with a form is made inactive instead of deleted; a client without data is deleted', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('Quill');
  const clientId = await owner.createClient({ client_first_name: 'Kept', client_last_name: family });
  await owner.send('post', '/secure-access/client-new', { formId: 'personal-info', clientId });
  await page.goto(`/crm/clients/${clientId}`);
  await page.getByRole('button', { name: 'Delete Client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Client' });
  await expect(dialog).toContainText(`Kept ${family} can’t be deleted because of 1 form.`);
  await expect(dialog.getByRole('button', { name: 'Delete Client' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Make Inactive Instead' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  expect((await owner.send('get', `/clients/${clientId}`)).data.status).toBe('inactive');

  const lonely = await owner.createClient({ client_first_name: 'Gone', client_last_name: family });
  await page.goto(`/crm/clients/${lonely}`);
  await page.getByRole('button', { name: 'Delete Client' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Client' }).click();
  await expect(page).toHaveURL(/\/crm\/clients$/);
  await expectMessage(page, `Gone ${family} was deleted.`);
});
