import { expect, test, unique } from '../fixtures.ts';
import { expectMessage } from '../notifications.ts';

test('an agent adds a duplicate, merges it into the existing client and undoes the merge', async ({
  portalPage: page,
  owner,
}) => {
  test.slow();
  const lastName = unique('Mergeable');
  const phone = `305${String(Date.now()).slice(-7)}`;
  const id = await owner.createClient({
    client_first_name: 'Carla',
    client_last_name: lastName,
    primary_phone: phone,
    address: '1 Old Way, Miami, FL 33101',
  });
  await owner.send('post', '/tasks', { title: 'Call Carla', client_id: id, due_day: '2030-01-02' });

  await page.goto('/crm/clients/new');
  await page.getByLabel(/^First name/).fill('Karla');
  await page.getByLabel(/^Last name/).fill(lastName);
  await page.getByLabel('Phone').fill(phone);
  await page.getByLabel('Date of birth').fill('05/31/1970');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This person may already be a client')).toBeVisible();
  await expect(page.getByText(/^Same phone number/)).toBeVisible();
  await page.getByRole('button', { name: 'Add Anyway' }).click();
  await expect(page.getByRole('heading', { name: `Karla ${lastName}` })).toBeVisible();
  const added = Number(/clients\/(\d+)/.exec(page.url())?.[1]);

  await page.getByRole('button', { name: 'More actions for this client' }).click();
  await page.getByRole('menuitem', { name: 'Merge with Another Client' }).click();
  await page.getByRole('button', { name: `Compare with Carla ${lastName}` }).click();
  await page.getByRole('radio', { name: `Karla ${lastName}` }).check();
  await page.getByRole('radiogroup', { name: 'First name' }).getByRole('radio', { name: 'Carla' }).check();
  await page.getByRole('button', { name: 'Merge 2 Clients' }).click();
  const dialog = page.getByRole('dialog', { name: `Merge into Karla ${lastName}?` });
  await expect(dialog.getByText(/Moved to Karla[^:]*: 1 task\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/crm/clients/${added}$`));
  await expect(page.getByRole('heading', { name: `Carla ${lastName}` })).toBeVisible();
  await expect(page.getByText('Call Carla').first()).toBeVisible();

  await page.goto(`/crm/clients/${id}`);
  await expect(page).toHaveURL(new RegExp(`/crm/clients/${added}$`));

  await page.goto('/crm/clients/merge');
  await page.getByRole('button', { name: `Undo the merge of Carla ${lastName}` }).click();
  await expectMessage(page, 'The merge was undone: 1 client was restored.');
  await page.goto(`/crm/clients/${id}`);
  await expect(page.getByRole('heading', { name: `Carla ${lastName}` })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/crm/clients/${id}$`));
  await expect(page.getByText('Call Carla').first()).toBeVisible();
});
