import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { expect, test, unique } from '../fixtures.ts';

const IN_TWO_DAYS = 2 * 86_400_000;

test('a calendar reads an agent’s feed at a link until the agent replaces or removes it', async ({
  page,
  request,
  newAgent,
}) => {
  test.slow();
  const agent = await newAgent();
  // Letters only: a word with three digits could be a policy number and would be masked as three dots.
  const family = unique('Feed').replace(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)));
  const day = new Date(Date.now() + IN_TWO_DAYS).toISOString().slice(0, 10);
  const id = await agent.createClient({
    client_first_name: 'Ann',
    client_last_name: family,
    next_f_u_date: day,
  });
  await agent.send('post', '/tasks', {
    title: `Call Ann ${family}, then write`,
    client_id: id,
    due_day: day,
    due_time: '15:00',
  });
  await agent.signIn(page);
  await page.goto(`/crm/agents/${agent.agent.id}`);
  const card = page.getByRole('region', { name: 'Calendar feed' });
  await card.getByRole('button', { name: 'Create Calendar Link' }).click();
  const address = card.getByRole('textbox', { name: 'Calendar link' });
  await expect(address).toHaveValue(/\/api\/calendar\/[\w-]{32}\.ics$/);
  await expectNoAccessibilityViolations(page, '/crm/agents');
  const first = await address.inputValue();
  await card.getByRole('button', { name: 'Copy calendar link' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);

  const answer = await request.get(first);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  const text = await answer.text();
  expect(text).toContain('SUMMARY:Follow up: A.F.');
  expect(text).toContain('SUMMARY:Call A. F.\\, then write (A.F.)');
  expect(text).not.toContain(family);

  await page.reload();
  await expect(card.getByText(/, last fetched /)).toBeVisible();
  await expect(address).toHaveCount(0);
  const dialog = page.getByRole('dialog');
  await card.getByRole('button', { name: 'Replace Calendar Link' }).click();
  await dialog.getByRole('button', { name: 'Replace Calendar Link' }).click();
  await expect(address).not.toHaveValue(first);
  const second = await address.inputValue();
  expect((await request.get(first)).status()).toBe(404);
  expect((await request.get(second)).status()).toBe(200);

  await card.getByRole('button', { name: 'Remove Calendar Link' }).click();
  await dialog.getByRole('button', { name: 'Remove Calendar Link' }).click();
  await expect(card.getByRole('button', { name: 'Create Calendar Link' })).toBeVisible();
  expect((await request.get(second)).status()).toBe(404);
});
