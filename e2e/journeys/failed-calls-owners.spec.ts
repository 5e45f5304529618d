import { button, FailingCalls, opened } from '../failing-calls.ts';
import { expect, test, unique } from '../fixtures.ts';
import { expectTopmost } from '../topmost.ts';

test('a client whose reassignment failed keeps the owner, and a retry reassigns the client', async ({
  portalPage: page,
  owner,
}) => {
  const id = await owner.createClient({ client_first_name: 'Rae', client_last_name: unique('Rejected') });
  await page.goto(`/crm/clients/${id}`);
  const calls = new FailingCalls(page);
  await calls.watch();
  const dialog = await opened(page, 'Reassign Client', button(/^Owner: /));
  await dialog.getByRole('combobox', { name: 'New owner' }).click();
  await page.getByRole('option', { name: 'Unassigned' }).click();
  await calls.expectMessageOver(dialog, {
    press: 'Reassign',
    message: /^This client was just reassigned/,
    where: 'inside',
  });
  await expect(dialog.getByRole('combobox', { name: 'New owner' })).toHaveValue('Unassigned');
  await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Owner: Unassigned. Reassign' })).toBeVisible();
  await calls.end();
});

test('agent names that failed to load are requested again where they are missing', async ({
  portalPage: page,
  owner,
}) => {
  const family = unique('Nameless');
  const id = await owner.createClient({ client_first_name: 'Rae', client_last_name: family });
  const names = '**/api/agents/names';
  const rejectNames = () =>
    page.route(names, (route) =>
      route.fulfill({ status: 400, json: { success: false, message: 'No.', code: 'validation_failed' } }),
    );
  await rejectNames();
  await page.goto(`/crm/clients/${id}`);
  const fact = page.getByRole('button', { name: /^Owner: name not loaded/ });
  await expect(fact).toHaveText('Name not loaded');
  const dialog = await opened(page, 'Reassign Client', button(/^Owner: /));
  await expect(dialog.getByText('The agents could not be loaded.')).toBeVisible();
  await expectTopmost(dialog);
  await page.unroute(names);
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await expect(dialog.getByText('The agents could not be loaded.')).toHaveCount(0);
  await expect(dialog.getByText(/ is assigned to /)).toBeVisible();

  await rejectNames();
  await page.goto(`/crm/ledger?q=${family}`);
  const alert = page.getByRole('alert').filter({ hasText: 'The agents’ names could not be loaded' });
  await expect(alert).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reassign selected clients' })).toBeDisabled();
  await page.unroute(names);
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await expect(alert).toHaveCount(0);
});
