import { listAgentNames } from '@ledgerline/contract/agents/endpoints';
import type { Task } from '@ledgerline/contract/tasks/endpoints';
import * as endpoints from '@ledgerline/contract/tasks/endpoints';
import { Notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Announcer } from '../../components/ui/announcer.tsx';
import { dayIn } from '../../domain/today.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { TasksCard } from './tasks-card.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  signInAs({ id: 7 });
});

const ZONE = 'America/New_York';
const day = (days: number) => dayIn(ZONE, new Date(Date.now() + days * 86_400_000));

function aTask(fields: Partial<Task> = {}): Task {
  return {
    ...{ id: 1, title: 'Call Ana', client_id: 3, client_name: 'Ana Diaz', owner_agent_id: 7 },
    ...{ due_day: day(2), due_time: null, repeat: null, sets_follow_up: false, done_at: null, done_by: null },
    ...fields,
  };
}

/** A server that stores the tasks of one client. */
function aServer(tasks: Task[]) {
  let stored = tasks;
  const change = (id: number, fields: Partial<Task>) => {
    stored = stored.map((task) => (task.id === id ? { ...task, ...fields } : task));
    return { success: true as const, task: stored.find((task) => task.id === id) ?? aTask() };
  };
  return fakeServer()
    .reply(listAgentNames, {
      success: true,
      data: [{ id: 7, username: 'ada', first_name: 'Ada', last_name: 'Byron' }],
    })
    .reply(endpoints.listTasks, ({ query }) => ({
      success: true as const,
      tasks: stored.filter(({ done_at }) => (query.get('state') === 'done') === (done_at !== null)),
      next: null,
    }))
    .reply(endpoints.finishTask, ({ path }) => ({
      ...change(Number(path.split('/')[2]), { done_at: new Date().toISOString(), done_by: 7 }),
      next: null,
    }))
    .reply(endpoints.reopenTask, ({ path }) =>
      change(Number(path.split('/')[2]), { done_at: null, done_by: null }),
    )
    .reply(endpoints.createTask, ({ body }) => {
      const task = aTask({ ...(body as Partial<Task>), id: 50 + stored.length });
      stored = [...stored, task];
      return { success: true as const, id: task.id, task, follow_up_was: null };
    })
    .reply(endpoints.updateTask, ({ path, body }) =>
      change(Number(path.split('/')[2]), body as Partial<Task>),
    )
    .reply(endpoints.deleteTask, ({ path }) => {
      stored = stored.filter(({ id }) => id !== Number(path.split('/')[2]));
      return { success: true as const };
    });
}

const show = () =>
  renderPart(
    <>
      <Notifications />
      <Announcer />
      <TasksCard clientId={3} />
    </>,
  );
const openTasks = async () => within(await screen.findByRole('list', { name: 'Open tasks' }));
const prompt = () => screen.findByRole('button', { name: 'Add a task' });
const line = () => screen.findByRole('textbox', { name: 'Add a task' });

