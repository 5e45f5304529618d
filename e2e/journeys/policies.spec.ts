import { dateDisplay, dateShort } from '@ledgerline/contract/rules';
import { nextTerm } from '@ledgerline/contract/rules/policies';
import { calendarDay } from '../../server/src/platform/clock.ts';
import { expect, test, unique } from '../fixtures.ts';
import { expectMessage } from '../notifications.ts';

/** The date this many days from now in the server’s time zone, New York. */
const dayIn = (days: number) => calendarDay(new Date(Date.now() + days * 86_400_000), 'America/New_York');

test('a policy is added, its number is revealed, and it is renewed from Today', async ({
  portalPage: page,
  owner,
}) => {
  const lastName = unique('Renewal');
  const id = await owner.createClient({
    ...{ client_first_name: 'Ana', client_last_name: lastName, spouse_name: 'Luis Ruiz' },
    life_plan_name: `Term ${lastName}`,
  });
  const ends = dayIn(10);
  const policies = page.getByRole('list', { name: 'Policies' });

  await test.step('a policy is added on the client’s page', async () => {
    await page.goto(`/crm/clients/${id}`);
    await page.getByRole('button', { name: 'Add Policy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Policy' });
    await dialog.getByRole('combobox', { name: 'Carrier' }).fill('Oscar');
    await dialog.getByLabel('Plan', { exact: true }).fill('Silver 1');
    await dialog.getByLabel('Policy or member number').fill('OSC-7788-9901');
    await dialog.getByLabel('End or renewal date').fill(dateDisplay(ends));
    await dialog.getByLabel('Monthly premium').fill('412.50');
    await dialog.getByLabel('Luis Ruiz').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectMessage(page, 'Policy “Oscar Silver 1” was saved.');
    await expect(policies).toContainText('$412.50/month');
    await expect(policies).toContainText(`Covers Ana ${lastName}, Luis Ruiz`);
    await expect(policies).toContainText('••••9901');
    await policies.getByRole('button', { name: 'Reveal number of Oscar Silver 1' }).click();
    await expect(policies).toContainText('OSC-7788-9901');
  });

  await test.step('a spreadsheet adds another policy to the client', async () => {
    await page.goto('/crm/policies');
    await page.getByRole('link', { name: 'Import' }).click();
    await expect(page.getByRole('heading', { name: 'Import Policies' })).toBeVisible();
    await page.getByLabel('Spreadsheet file').setInputFiles({
      name: 'policies.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Client id,Carrier,Line,Plan,Policy number,Effective date,Premium\n${id},Oscar,Health,Silver 1,osc77889901,,450\n${id},Delta,Dental,PPO 50,0012345,2026-01-01,25\n`,
      ),
    });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Check File' }).click();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Import 2 rows' }).click();
    await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
    await page.goto(`/crm/clients/${id}`);
    await expect(policies).toContainText('Delta PPO 50');
    await expect(policies).toContainText('$25.00/month');
  });

  await test.step('a plan in the client’s columns becomes a policy', async () => {
    await page.goto('/crm/policies');
    await page.getByRole('link', { name: 'Create from Client Columns' }).click();
    await page.getByLabel('Search plans').fill(lastName);
    const plan = page.getByRole('row').filter({ hasText: `Term ${lastName}` });
    await plan.getByRole('combobox', { name: /^Carrier of/ }).fill('LifeSecure');
    await expect(plan.getByRole('checkbox')).toBeChecked();
    // Plans of other journeys stay as they are.
    await page.getByRole('button', { name: /^Selected/ }).click();
    await page.getByLabel('Search plans').fill('');
    const others = page.getByRole('checkbox', { name: /^Select (?!all|Term)/, checked: true });
    // The list without the search term loads after a delay.
    await expect(async () => {
      while ((await others.count()) > 0) await others.first().uncheck();
      await expect(page.getByText(/^1 plan selected/)).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.getByRole('button', { name: 'Check Policies' }).click();
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Import 1 row' }).click();
    await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible();
    await page.goto(`/crm/clients/${id}`);
    await expect(policies).toContainText(`LifeSecure Term ${lastName}`);
  });

  await test.step('Today offers the renewal, which adds the next term', async () => {
    await page.goto('/crm/today?owner=everybody');
    const renew = page.getByRole('button', { name: `Renew: Renew: Oscar Silver 1, Ana ${lastName}` });
    await renew.click();
    const dialog = page.getByRole('dialog', { name: 'Renewal' });
    await dialog.getByText('Renewed', { exact: true }).click();
    await dialog.getByLabel('Plan', { exact: true }).fill('Silver 2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectMessage(page, 'The renewal was saved and the policy of the next term was added.');
    await expect(renew).toHaveCount(0);
  });

  await test.step('the client has both terms, and the queue has none of them', async () => {
    await page.goto(`/crm/policies?q=${lastName}`);
    await expect(page.getByRole('cell', { name: 'Oscar Silver 2', exact: true })).toBeVisible();
    const term = nextTerm(ends);
    const row = page.getByRole('row').filter({ hasText: 'Oscar Silver 2' });
    await expect(row).toContainText('Upcoming');
    await expect(row).toContainText(dateShort(term.end_date));
    await page.getByRole('button', { name: /^Renewals/ }).click();
    await expect(page.getByText('No matching policies')).toBeVisible();
  });
});
