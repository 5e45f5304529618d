import { listAgentNames } from '@ledgerline/contract/agents/endpoints';
import { type SearchRow, searchEverything } from '@ledgerline/contract/search/endpoints';
import { SEARCH_KINDS, type SearchKind } from '@ledgerline/contract/search/kinds';
import { createTask } from '@ledgerline/contract/tasks/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';

const PURPOSE = 'Jump to a client, form, invoice, screen or action';

const TASK = {
  ...{ id: 1, title: 'Call Ana', client_id: null, client_name: null, owner_agent_id: 7, repeat: null },
  ...{ due_day: '2026-11-24', due_time: '15:00', sets_follow_up: false, done_at: null, done_by: null },
};

/** A response with these rows, and none of any other kind. */
function answerOf(rows: Partial<Record<SearchKind, SearchRow[]>> = {}, more: SearchKind[] = []) {
  const sections = SEARCH_KINDS.map((kind) => ({
    kind,
    rows: rows[kind] ?? [],
    has_more: more.includes(kind),
  }));
  return { success: true as const, sections };
}
const aRow = (id: number, title: string, subtitle = '', client_id: number | null = 7): SearchRow => ({
  ...{ id, title, subtitle, client_id },
});
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: PURPOSE });
const selected = () => document.querySelector('[data-selected]')?.textContent;

async function openPalette(): Promise<void> {
  await screen.findByRole('heading', { name: 'Dashboard' });
  await userEvent.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: PURPOSE });
}

