import { readFile } from 'node:fs/promises';
import { calendarDay } from '../../server/src/platform/clock.ts';
import { expect, test, unique } from '../fixtures.ts';

test('a report is read, and each number opens its rows', async ({ portalPage: page, owner, newAgent }) => {
  const { agent } = await newAgent();
  const name = `${agent.first_name} ${agent.last_name}`;
  const client = await owner.createClient({
    ...{ client_first_name: 'Ana', client_last_name: unique('Report') },
    ...{ primary_email: 'ana.report@example.test', owner_agent_id: agent.id },
  });
  for (const cents of [10_001, 25_050]) {
    const { id } = await owner.send('post', '/invoices', {
      ...{ title: 'Review', customer_id: client, square_account: 'BFS', due_date: '2026-01-15' },
      ...{ is_tax_enabled: false, send_immediately: true },
      line_items: [{ description: 'Review', quantity: 1, unit_price_cents: cents }],
    });
    await owner.send('post', `/invoices/${id}/payments`, {
      ...{
        amount_cents: 5001,
        payment_method: 'check',
        paid_on: calendarDay(new Date(), 'America/New_York'),
      },
      confirm_repeat: true,
    });
  }

  await test.step('what the agent’s clients owe leads to these invoices', async () => {
    await page.goto('/crm/today');
    await page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Reports' }).click();
    const owed = page.getByRole('table', { name: 'Outstanding by agent' }).getByRole('row', { name });
    await expect(owed.getByRole('link')).toHaveText(['2', '$250.49', '$250.49']);
    await owed.getByRole('link', { name: `${name}, Balance due: $250.49` }).click();
    await expect(page).toHaveURL(/\/crm\/payments/);
    await expect(page.getByText(`Client owner is ${name}`)).toBeVisible();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(3);
  });

  await test.step('what was collected leads to the payments and their sum', async () => {
    await page.goBack();
    await page.getByLabel('Period', { exact: true }).selectOption('This month');
    const collected = page.getByRole('table', { name: 'Collected by agent' }).getByRole('row', { name });
    await expect(collected.getByRole('link')).toHaveText(['2', '$100.02']);
    await collected.getByRole('link', { name: `${name}, Collected: $100.02` }).click();
    await expect(page.getByText('Sum $100.02')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Payments and Refunds' }).getByRole('row')).toHaveCount(3);
  });

  await test.step('the table is downloaded, and printed without the screen', async () => {
    await page.goBack();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download “Collected by agent” as CSV' }).click();
    const download = await started;
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv).toContain(`${name},2,100.02\r\n`);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await expect(
      page.locator('[data-print-sheet]').getByRole('heading', { name: 'Report: Money' }),
    ).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'More' })).toBeHidden();
  });
});
