import { button, FailingCalls, failOneByOne } from '../failing-calls.ts';
import { expect, test, unique } from '../fixtures.ts';
import { expectMessage } from '../notifications.ts';

/** The date this many days from now, where the time does not matter. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a task is typed in one field, sets the follow-up, is completed with the keyboard, and a colleague sees it live', async ({
  portalPage: page,
  owner,
  newAgent,
  browser,
}) => {
  test.slow();
  const id = await owner.createClient({ client_first_name: 'Ana', client_last_name: unique('Task') });
  const colleague = await newAgent();
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await colleague.signIn(theirs);
  await theirs.goto(`/crm/clients/${id}`);
  await expect(theirs.getByText('No tasks yet.')).toBeVisible();

  await page.goto(`/crm/clients/${id}`);
  const input = page.getByRole('textbox', { name: 'Add a task' });
  const open = page.getByRole('list', { name: 'Open tasks' });
  await page.getByRole('button', { name: 'Add a task' }).click();
  await input.fill('Call about the plan tomorrow 3pm');
  await expect(page.getByText('“Call about the plan” · Due tomorrow, 3:00 PM')).toBeVisible();
  await input.press('Enter');
  await expect(open.getByText('Due tomorrow, 3:00 PM')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a task' })).toBeFocused();
  const theirTasks = theirs.getByRole('list', { name: 'Open tasks' });
  await expect(theirTasks.getByText('Call about the plan')).toBeVisible();

  await test.step('the task sets the follow-up date and repeats', async () => {
    await open.getByRole('button', { name: /^Call about the plan/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Task' });
    await dialog.getByRole('checkbox', { name: 'Set as the client’s follow-up date' }).check();
    await dialog.getByRole('combobox', { name: 'Repeat' }).click();
    await page.getByRole('option', { name: 'Every week' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    const client = page.getByRole('region', { name: 'Client', exact: true });
    await expect(client.getByText('· Call about the plan')).toBeVisible();
  });

  await test.step('completing it with the keyboard creates the next one, and undoing removes that one again', async () => {
    await page.getByRole('button', { name: 'Done: Call about the plan' }).focus();
    await page.keyboard.press('Enter');
    await expectMessage(page, '“Call about the plan” is done.');
    await expect(open.getByText('Due tomorrow, 3:00 PM')).toHaveCount(0);
    await expect(open.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Show Done' }).click();
    await page.getByRole('button', { name: 'Not done: Call about the plan' }).click();
    await expect(open.getByText('Due tomorrow, 3:00 PM')).toBeVisible();
    await expect(open.getByRole('listitem')).toHaveCount(1);
  });

  await test.step('completing a task that a colleague has already completed returns a conflict', async () => {
    const [task] = (await owner.send('get', `/tasks?client_id=${id}`)).tasks;
    await colleague.send('post', `/tasks/${task.id}/done`);
    const again = await page.request.post(`/api/tasks/${task.id}/done`, {
      headers: { authorization: `Bearer ${owner.agent.token}` },
    });
    expect(again.status()).toBe(409);
    expect((await again.json()).message).toContain('has already marked this task as done.');
  });

  await test.step('the palette offers to add the input as a task', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: /^Jump to/ }).fill('Order brochures on Friday 9am');
    await page.getByText(/^Add task: Order brochures – .*9:00 AM$/).click();
    const dialog = page.getByRole('dialog', { name: 'Add Task' });
    await expect(dialog.getByText(/^“Order brochures” · Due .*9:00 AM$/)).toBeVisible();
    await expect(dialog.getByLabel('Time')).toHaveValue('09:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectMessage(page, 'Task “Order brochures” was saved.');
  });
  await context.close();
});

test('errors of task actions are shown where they happen, and no input is lost', async ({
  portalPage: page,
  owner,
}) => {
  const id = await owner.createClient({ client_first_name: 'Leo', client_last_name: unique('Task') });
  const title = unique('Renew ');
  await owner.send('post', '/tasks', { title, client_id: id, due_day: dayIn(3) });
  await page.goto(`/crm/clients/${id}`);
  await expect(page.getByRole('list', { name: 'Open tasks' }).getByText(title)).toBeVisible();

  await failOneByOne(page, page, [
    {
      open: button(new RegExp(`^${title}`)),
      dialog: 'Edit Task',
      fill: (dialog) => dialog.getByLabel('Task').fill('Renew the plan'),
      press: 'Save',
      message: 'This call fails in a test.',
      where: 'inside',
    },
    {
      open: async (from) => {
        await button(`Actions: ${title}`)(from);
        await page.getByRole('menuitem', { name: 'Delete' }).click();
      },
      dialog: 'Delete this task?',
      press: 'Delete',
      message: 'The task was not deleted. This call fails in a test.',
      where: 'inside',
    },
    {
      open: async () => {
        await page.keyboard.press('Control+k');
        await page.getByRole('textbox', { name: /^Jump to/ }).fill('Add Task');
        await page.getByText('Add Task…').click();
      },
      dialog: 'Add Task',
      fill: (dialog) => dialog.getByLabel('Task').fill('Call Ana'),
      press: 'Save',
      message: 'This call fails in a test.',
      where: 'inside',
    },
  ]);

  const calls = new FailingCalls(page);
  await calls.watch();
  await calls.during(async () => {
    await page.getByRole('button', { name: 'Add a task' }).click();
    const input = page.getByRole('textbox', { name: 'Add a task' });
    await input.fill('Call Ana on Friday');
    await input.press('Enter');
    await expect(page.getByText('The task was not added. This call fails in a test.')).toBeVisible();
    await expect(input).toHaveValue('Call Ana on Friday');
    await page.getByRole('button', { name: `Done: ${title}` }).click();
    await expectMessage(page, `“${title}” was not marked as done`);
    await expect(page.getByRole('button', { name: `Done: ${title}` })).toBeEnabled();
  });
  await calls.end();
});
