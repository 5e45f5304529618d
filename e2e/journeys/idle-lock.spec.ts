import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { expect, test } from '../fixtures.ts';
import { leaveScreens } from '../server-data.ts';

test('an idle portal is locked in every tab and restores its screens when unlocked', async ({
  page,
  context,
  newAgent,
}) => {
  test.slow();
  const agent = await newAgent({ is_owner: true });
  await agent.signIn(page);
  const activityResponse = page.waitForResponse((response) => response.url().endsWith('/api/auth/activity'));
  await page.goto(`/crm/agents/${agent.agent.id}`);
  await activityResponse;
  await page.getByLabel(/First name/).fill('Not saved yet');
  await page.getByRole('button', { name: 'Change Password' }).click();
  const below = page.getByRole('dialog', { name: /^Change password for/ });
  await below.getByLabel('New password').fill('typed before');
  const other = await context.newPage();
  await other.goto('/crm/ledger');
  await expect(other.getByRole('heading', { name: 'Client Ledger' })).toBeVisible();

  await leaveScreens(agent.agent.id, 31);
  await other.goto('/crm/clients');
  const locked = page.getByRole('dialog', { name: 'Locked' });
  await expect(other.getByRole('dialog', { name: 'Locked' })).toBeVisible();
  await expect(locked).toBeVisible();
  await page.bringToFront();
  await expect(page.getByLabel(/First name/)).toBeHidden();
  await expect(below).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(locked).toBeVisible();
  await expectNoAccessibilityViolations(page, 'the lock');
  await locked.getByLabel('Password', { exact: true }).fill('not the password');
  await locked.getByRole('button', { name: 'Unlock' }).click();
  await expect(locked.getByText('The current password is incorrect.')).toBeVisible();
  await locked.getByLabel('Password', { exact: true }).fill(agent.agent.password);
  await locked.getByRole('button', { name: 'Unlock' }).click();
  await expect(locked).toBeHidden();
  await expect(below.getByLabel('New password')).toHaveValue('typed before');
  await expect(below.getByLabel('New password')).toBeFocused();
  await expect(page.getByLabel(/First name/)).toHaveValue('Not saved yet');
  await expect(other.getByRole('dialog', { name: 'Locked' })).toBeHidden();
  await expect(other.getByRole('heading', { name: 'Clients', exact: true })).toBeVisible();
});
