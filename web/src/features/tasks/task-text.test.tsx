import { listAgentNames } from '@ledgerline/contract/agents/endpoints';
import { createTask, listTasks, type Task, updateTask } from '@ledgerline/contract/tasks/endpoints';
import { Notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TaskDialog } from '../../domain/tasks/task-dialog.tsx';
import { fakeTime } from '../../testing/fake-time.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { TasksCard } from './tasks-card.tsx';

/** Thursday, 9 AM in Miami; in UTC it is already 2 PM. */
beforeEach(() => {
  fakeTime();
  vi.setSystemTime('2026-11-26T14:00:00Z');
});

const user = () => userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms) });

const TASK: Task = {
  ...{ id: 4, title: 'Call', client_id: 3, client_name: 'Ana Ruiz', owner_agent_id: 7 },
  ...{ due_day: '2026-11-27', due_time: '15:00', repeat: null, sets_follow_up: false },
  ...{ done_at: null, done_by: null },
};

const LINE = 'Call back about Silver plan Friday 3pm';
const PREVIEW = '“Call back about Silver plan” · Due tomorrow, 3:00 PM';
const UNDERSTOOD = { title: 'Call back about Silver plan', due_day: '2026-11-27', due_time: '15:00' };
const AS_TEXT = { title: LINE, due_day: '2026-11-26', due_time: null, repeat: null };

function aServer() {
  signInAs();
  return fakeServer()
    .reply(listAgentNames, { success: true, data: [] })
    .reply(listTasks, { success: true, tasks: [], next: null })
    .reply(updateTask, { success: true, task: TASK })
    .reply(createTask, { success: true, id: 4, task: TASK, follow_up_was: null });
}

/** The text field, where a task is entered. */
async function enterIn(place: 'dialog' | 'line') {
  renderPart(
    <>
      <Notifications />
      {place === 'line' ? (
        <TasksCard clientId={3} />
      ) : (
        <TaskDialog opened start={{ client: { id: 3, name: 'Ana Ruiz' } }} onClose={() => undefined} />
      )}
    </>,
  );
  if (place === 'line') await user().click(await screen.findByRole('button', { name: 'Add a task' }));
  return place === 'line'
    ? screen.findByRole('textbox', { name: 'Add a task' })
    : screen.findByRole('textbox', { name: /^Task/ });
}

const bodies = (server: ReturnType<typeof aServer>) => server.calls(createTask).map(({ body }) => body);

describe.each(['line', 'dialog'] as const)('a day in the text of a task, in the %s', (place) => {
  it('is shown before saving, and saved as the due date and time', async () => {
    const server = aServer();
    await user().type(await enterIn(place), LINE);
    await screen.findByText(PREVIEW);
    await user().keyboard('{Enter}');
    await waitFor(() => expect(bodies(server)).toMatchObject([{ ...UNDERSTOOD, client_id: 3 }]));
  });

  it('stays text when the agent removes it', async () => {
    const server = aServer();
    const input = await enterIn(place);
    await user().type(input, LINE);
    await user().click(
      await screen.findByRole('button', { name: 'Keep the date as text: Due tomorrow, 3:00 PM' }),
    );
    expect(screen.queryByText(PREVIEW)).toBeNull();
    await user().type(input, '{Enter}');
    await waitFor(() => expect(bodies(server)).toMatchObject([AS_TEXT]));
  });

  it('counts when Enter comes before the preview', async () => {
    const server = aServer();
    const input = await enterIn(place);
    await user().click(input);
    await user().paste(LINE);
    await user().keyboard('{Enter}');
    await waitFor(() => expect(bodies(server)).toMatchObject([UNDERSTOOD]));
  });

  it('is not enough as a title', async () => {
    const server = aServer();
    const input = await enterIn(place);
    await user().type(input, 'Friday 3pm');
    await screen.findByRole('button', { name: /^Keep the date as text/ });
    await user().keyboard('{Enter}');
    await screen.findByText('Please enter a task');
    expect(bodies(server)).toEqual([]);
  });
});

describe('the fields of a task', () => {
  it('follow the text, keep what the agent changes, and return when it is removed', async () => {
    const server = aServer();
    const input = await enterIn('dialog');
    const fields = () => [
      screen.getByRole<HTMLInputElement>('textbox', { name: /^Due date/ }).value,
      screen.getByLabelText<HTMLInputElement>('Time').value,
    ];
    await user().type(input, LINE);
    await screen.findByText(PREVIEW);
    expect(fields()).toEqual(['11/27/2026', '15:00']);
    await user().click(screen.getByRole('button', { name: /^Keep the date as text/ }));
    expect(fields()).toEqual(['11/26/2026', '']);
    await user().clear(input);
    await user().type(input, LINE);
    await screen.findByText(PREVIEW);
    await user().clear(screen.getByRole('textbox', { name: /^Due date/ }));
    await user().type(screen.getByRole('textbox', { name: /^Due date/ }), '11/30/2026');
    await screen.findByText('“Call back about Silver plan” · Due Mon Nov 30, 3:00 PM');
    await user().type(input, '{Enter}');
    await waitFor(() => expect(bodies(server)).toMatchObject([{ ...UNDERSTOOD, due_day: '2026-11-30' }]));
  });

  it('ignore a day in the stored title', async () => {
    const server = aServer();
    const task = { ...TASK, title: 'Call about the Friday offer' };
    renderPart(<TaskDialog opened task={task} onClose={() => undefined} />);
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Task' }));
    await user().clear(dialog.getByLabelText('Time'));
    await user().click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.calls(updateTask)[0]?.body).toEqual({ due_time: null }));
  });
});