describe('the palette', () => {
  it('opens the first screen that matches the typed text with Enter alone', async () => {
    fakeServer().reply(searchEverything, answerOf());
    signInAs();
    renderApp('/crm/dashboard');
    await openPalette();
    await userEvent.type(screen.getByRole('textbox', { name: PURPOSE }), 'recurr');
    await waitFor(() => expect(document.querySelector('[data-selected]')?.textContent).toBe('Recurring'));
    await userEvent.keyboard('[Enter]');
    expect(await screen.findByRole('heading', { name: 'Recurring Payments' })).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes with Esc and opens empty again', async () => {
    fakeServer().reply(searchEverything, answerOf());
    signInAs();
    renderApp('/crm/dashboard');
    await openPalette();
    await userEvent.type(screen.getByRole('textbox', { name: PURPOSE }), 'pay');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openPalette();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: PURPOSE }).value).toBe('');
  });

  it('shows results in sections, selects the first one, and opens the chosen one', async () => {
    fakeServer().reply(
      searchEverything,
      answerOf({
        client: [aRow(7, 'Rosa Marin', 'rosa@example.com', 7), aRow(8, 'Ana Marin', '', 8)],
        submission: [aRow(3, 'Application', 'Rosa Marin')],
        task: [aRow(4, 'Call Marin', 'due today')],
      }),
    );
    signInAs();
    const { router } = renderApp('/crm/dashboard');
    await openPalette();
    await userEvent.type(box(), 'marin');
    await screen.findByText('Ana Marin');
    const sections = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
    expect(sections).toEqual(['Clients', 'Submissions', 'Tasks']);
    await waitFor(() => expect(selected()).toBe('Rosa Marinrosa@example.com'));
    await userEvent.keyboard('[ArrowDown][ArrowDown]');
    expect(selected()).toBe('ApplicationRosa Marin');
    expect(screen.getByText('ApplicationRosa Marin', { selector: '[role="status"]' })).toBeDefined();
    await userEvent.keyboard('[Enter]');
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/7/forms/3'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows that there are more results, and links to the list that has them', async () => {
    const rows = [aRow(7, 'Maria', '', 7)];
    fakeServer().reply(
      searchEverything,
      answerOf({ client: rows, session: [aRow(1, 'Mail')] }, ['client', 'session']),
    );
    signInAs();
    const { router } = renderApp('/crm/dashboard');
    await openPalette();
    await userEvent.type(box(), 'ma');
    const sessions = await screen.findByRole('group', { name: 'Sessions' });
    expect(within(sessions).getByText(/^There are more/)).toBeDefined();
    await userEvent.click(screen.getByText('All clients with “ma”'));
    await waitFor(() => expect(router.state.location.search).toEqual({ q: 'ma' }));
  });

  it('keeps the previous rows until new results arrive, and Enter waits for them', async () => {
    const second = Promise.withResolvers<void>();
    fakeServer().respond(searchEverything, async ({ query }) => {
      if (query.get('q') === 'ma') return Response.json(answerOf({ client: [aRow(7, 'Maria', '', 7)] }));
      await second.promise;
      return Response.json(answerOf({ client: [aRow(9, 'Max', '', 9)] }));
    });
    signInAs();
    const { router } = renderApp('/crm/dashboard');
    await openPalette();
    await userEvent.type(box(), 'ma');
    await screen.findByText('Maria');
    await userEvent.type(box(), 'x{Enter}');
    expect(screen.getByText('Maria')).toBeDefined();
    expect(router.state.location.pathname).toBe('/crm/dashboard');
    second.resolve();
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/9'));
  });

  it('shows what failed and retries, with the screens still listed', async () => {
    const server = fakeServer().replyError(searchEverything, 'conflict', 'This call fails in a test.');
    signInAs();
    renderApp('/crm/dashboard');
    await openPalette();
    await userEvent.type(box(), 'ledger');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The search failed. This call fails in a test.');
    expect(screen.getByText('Ledger', { selector: '[data-action] *' })).toBeDefined();
    server.reply(searchEverything, answerOf({ client: [aRow(7, 'Ledger Lee', '', 7)] }));
    await userEvent.click(within(alert).getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Ledger Lee');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a message when nothing is found', async () => {
    fakeServer().reply(searchEverything, answerOf());
    signInAs();
    renderApp('/crm/dashboard');
    await openPalette();
    await userEvent.type(box(), 'qqqq');
    await screen.findByText('Nothing found', { selector: 'div' });
  });

  it('keeps text typed before its input is mounted', async () => {
    fakeServer().reply(searchEverything, answerOf({ client: [aRow(7, 'Rosa Marin', '', 7)] }));
    signInAs();
    renderApp('/crm/dashboard');
    await screen.findByRole('heading', { name: 'Dashboard' });
    await userEvent.keyboard('{Control>}k{/Control}roxs[Backspace][Backspace]sa');
    await screen.findByText('Rosa Marin');
    expect(box().value).toBe('rosa');
  });

  it('shows the shortcuts of commands that have one', async () => {
    fakeServer();
    signInAs();
    renderApp('/crm/dashboard');
    await openPalette();
    const today = await screen.findByText('Today', { selector: '[data-action] *' });
    expect(today.closest('[data-action]')?.textContent).toBe('TodayGT');
  });

  it('also opens from the sidebar', async () => {
    fakeServer();
    signInAs();
    renderApp('/crm/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: 'Find anything' }));
    await screen.findByRole('dialog', { name: PURPOSE });
  });

  it('offers a task for text that names a day, and opens it with the parsed values', async () => {
    const server = fakeServer()
      .reply(searchEverything, answerOf())
      .reply(listAgentNames, {
        success: true,
        data: [{ id: 7, username: 'ada', first_name: 'Ada', last_name: 'Byron' }],
      })
      .reply(createTask, { success: true, id: 1, task: TASK, follow_up_was: null });
    signInAs();
    renderApp('/crm/dashboard');
    await openPalette();
    await userEvent.type(screen.getByRole('textbox', { name: PURPOSE }), 'Call Ana tomorrow 3pm');
    await screen.findByText('Add task: Call Ana – tomorrow, 3:00 PM');
    await waitFor(() =>
      expect(document.querySelector('[data-selected]')?.textContent).toMatch(/^Add task: Call Ana/),
    );
    await userEvent.keyboard('[Enter]');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Task' }));
    const title = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Task/ });
    expect(title.value).toBe('Call Ana tomorrow 3pm');
    await dialog.findByText('“Call Ana” · Due tomorrow, 3:00 PM');
    await userEvent.type(title, '{Enter}');
    await waitFor(() => expect(server.calls(createTask)).toHaveLength(1));
    expect(server.calls(createTask)[0]?.body).toMatchObject({
      ...{ title: 'Call Ana', due_time: '15:00', owner_agent_id: 7, client_id: null },
    });
  });

  it('opens an empty task from its command', async () => {
    fakeServer().reply(searchEverything, answerOf());
    signInAs();
    renderApp('/crm/dashboard');
    await openPalette();
    await userEvent.type(screen.getByRole('textbox', { name: PURPOSE }), 'add task');
    await waitFor(() => expect(document.querySelector('[data-selected]')?.textContent).toBe('Add Task…'));
    await userEvent.keyboard('[Enter]');
    await screen.findByRole('dialog', { name: 'Add Task' });
  });
});
