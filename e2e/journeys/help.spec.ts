import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { expect, test } from '../fixtures.ts';

test('the help button of a screen opens the guide at the matching section, also after the guide failed to load', async ({
  portalPage: page,
}) => {
  await page.route('**/guide.json', (route) => route.abort());
  await page.goto('/crm/payments');
  await page.getByRole('link', { name: 'Help with this screen' }).click();
  await expect(page.getByText('The guide could not be loaded.')).toBeVisible();
  await page.unroute('**/guide.json');
  await page.getByRole('button', { name: /again/i }).click();
  await expect(page).toHaveURL(/\/crm\/help\/every-day#7-create-an-invoice-and-record-a-payment$/);
  const section = page.getByRole('heading', { name: '7. Create an invoice and record a payment' });
  await expect(section).toBeInViewport();
  const pictures = page.getByRole('article').getByRole('img');
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100);
  }
  await expectNoAccessibilityViolations(page, 'the guide');
});