describe('the Tasks card', () => {
  it('lists open tasks with date and owner, and marks overdue ones', async () => {
    aServer([
      aTask({ due_day: day(-1), due_time: '09:00' }),
      aTask({ id: 2, title: 'Send the form', repeat: 'weekly', sets_follow_up: true, owner_agent_id: null }),
    ]);
    show();
    const list = await openTasks();
    list.getByText('Overdue: yesterday, 9:00 AM');
    await list.findByText('Ada Byron');
    for (const text of ['Send the form', 'Every week', 'Follow-up', 'Unassigned']) list.getByText(text);
  });

  it('shows when nothing is open, and when tasks cannot be loaded', async () => {
    const server = aServer([]);
    const view = show();
    await screen.findByText('No tasks yet.');
    view.unmount();
    server.replyError(endpoints.listTasks, 'not_allowed', 'Not for you.');
    show();
    await screen.findByText('The tasks could not be loaded. Not for you.');
    screen.getByRole('button', { name: 'Try Again' });
  });

  it('parses day and time from one line, previews them, and adds the task with Enter', async () => {
    const server = aServer([]);
    show();
    expect(screen.queryByRole('textbox')).toBeNull();
    await userEvent.click(await prompt());
    expect(document.activeElement).toBe(await line());
    await userEvent.type(await line(), 'Call Ana tomorrow 3pm');
    await screen.findByText('“Call Ana” · Due tomorrow, 3:00 PM');
    await userEvent.keyboard('{Enter}');
    (await openTasks()).getByText('Call Ana');
    within(screen.getByRole('log')).getByText('Task added: Call Ana, due tomorrow, 3:00 PM');
    expect(server.calls(endpoints.createTask)[0]?.body).toEqual({
      ...{ title: 'Call Ana', client_id: 3, due_day: day(1), due_time: '15:00', repeat: null },
    });
    expect(document.activeElement).toBe(await prompt());
    await userEvent.click(await prompt());
    expect(await line()).toHaveProperty('value', '');
  });

  it('rejects an empty task, and keeps input when the request fails', async () => {
    const server = aServer([]).replyError(endpoints.createTask, 'wrong_state', 'Not now.');
    show();
    await userEvent.click(await prompt());
    await userEvent.type(await line(), '{Enter}');
    await screen.findByText('Please enter a task');
    await userEvent.type(await line(), 'Ask about the May plan{Enter}');
    await screen.findByText('The task was not added. Not now.');
    expect(await line()).toHaveProperty('value', 'Ask about the May plan');
    expect(screen.getByRole('log').textContent).toBe('');
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(await prompt());
    await userEvent.keyboard('{Enter}');
    expect(await line()).toHaveProperty('value', 'Ask about the May plan');
    expect(server.calls(endpoints.createTask)[0]?.body).toMatchObject({ due_day: day(0), due_time: null });
  });

  it('completes with one click, moves to the next row, and offers undo in the toast', async () => {
    const server = aServer([aTask(), aTask({ id: 2, title: 'Send the form' })]);
    show();
    await userEvent.click((await openTasks()).getByRole('button', { name: 'Done: Call Ana' }));
    await screen.findByText('“Call Ana” is done.');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Done: Call Ana' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Done: Send the form' }));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Done: Call Ana' });
    expect(server.calls(endpoints.reopenTask)).toHaveLength(1);
  });

  it('focuses the entry when the last task is done', async () => {
    aServer([aTask()]);
    show();
    await userEvent.click((await openTasks()).getByRole('button', { name: 'Done: Call Ana' }));
    await screen.findByText('No tasks yet.');
    expect(document.activeElement).toBe(await prompt());
  });

  it('shows who was first when another agent has completed it', async () => {
    aServer([aTask()]).replyError(
      endpoints.finishTask,
      'wrong_state',
      'Ben Second has already marked this task as done.',
    );
    show();
    await userEvent.click((await openTasks()).getByRole('button', { name: 'Done: Call Ana' }));
    await screen.findByText('Ben Second has already marked this task as done.');
  });

  it('shows completed tasks on request', async () => {
    aServer([aTask({ done_at: '2026-11-20T15:00:00.000Z', done_by: 7 })]);
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Show Done' }));
    const list = within(await screen.findByRole('list', { name: 'Completed tasks' }));
    await list.findByText(/^Done Nov 20, 2026, .* by Ada Byron$/);
    await userEvent.click(list.getByRole('button', { name: 'Not done: Call Ana' }));
    (await openTasks()).getByText('Call Ana');
  });

  it('sends only changed fields of an edited task, and shows validation errors at their field', async () => {
    const server = aServer([aTask()]);
    show();
    await userEvent.click((await openTasks()).getByRole('button', { name: /^Call Ana/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Task' }));
    const title = dialog.getByRole('textbox', { name: /^Task/ });
    await userEvent.clear(title);
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    dialog.getByText('Please enter a task');
    await userEvent.type(title, 'Call Leo tomorrow 9am');
    await dialog.findByText('“Call Leo” · Due tomorrow, 9:00 AM');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Set as the client’s follow-up date' }));
    server.replyError(endpoints.updateTask, 'validation_failed', 'Wrong.', {
      fields: [{ path: 'due_day', message: 'Not that day.' }],
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('Not that day.');
    expect(server.calls(endpoints.updateTask)[0]?.body).toEqual({
      ...{ title: 'Call Leo', due_day: day(1), due_time: '09:00', sets_follow_up: true },
    });
  });

  it('confirms before deleting', async () => {
    const server = aServer([aTask({ repeat: 'weekly' })]);
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Actions: Call Ana' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete this task?' }));
    question.getByText(/^“Call Ana” and its future repeats will be deleted for everyone\./);
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByText('No tasks yet.');
    expect(server.calls(endpoints.deleteTask)).toHaveLength(1);
  });
});
