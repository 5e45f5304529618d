import { createTask, finishTask } from '@ledgerline/contract/tasks/endpoints';
import {
  countToday,
  listToday,
  reassignItem,
  snoozeItem,
  wakeItem,
} from '@ledgerline/contract/today/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { liveStream } from '../../testing/live-stream.ts';
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

const texts = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('listitem')
    .map((row) => row.textContent);

describe('the queue', () => {
  it('shows groups with counts, task, client, date and amount', async () => {
    const overdue = anItem({
      kind: 'invoice_overdue',
      id: 2,
      title: 'Fee',
      amount_cents: 12_050,
      invoice_id: 2,
      owner_agent_id: 8,
    });
    todayServer([CALL, overdue, DO, LINK]);
    openToday('?owner=everybody');
    await findAction(/^Done: Send the quote, Ana Ruiz$/);
    expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
      'Overdue 2',
      'Today 1',
      'Next 7 days 1',
    ]);
    const rows = texts();
    for (const [at, words] of [
      ['Follow up', 'Ana Ruiz', 'Due Fri Nov 20'],
      ['Invoice overdue: Fee', 'Due Fri Nov 20', '$120.50', 'BS'],
      ['Send the quote', 'Due today, 3:00 PM'],
      ['Link expires: Intake', 'Expires tomorrow, 9:05 AM'],
    ].entries())
      for (const word of words) expect(rows[at]).toContain(word);
    expect(screen.getByRole('img', { name: 'Owner: Bo Sand' })).toBeDefined();
    expect(screen.getByRole('link', { name: /^Call: / }).getAttribute('href')).toBe('tel:3055550100');
  });

  it('counts up to one hundred', async () => {
    const { server } = todayServer([CALL]);
    server.reply(countToday, { success: true, counts: { overdue: 100, today: 0, next_7_days: 0 } });
    openToday();
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('Overdue 100+');
  });

  it('requests the agent’s own items unless the URL says otherwise, and more on demand', async () => {
    const { server } = todayServer([]);
    server.reply(listToday, ({ query }) =>
      query.get('after')
        ? { success: true as const, lines: [DO], next: null }
        : { success: true as const, lines: [CALL], next: 'x' },
    );
    const { router } = openToday();
    await (await user()).click(await findAction(/^Show more$/));
    await findAction(/^Done: /);
    expect(server.calls(listToday).map(({ query }) => [query.get('owner'), query.get('after')])).toEqual([
      ['me', null],
      ['me', 'x'],
    ]);
    await user().click(screen.getByRole('radio', { name: 'Unassigned' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ owner: 'nobody' }));
    await waitFor(() => expect(server.calls(listToday).at(-1)?.query.get('owner')).toBe('nobody'));
  });

  it('shows an empty state, and where others have items', async () => {
    todayServer([anItem({ owner_agent_id: null })]);
    const { router } = openToday();
    await screen.findByRole('heading', { name: 'You’re all caught up.' });
    await user().click(await screen.findByRole('button', { name: 'Unassigned (1)' }));
    await screen.findByRole('link', { name: /^Call: / });
    expect(router.state.location.search).toEqual({ owner: 'nobody' });
  });

  it('shows a load error, and reloads on Try Again', async () => {
    const { server } = todayServer([CALL]);
    server.replyError(listToday, 'wrong_state', 'Not now.');
    openToday();
    await screen.findByText('Error Loading Today');
    server.reply(listToday, { success: true, lines: [DO], next: null });
    await user().click(screen.getByRole('button', { name: 'Try Again' }));
    await findAction(/^Done: /);
  });

  it('refetches within a second of a change elsewhere', async () => {
    const { server, queue } = todayServer([CALL, DO]);
    const { push } = liveStream(server);
    openToday();
    await findAction(/^Done: /);
    queue.lines = [CALL];
    push({ kind: 'tasks', ids: [4] });
    await waitFor(() => expect(texts()).toHaveLength(1));
    queue.lines = [];
    push({ kind: 'clients', ids: [1] });
    await waitFor(() => expect(texts()).toHaveLength(0), { timeout: 1000 });
  });
});

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
