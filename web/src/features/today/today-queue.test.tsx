import { TODAY_KINDS } from '@ledgerline/contract/rules';
import { countToday, listToday } from '@ledgerline/contract/today/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { liveStream } from '../../testing/live-stream.ts';
import { NOTHING_DUE } from '../../testing/render-app.tsx';
import {
  anItem,
  atNine,
  CALL,
  DO,
  findAction,
  LINK,
  openToday,
  todayServer,
  user,
} from './testing/today-server.ts';
import { TODAY_ACTIONS } from './today-actions.ts';

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

  it('groups what is due by action, with counts, and shows the next days by date alone', async () => {
    const invoice = anItem({
      kind: 'invoice_overdue',
      id: 2,
      title: 'Fee',
      amount_cents: 12_050,
      invoice_id: 2,
    });
    todayServer([
      anItem({ kind: 'sign', id: 3, title: 'Advisory' }),
      CALL,
      anItem({ id: 9 }),
      invoice,
      DO,
      LINK,
    ]);
    openToday();
    await findAction(/^Done: /);
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
        'Sign 1',
        'Call 2',
        'Collect 1',
        'Tasks 1',
      ]),
    );
    expect(TODAY_ACTIONS.flatMap(({ kinds }) => kinds)).toEqual(TODAY_KINDS);
  });

  it('shows the client, then the task, and the age in days', async () => {
    const old = anItem({
      kind: 'invoice_overdue',
      id: 2,
      due_day: '2026-11-15',
      title: 'Fee',
      amount_cents: 12_050,
    });
    todayServer([CALL, old, DO]);
    openToday();
    await findAction(/^Done: /);
    const rows = within(screen.getByRole('main')).getAllByRole('listitem');
    for (const [at, age, isLong] of [
      [0, '3 days', false],
      [1, '8 days', true],
      [2, 'Today, 3:00 PM', false],
    ] as const) {
      const shown = within(rows[at] as HTMLElement).getByText(age);
      expect(shown.parentElement?.hasAttribute('data-late')).toBe(isLong);
    }
    expect(rows[0]?.textContent).toMatch(/Ana Ruiz.*Follow up/);
  });

  it('fills the button of the current item only', async () => {
    todayServer([CALL, DO]);
    openToday();
    await findAction(/^Done: /);
    const filled = () => [...document.querySelectorAll('[data-main-action][data-variant="filled"]')];
    expect(filled().map((button) => button.getAttribute('aria-label'))).toEqual([
      'Call: Follow up, Ana Ruiz',
    ]);
    await user().keyboard('jj');
    expect(filled().map((button) => button.getAttribute('aria-label'))).toEqual([
      'Done: Send the quote, Ana Ruiz',
    ]);
  });

  it('shows the day and its figures for the chosen owner', async () => {
    const invoice = { kind: 'invoice_overdue', title: 'Fee', amount_cents: 12_050, invoice_id: 2 } as const;
    todayServer([
      anItem({ kind: 'sign', id: 3 }),
      CALL,
      anItem({ kind: 'turns_65', id: 8, group: 'today' }),
      anItem({ id: 9, group: 'next_7_days', due_day: '2026-11-25' }),
      anItem({ ...invoice, id: 2 }),
      anItem({ ...invoice, id: 4, owner_agent_id: null }),
    ]);
    openToday();
    await screen.findByText('Monday, November 23');
    const figures = () => [...document.querySelectorAll('dd')].map((figure) => figure.textContent);
    await waitFor(() => expect(figures()).toEqual(['1', '2', '$120.50']));
    screen.getByText('12 done today');
    await user().click(screen.getByRole('radio', { name: 'Everyone' }));
    await waitFor(() => expect(figures()).toEqual(['1', '2', '$241.00']));
    screen.getByText('30 done today');
    await user().click(screen.getByRole('radio', { name: 'Unassigned' }));
    await waitFor(() => expect(figures()).toEqual(['0', '0', '$120.50']));
    expect(screen.queryByText(/done today/)).toBeNull();
  });

  it('counts up to one hundred', async () => {
    const { server } = todayServer([CALL]);
    server.reply(countToday, {
      ...NOTHING_DUE,
      counts: { overdue: 100, today: 0, next_7_days: 0 },
      kinds: [{ group: 'overdue', kind: 'follow_up', count: 100 }],
    });
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
    await (await user()).click(await findAction(/^Show More$/));
    await findAction(/^Done: /);
    expect(server.calls(listToday).map(({ query }) => [query.get('owner'), query.get('after')])).toEqual([
      ['me', null],
      ['me', 'x'],
    ]);
    await user().click(screen.getByRole('radio', { name: 'Unassigned' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ owner: 'nobody' }));
    await waitFor(() => expect(server.calls(listToday).at(-1)?.query.get('owner')).toBe('nobody'));
  });

  it('shows an empty state that leads to unassigned items', async () => {
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
