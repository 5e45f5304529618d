import { listRecents, type SearchRow, searchEverything } from '@ledgerline/contract/search/endpoints';
import { SEARCH_KINDS } from '@ledgerline/contract/search/kinds';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { clearSignIn } from '../../lib/sign-in.ts';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { recentItemAt, recentItems } from './recent-items.ts';
import { resultPath } from './result-path.ts';

const aRow = (id: number, title: string, subtitle = '', client_id: number | null = 7): SearchRow => ({
  ...{ id, title, subtitle, client_id },
});
const selected = () => document.querySelector('[data-selected]')?.textContent;

async function openPalette(): Promise<HTMLElement> {
  await screen.findByRole('heading', { name: 'Dashboard' });
  await userEvent.keyboard('{Control>}k{/Control}');
  return screen.findByRole('textbox', { name: /^Jump to/ });
}

describe('recents', () => {
  const LEE = { ...aRow(7, 'Lee Recent', 'lee@example.com', 7), kind: 'client' as const };
  const store = (agent: number, things: string[]) =>
    localStorage.setItem('recents', JSON.stringify({ agent, things }));

  it('come first while nothing is typed, under their current names, without the current screen', async () => {
    const server = fakeServer().reply(listRecents, { success: true, rows: [LEE] });
    signInAs();
    store(7, ['screen./crm/dashboard', 'client.7', 'invoice.9', 'screen./crm/ledger']);
    const { router } = renderApp('/crm/dashboard');
    await openPalette();
    const recents = await screen.findByRole('group', { name: 'Recents' });
    expect(
      within(recents)
        .getAllByRole('button')
        .map((line) => line.textContent),
    ).toEqual(['Lee Recentlee@example.com', 'Ledger']);
    // Listed once, as a recent screen.
    expect(
      screen.getAllByRole('button', { name: /^Ledger$/ }).filter((line) => line.closest('[role=group]')),
    ).toHaveLength(1);
    expect(server.calls(listRecents)[0]?.query.get('things')).toBe('client.7,invoice.9');
    await waitFor(() => expect(selected()).toBe('Lee Recentlee@example.com'));
    await userEvent.keyboard('[Enter]');
    await waitFor(() => expect(router.state.location.pathname).toBe('/crm/clients/7'));
  });

  it('are stored by kind and id only, per agent, until sign-out', async () => {
    const rows = [aRow(4, 'Call Rosa', '', null)];
    const sections = SEARCH_KINDS.map((kind) => ({
      kind,
      rows: kind === 'task' ? rows : [],
      has_more: false,
    }));
    fakeServer().reply(searchEverything, { success: true, sections });
    signInAs();
    renderApp('/crm/dashboard');
    await userEvent.type(await openPalette(), 'rosa');
    await userEvent.click(await screen.findByText('Call Rosa'));
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem('recents') ?? '')).toEqual({
        agent: 7,
        things: ['screen./crm/today', 'task.4', 'screen./crm/dashboard'],
      }),
    );
    signInAs({ id: 8 });
    expect(recentItems()).toEqual([]);
    signInAs();
    expect(recentItems()).toHaveLength(3);
    clearSignIn();
    expect(localStorage.getItem('recents')).toBeNull();
  });

  it('show load errors and can be retried', async () => {
    const server = fakeServer().replyError(listRecents, 'conflict', 'This call fails in a test.');
    signInAs();
    store(7, ['client.7']);
    renderApp('/crm/dashboard');
    await openPalette();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Recent items could not be loaded. This call fails in a test.');
    server.reply(listRecents, { success: true, rows: [LEE] });
    await userEvent.click(within(alert).getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Lee Recent');
  });

  it.each([
    ['/crm/clients/7', {}, 'client.7'],
    ['/crm/clients/7/forms/3', {}, 'submission.3'],
    ['/crm/clients/7/sessions/3', {}, 'session.3'],
    ['/crm/forms/submissions/3', {}, 'submission.3'],
    ['/crm/payments', { invoice: 12 }, 'invoice.12'],
    ['/crm/payments', {}, 'screen./crm/payments'],
    ['/crm/clients/new', {}, null],
    ['/crm/agents/3', {}, null],
  ])('%s with the search %j is the recent item %s', (path, search, item) => {
    expect(recentItemAt(path, search)).toBe(item);
  });

  it.each(['null', '{', '{"agent":7}', '{"agent":7,"things":[1,"agent.3","client.x","client.0"]}'])(
    'ignores invalid stored recents: %s',
    (stored) => {
      signInAs();
      localStorage.setItem('recents', stored);
      expect(recentItems()).toEqual([]);
    },
  );
});

it.each([
  ['client', aRow(7, 'A', '', 7), '/crm/clients/7'],
  ['submission', aRow(3, 'A'), '/crm/clients/7/forms/3'],
  ['submission', aRow(3, 'A', '', null), '/crm/forms/submissions/3'],
  ['session', aRow(3, 'A'), '/crm/clients/7/sessions/3'],
  ['invoice', aRow(3, 'A'), '/crm/payments?invoice=3'],
  ['document', aRow(3, 'A'), '/crm/clients/7#documents'],
  ['template', aRow(3, 'A & B', '', null), '/crm/forms?view=templates&q=A%20%26%20B'],
  ['template', aRow(3, '12', '', null), '/crm/forms?view=templates&q=%2212%22'],
  ['task', aRow(3, 'A'), '/crm/clients/7'],
  ['task', aRow(3, 'A', '', null), '/crm/today'],
] as const)('a %s %j has the path %s', (kind, row, path) => {
  expect(resultPath(kind, row)).toBe(path);
});
