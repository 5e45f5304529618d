import { expect, test, unique } from '../fixtures.ts';
import { LedgerSheet } from '../ledger-sheet.ts';

const FIELDS = ['client_first_name', 'client_last_name', 'owner_agent_id'] as const;

test('selected clients are reassigned, an agent is deleted, and a colleague receives the clients live', async ({
  portalPage: page,
  newAgent,
  browser,
}) => {
  const leavingAgent = await newAgent();
  const successor = await newAgent();
  const family = unique('Owned');
  for (const first of ['Ann', 'Bea', 'Cid'])
    await leavingAgent.createClient({ client_first_name: first, client_last_name: family });
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await successor.signIn(theirs);
  await theirs.goto(`/crm/clients?owner=me&q=${family}`);
  await expect(theirs.getByRole('switch', { name: 'My clients' })).toBeChecked();
  await expect(theirs.getByText('None of your clients match this.')).toBeVisible();

  await test.step('two ledger rows are reassigned, and Undo restores the previous owner', async () => {
    const sheet = new LedgerSheet(page, FIELDS);
    await sheet.open(family, 3);
    const from = `Alex ${leavingAgent.agent.last_name}`;
    const to = `Alex ${successor.agent.last_name}`;
    await sheet.reads('owner_agent_id', [from, from, from]);
    await sheet.selectRange(['client_first_name', 0], ['client_first_name', 1]);
    await page.getByRole('button', { name: 'Reassign selected clients' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reassign 2 clients' });
    await dialog.getByRole('combobox', { name: 'New owner' }).fill(successor.agent.last_name);
    await page.getByRole('option', { name: to }).click();
    await dialog.getByRole('button', { name: 'Reassign' }).click();
    await sheet.reads('owner_agent_id', [to, to, from]);
    await sheet.isSaved();
    await expect(theirs.getByRole('link', { name: new RegExp(family) })).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await sheet.reads('owner_agent_id', [from, from, from]);
    await expect(theirs.getByText('None of your clients match this.')).toBeVisible();
  });

  await test.step('deleting an agent requires a new owner for the clients', async () => {
    await page.goto(`/crm/agents/${leavingAgent.agent.id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this agent?' });
    const choice = dialog.getByRole('combobox', { name: /^Assign the 3 clients of / });
    await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await choice.fill(successor.agent.last_name);
    await page.getByRole('option', { name: successor.agent.last_name }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/crm\/agents$/);
    await expect(theirs.getByRole('link', { name: new RegExp(family) })).toHaveCount(3);
  });

  await test.step('one client is reassigned on the client page', async () => {
    await theirs.getByRole('link', { name: new RegExp(`Ann ${family}`) }).click();
    await theirs.getByRole('button', { name: /^Owner: Alex .* Reassign$/ }).click();
    const dialog = theirs.getByRole('dialog', { name: 'Reassign Client' });
    await dialog.getByRole('combobox', { name: 'New owner' }).fill('unassigned');
    await theirs.getByRole('option', { name: 'Unassigned' }).click();
    await dialog.getByRole('button', { name: 'Reassign' }).click();
    await expect(theirs.getByRole('button', { name: 'Owner: Unassigned. Reassign' })).toBeVisible();
  });
  await context.close();
});
