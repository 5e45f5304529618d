import { createTask, finishTask, reopenTask, undoCreateTask } from '@ledgerline/contract/tasks/endpoints';
import { snoozeItem, undoReassignItem, wakeItem } from '@ledgerline/contract/today/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  anItem,
  atNine,
  CALL,
  DO,
  findAction,
  LINK,
  openToday,
  TASK,
  todayServer,
  user,
} from './testing/today-server.ts';

beforeEach(() => {
  atNine();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const MEDICARE = anItem({
  ...{ kind: 'enrolment', group: 'today', id: 1, title: 'Medicare', due_day: '2026-12-07' },
  ...{ client_id: null, client_name: null },
});

async function snoozeFirst() {
  await user().keyboard('js');
  await screen.findByRole('dialog', { name: 'Snooze' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^Tomorrow/ })));
  await user().keyboard('{Enter}');
}

async function reassignToBo(name: RegExp) {
  await user().click(await findAction(name));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reassign' }));
  await user().click(dialog.getByRole('combobox', { name: 'Assign to' }));
  await user().click(await screen.findByRole('option', { name: 'Bo Sand' }));
  await user().click(dialog.getByRole('button', { name: 'Reassign' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

/** The toasts are alerts, which screen readers announce. */
const announced = async (text: string | RegExp) =>
  expect((await screen.findByText(text)).closest('[role="alert"]')).not.toBeNull();

describe('Z', () => {
  it('reverts the latest action first: the reassignment, then the snooze before it', async () => {
    const { server } = todayServer([CALL, LINK]);
    openToday();
    await findAction(/^Extend: /);
    await snoozeFirst();
    await announced('Follow up: snoozed until Tue, Nov 24.');
    await reassignToBo(/^Reassign: /);
    await announced('Link expires: Intake: assigned to Bo Sand.');
    await user().keyboard('z');
    await announced('Reassignment undone: Link expires: Intake, Ana Ruiz.');
    expect(server.calls(undoReassignItem)[0]?.body).toEqual({
      ...{ kind: 'link_ending', id: 5, due_day: '2026-11-24' },
      ...{ owner_agent_id: 8, previous: null },
    });
    expect(server.calls(wakeItem)).toEqual([]);
    await user().keyboard('z');
    await announced('Back on Today: Follow up, Ana Ruiz.');
    expect(server.calls(wakeItem)).toHaveLength(1);
    await user().keyboard('z');
    await announced('There is nothing to undo.');
  });

  it('reverts a completion that is still being sent, not the action before it', async () => {
    const { server } = todayServer([CALL, DO]);
    const { promise, resolve } = Promise.withResolvers<void>();
    server
      .respond(finishTask, async () => {
        await promise;
        return Response.json({ success: true, task: TASK, next: null });
      })
      .reply(reopenTask, { success: true, task: TASK });
    openToday();
    await findAction(/^Done: /);
    await snoozeFirst();
    await screen.findByText('Follow up: snoozed until Tue, Nov 24.');
    await user().click(await findAction(/^Done: /));
    await user().keyboard('z');
    resolve();
    await announced('Open again: Send the quote.');
    expect(server.calls(reopenTask)[0]?.query.get('done_at')).toBe(TASK.done_at);
    expect(server.calls(wakeItem)).toEqual([]);
  });

  it('removes a task that was just saved', async () => {
    const { server } = todayServer([CALL]);
    const task = { ...TASK, done_at: null, done_by: null };
    server
      .reply(createTask, { success: true, id: 4, task, follow_up_was: { day: '2026-11-20' } })
      .reply(undoCreateTask, { success: true });
    openToday();
    await screen.findByRole('link', { name: /^Call: / });
    await user().keyboard('jn');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Task' }));
    await user().type(await dialog.findByRole('textbox', { name: /^Task/ }), 'Send the quote');
    await user().click(dialog.getByRole('button', { name: 'Save' }));
    await announced('Task “Send the quote” was saved.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user().keyboard('z');
    await announced('Task “Send the quote” was removed again.');
    const [call] = server.calls(undoCreateTask);
    expect([call?.path, call?.body]).toEqual(['/tasks/4/undo', { follow_up_was: { day: '2026-11-20' } }]);
  });

  it('brings back what was dismissed', async () => {
    const { server } = todayServer([MEDICARE]);
    openToday();
    await user().click(await findAction(/^Done: Medicare$/));
    await screen.findByText('Dismissed: Medicare.');
    await user().keyboard('z');
    await announced('Back on Today: Medicare.');
    expect(server.calls(wakeItem)[0]?.body).toMatchObject({ kind: 'enrolment', until: null });
  });

  it('shows that a colleague has changed the item, reverts nothing and offers no retry', async () => {
    const { server } = todayServer([CALL, LINK]);
    const why = 'It has been changed since then. Nothing was undone.';
    server.replyError(wakeItem, 'conflict', why);
    openToday();
    await findAction(/^Extend: /);
    await snoozeFirst();
    await screen.findByText('Follow up: snoozed until Tue, Nov 24.');
    await user().keyboard('z');
    await announced(`Follow up: snoozed until Tue, Nov 24. It could not be undone. ${why}`);
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    await user().keyboard('z');
    await announced('There is nothing to undo.');
    expect([server.calls(wakeItem).length, server.calls(snoozeItem).length]).toEqual([1, 1]);
  });

  it('does not skip an action that cannot be undone', async () => {
    const form = anItem({ kind: 'unread', id: 9, title: 'Intake', group: 'today', submission_id: 9 });
    const { server } = todayServer([CALL, LINK, form]);
    openToday();
    await findAction(/^Extend: /);
    await snoozeFirst();
    await screen.findByText('Follow up: snoozed until Tue, Nov 24.');
    await findAction(/^Snooze: Review/);
    const [open] = screen.getAllByRole('button', { name: /^Open: Review/ });
    if (!open) throw new Error('the main action was expected');
    await user().click(open);
    await screen.findByRole('dialog');
    await user().keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user().keyboard('z');
    await announced(
      '“Review: Intake, Ana Ruiz” was opened last. Changes made there can’t be undone from Today. Press Z again to undo the action before it.',
    );
    expect(server.calls(wakeItem)).toEqual([]);
  });
});
