import type { Page } from '@playwright/test';
import { expectNoAccessibilityViolations } from '../accessibility.ts';
import { button, FailingCalls, failOneByOne } from '../failing-calls.ts';
import { expect, test } from '../fixtures.ts';
import { appCode } from '../one-time-code.ts';
import { codeOnScreen } from '../screen-code.ts';
import { ageReauthentication } from '../server-data.ts';

/** Passkeys need a host name instead of an IP address. */
const base = () => `http://localhost:${process.env.E2E_PORT}`;

/** Adds a virtual authenticator that verifies the user (CDP, WebAuthn). */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function submitPassword(page: Page, { username, password }: { username: string; password: string }) {
  await page.goto(`${base()}/crm/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /agent menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/crm\/login/);
}

/** Confirms that the recovery codes are saved and closes them. */
async function confirmRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByLabel('I saved these codes').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  return codes;
}

test('an agent sets up an app and a passkey, signs in with each, and re-authenticates before an export', async ({
  page,
  newAgent,
}) => {
  test.slow();
  const { agent } = await newAgent();
  await addAuthenticator(page);
  await submitPassword(page, agent);
  await expect(page).toHaveURL(/\/crm\/today/);
  await page.goto(`${base()}/crm/agents/${agent.id}`);
  const card = page.getByRole('region', { name: 'Two-factor authentication' });

  await card.getByRole('button', { name: 'Set Up an Authenticator App' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set Up an Authenticator App' });
  await expect(setUp.locator('canvas[data-state="readable"]')).toBeVisible();
  const secret = (await setUp.locator('code').textContent()) ?? '';
  expect(await codeOnScreen(page)).toContain(`secret=${secret}`);
  await expectNoAccessibilityViolations(page, 'setting up an app');
  await setUp.getByLabel('Code', { exact: true }).fill(appCode(secret, -1));
  await setUp.getByRole('button', { name: 'Confirm' }).click();
  const codes = await confirmRecoveryCodes(page);

  await card.getByRole('button', { name: 'Add a Passkey' }).click();
  const add = page.getByRole('dialog', { name: 'Add a Passkey' });
  await add.getByLabel('Name').fill('Test laptop');
  await add.getByRole('button', { name: 'Continue' }).click();
  await expect(card.getByText('Test laptop')).toBeVisible();
  await expect(card.getByText('10 recovery codes left')).toBeVisible();
  await expectNoAccessibilityViolations(page, 'account with two-factor methods');

  await failOneByOne(page, card, [
    {
      dialog: 'Add a Passkey',
      open: button('Add a Passkey'),
      fill: (dialog) => dialog.getByLabel('Name').fill('Other'),
      press: 'Continue',
      message: 'This call fails in a test.',
      where: 'inside',
    },
    {
      dialog: 'Remove this passkey?',
      open: button('Remove Test laptop'),
      press: 'Remove',
      message: 'This call fails in a test.',
      where: 'inside',
    },
    {
      dialog: 'Remove the authenticator app?',
      open: button('Remove Authenticator app'),
      press: 'Remove',
      message: 'This call fails in a test.',
      where: 'inside',
    },
    {
      dialog: 'Create new recovery codes?',
      open: button('Create New Codes'),
      press: 'Create New Codes',
      message: 'This call fails in a test.',
      where: 'inside',
    },
  ]);

  // Signs in with the app; the first call fails.
  await signOut(page);
  await submitPassword(page, agent);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await expectNoAccessibilityViolations(page, 'two-factor authentication');
  const calls = new FailingCalls(page);
  await calls.watch();
  await page.getByLabel('Code', { exact: true }).fill(appCode(secret));
  await calls.during(async () => {
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('This call fails in a test.')).toBeVisible();
  });
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/crm\/today/);

  // A code works only once, so this sign-in uses the passkey.
  await signOut(page);
  await submitPassword(page, agent);
  await page.getByLabel('Code', { exact: true }).fill(appCode(secret));
  await page.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(page).toHaveURL(/\/crm\/today/);

  await signOut(page);
  await calls.during(async () => {
    await page.getByRole('button', { name: 'Sign in with a Passkey' }).click();
    await expect(page.getByText('This call fails in a test.')).toBeVisible();
  });
  await page.getByRole('button', { name: 'Sign in with a Passkey' }).click();
  await expect(page).toHaveURL(/\/crm\/today/);

  await signOut(page);
  await submitPassword(page, agent);
  await page.getByRole('button', { name: 'Use a Recovery Code' }).click();
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase());
  await page.getByLabel('Remember this device for 30 days').check();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/crm\/today/);

  // The remembered device needs no two-factor authentication until it is removed.
  await signOut(page);
  await submitPassword(page, agent);
  await expect(page).toHaveURL(/\/crm\/today/);
  await page.goto(`${base()}/crm/agents/${agent.id}`);
  await expect(card.getByText(/^Remembered \w+ \d+, .*, last used .* Expires /).last()).toBeVisible();
  await expectNoAccessibilityViolations(page, 'account with a remembered device');
  await card
    .getByRole('region', { name: 'Remembered devices' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page
    .getByRole('dialog', { name: 'Remove this device?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(card.getByText(/^None. When you sign in/)).toBeVisible();
  await signOut(page);
  await submitPassword(page, agent);
  await page.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(page).toHaveURL(/\/crm\/today/);

  // 15 minutes later the export requires re-authentication, is cancelled, and then continues.
  await ageReauthentication(agent.id);
  await page.goto(`${base()}/crm/ledger`);
  const exports = page.getByRole('button', { name: 'Export CSV' });
  await exports.click();
  const reauthenticationDialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await expect(reauthenticationDialog.getByLabel('Password', { exact: true })).toBeFocused();
  await expectNoAccessibilityViolations(page, 're-authentication');
  await reauthenticationDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(reauthenticationDialog).toHaveCount(0);
  await exports.click();
  // The export already has its response, so only the confirmation fails.
  await expect(reauthenticationDialog.getByRole('button', { name: 'Use a Passkey' })).toBeVisible();
  await calls.during(async () => {
    await reauthenticationDialog.getByRole('button', { name: 'Use a Passkey' }).click();
    await expect(reauthenticationDialog.getByText('This call fails in a test.')).toBeVisible();
  });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    reauthenticationDialog.getByRole('button', { name: 'Use a Passkey' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await calls.end();
});

test('an agent who needs two-factor authentication is led to set it up, and an owner removes it when it is lost', async ({
  page,
  newAgent,
}) => {
  test.slow();
  const owner = await newAgent({ is_owner: true, is_developer: true, has_all_staff_access: true });
  const { agent } = await newAgent();
  await owner.signIn(page);
  await page.goto('/crm/agents');
  const rules = page.getByRole('dialog', { name: 'Sign-in policy' });
  await page.getByRole('button', { name: 'Sign-in policy' }).click();
  await rules.getByLabel('Everyone').check();
  await expectNoAccessibilityViolations(page, 'sign-in policy');
  await rules.getByRole('button', { name: 'Save' }).click();
  await expect(
    rules.getByText('Please set up two-factor authentication for your own account first.'),
  ).toBeVisible();

  // Only for this page, because the real policy would apply to all other journeys.
  await page.route('**/api/crm/login', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), has_to_set_up_factor: true } });
  });
  await page.evaluate(() => localStorage.clear());
  await page.goto('/crm/login?origin=%2Fcrm%2Ftoday');
  await page.getByLabel('Username').fill(agent.username);
  await page.getByLabel('Password', { exact: true }).fill(agent.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Set up two-factor authentication' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await expectNoAccessibilityViolations(page, 'setup of two-factor authentication');
  await page.getByRole('button', { name: 'Set Up an Authenticator App' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set Up an Authenticator App' });
  await setUp
    .getByLabel('Code', { exact: true })
    .fill(appCode((await setUp.locator('code').textContent()) ?? ''));
  await setUp.getByRole('button', { name: 'Confirm' }).click();
  await confirmRecoveryCodes(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/crm\/today/);

  // Signs in as the owner again.
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto(`/crm/agents/${agent.id}`);
  const card = page.getByRole('region', { name: 'Two-factor authentication' });
  await failOneByOne(page, card, [
    {
      dialog: 'Remove two-factor authentication?',
      open: button('Remove Two-Factor Authentication'),
      press: 'Remove Two-Factor Authentication',
      message: 'This call fails in a test.',
      where: 'inside',
    },
  ]);
  await card.getByRole('button', { name: 'Remove Two-Factor Authentication' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Two-Factor Authentication' }).click();
  await expect(card.getByText('Not set up for this agent.')).toBeVisible();
});
