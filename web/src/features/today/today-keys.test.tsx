import { createTask, finishTask } from '@ledgerline/contract/tasks/endpoints';
import { reassignItem, snoozeItem, wakeItem } from '@ledgerline/contract/today/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
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

const texts = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('listitem')
    .map((row) => row.textContent);

describe('by keyboard alone', () => {
  it('navigates the items, and keeps its position when one is removed', async () => {
    const { server } = todayServer([CALL, DO, LINK]);
    server.reply(finishTask, { success: true, task: TASK, next: null });
    openToday();
    await findAction(/^Done: /);
    const { keyboard } = user();
    await keyboard('j');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Call: /);
    await keyboard('j');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Done: /);
    await keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Extend: /));
    await keyboard('k');
    await keyboard('{ArrowDown}{ArrowUp}');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^(Call|Done): /);
  });

  it('snoozes until tomorrow with S and Enter, and undoes it with Z', async () => {
    const { server } = todayServer([CALL, LINK]);
    openToday();
    await findAction(/^Extend: /);
    const { keyboard } = user();
    await keyboard('js');
    await screen.findByRole('dialog', { name: 'Snooze' });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Tomorrow, Tue, Nov 24' })),
    );
    await keyboard('{Enter}');
    await waitFor(() => expect(texts()).toHaveLength(1));
    expect(server.calls(snoozeItem)[0]?.body).toEqual({
      kind: 'follow_up',
      id: 1,
      due_day: '2026-11-20',
      until: '2026-11-24',
    });
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Extend: /));
    await screen.findByText('Follow up: snoozed until Tue, Nov 24.');
    await keyboard('z');
    await waitFor(() => expect(texts()).toHaveLength(2));
    const body = { kind: 'follow_up', id: 1, due_day: '2026-11-20', until: '2026-11-24' };
    expect(server.calls(wakeItem)[0]?.body).toEqual(body);
  });

  it('reassigns with H to a typed agent', async () => {
    const { server } = todayServer([CALL, LINK]);
    openToday();
    await findAction(/^Extend: /);
    const { keyboard, click } = user();
    await keyboard('jh');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reassign' }));
    await click(dialog.getByRole('combobox', { name: 'Assign to' }));
    await click(await screen.findByRole('option', { name: 'Bo Sand' }));
    await click(dialog.getByRole('button', { name: 'Reassign' }));
    await screen.findByText('Follow up: assigned to Bo Sand.');
    await waitFor(() => expect(texts()).toHaveLength(1));
    expect(server.calls(reassignItem)[0]?.body).toMatchObject({ kind: 'follow_up', owner_agent_id: 8 });
  });

  it('adds a task for the item’s client with N, and returns to the item', async () => {
    const { server } = todayServer([CALL, LINK]);
    server.reply(createTask, { success: true, id: 4, task: TASK, follow_up_was: null });
    openToday();
    await findAction(/^Extend: /);
    const { keyboard, type, click } = user();
    await keyboard('jn');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Task' }));
    await type(await dialog.findByRole('textbox', { name: /^Task/ }), 'Send the quote');
    await click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(createTask)[0]?.body).toMatchObject({ title: 'Send the quote', client_id: 1 });
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Call: /));
  });

  it('opens the item’s subject with O', async () => {
    todayServer([LINK]);
    const { router } = openToday();
    await findAction(/^Extend: /);
    await user().keyboard('jo');
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/1/forms/9'));
  });
});
