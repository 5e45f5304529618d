import { deleteCall, logCall, updateCall } from '@ledgerline/contract/calls/endpoints';
import { FOLLOW_UP_PAST } from '@ledgerline/contract/rules';
import { listClientTimeline, type TimelineLine } from '@ledgerline/contract/timeline/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer } from '../../testing/render-app.tsx';
import { renderRouted } from '../../testing/render-routed.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { TimelineCard } from './timeline-card.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  signInAs({ id: 7 });
});

function aLine(fields: Partial<TimelineLine>): TimelineLine {
  return {
    ...{ event: 'note', id: 1, at: '2026-11-20T15:00:00.000Z', title: '', detail: '', actor: 'Ada Byron' },
    ...{ agent_id: null, amount_cents: null, session_id: null, submission_id: null, invoice_id: null },
    ...{ document_id: null, outcome: null, follow_up_on: null, changes: [] },
    ...fields,
  };
}

/** A server with a timeline of two pages, plus newly logged entries. */
function aServer(newest: TimelineLine[], older: TimelineLine[] = []) {
  let stored = newest;
  return fakeServer()
    .reply(listClientTimeline, ({ query }) => {
      const q = query.get('q') ?? '';
      const kind = query.get('kind');
      const lines = query.get('after') ? older : stored;
      return {
        success: true as const,
        lines: lines.filter(({ title, event }) => title.includes(q) && (!kind || event === kind)),
        next: older.length > 0 && !query.get('after') ? 'more' : null,
      };
    })
    .reply(logCall, ({ body }) => {
      const { kind, outcome, text, follow_up_on } = body as {
        kind: 'call';
        outcome: null;
        text: string;
        follow_up_on: string | null;
      };
      const id = 90 + stored.length;
      stored = [aLine({ event: kind, id, title: text, outcome, follow_up_on, agent_id: 7 }), ...stored];
      const call = { id, client_id: 3, kind, outcome, text, follow_up_on, agent_id: 7, at: aLine({}).at };
      return { success: true as const, id, call };
    })
    .reply(deleteCall, ({ path }) => {
      stored = stored.filter(({ id }) => id !== Number(path.split('/')[2]));
      return { success: true as const };
    });
}

const show = () => renderRouted(<TimelineCard clientId={3} />);
const lines = async () => within(await screen.findByRole('list', { name: 'Timeline' }));
const text = () => screen.findByRole('textbox', { name: 'Call notes' });
const openLog = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Log a call or note' }));

describe('the Timeline card', () => {
  it('shows what happened, by whom and when, with links', async () => {
    aServer([
      aLine({
        event: 'payment_failed',
        title: 'Review',
        detail: 'INV-1001',
        amount_cents: 4200,
        invoice_id: 5,
      }),
      aLine({ event: 'form_submitted', title: 'Agreement', submission_id: 8, session_id: 2 }),
      aLine({ event: 'link_opened', title: 'Annual review', session_id: 2 }),
      aLine({
        event: 'fields_changed',
        changes: [
          { field: 'occupation', is_hidden: false, from: 'Baker', to: 'Cook' },
          { field: 'ssn', is_hidden: true, from: null, to: null },
        ],
      }),
    ]);
    show();
    const list = await lines();
    expect(list.getByRole('link', { name: /^Payment failed · \$42.00/ }).getAttribute('href')).toBe(
      '/crm/payments?invoice=5',
    );
    const toForm = list.getByRole('link', { name: /^Form submitted/ });
    expect(toForm.getAttribute('href')).toBe('/crm/clients/3/forms/8');
    const toSession = list.getByRole('link', { name: /^Link opened/ });
    expect(toSession.getAttribute('href')).toBe('/crm/clients/3/sessions/2');
    list.getByText('Changed: Occupation, SSN');
    list.getByText('Occupation: from Baker to Cook');
    expect(list.queryByText(/^SSN:/)).toBeNull();
  });

  it('folds the values of an action that changed many fields', async () => {
    const changes = ['occupation', 'name_of_employer', 'city_of_birth', 'company'].map((field) => ({
      ...{ field, is_hidden: false, from: null, to: 'New' },
    }));
    aServer([aLine({ event: 'fields_changed', changes })]);
    show();
    const list = await lines();
    list.getByText('Changed: Occupation, Employer and 2 more');
    const values = list.getByText('Show 4 values').closest('details');
    expect(values?.open).toBe(false);
    await userEvent.click(list.getByText('Show 4 values'));
    expect(values?.open).toBe(true);
    list.getByText('Company set to New');
  });

  it('logs a call with Enter, and keeps input on failure', async () => {
    const server = aServer([]);
    show();
    await screen.findByText('No activity yet.');
    server.replyError(logCall, 'conflict', 'Not now.');
    expect(screen.queryByRole('textbox')).toBeNull();
    await openLog();
    await userEvent.type(await text(), 'Wants a quote{Enter}');
    await screen.findByText('The entry was not logged. Not now.');
    expect(await text()).toHaveProperty('value', 'Wants a quote');
    expect(screen.getByRole('log').textContent).toBe('');
  });

  it('sends kind, outcome and next follow-up in one request', async () => {
    const server = aServer([]);
    show();
    await openLog();
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Outcome' }), 'Left a message');
    await userEvent.type(screen.getByRole('textbox', { name: 'Next follow-up' }), '12/01/2199');
    await userEvent.type(await text(), 'Call back{Enter}');
    (await lines()).getByText('Call · Left a message');
    await within(screen.getByRole('log')).findByText(
      'Call logged: Left a message. Next follow-up: Dec 1, 2199',
    );
    expect(server.calls(logCall)[0]?.body).toEqual({
      ...{ kind: 'call', outcome: 'left_message', text: 'Call back', follow_up_on: '2199-12-01' },
    });
    await openLog();
    expect(await text()).toHaveProperty('value', '');
  });

  it('requires a text or an outcome, and rejects a past follow-up', async () => {
    const server = aServer([]);
    show();
    await openLog();
    await userEvent.type(await text(), '{Enter}');
    await screen.findByText('Please enter call notes or select an outcome');
    await userEvent.type(screen.getByRole('textbox', { name: 'Next follow-up' }), '01/01/2020');
    await userEvent.type(await text(), 'x{Enter}');
    await screen.findByText(FOLLOW_UP_PAST);
    expect(server.calls(logCall)).toEqual([]);
  });

  it('deletes the agent’s own entries after confirmation, and no others', async () => {
    aServer([
      aLine({ id: 1, event: 'call', title: 'Mine', agent_id: 7 }),
      aLine({ id: 2, event: 'call', title: 'Theirs', agent_id: 8 }),
      aLine({ id: 3, event: 'task_done', title: 'Done', agent_id: 7 }),
    ]);
    show();
    const buttons = (await lines()).getAllByRole('button', { name: /^Delete/ });
    expect(buttons).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Delete: Call Mine' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this log entry?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(async () => expect((await lines()).queryByText('Mine')).toBeNull());
  });

  it('edits the agent’s own entries, and keeps input on failure', async () => {
    const server = aServer([
      aLine({
        id: 1,
        event: 'call',
        title: 'Mine',
        outcome: 'reached',
        agent_id: 7,
        follow_up_on: '2020-05-01',
      }),
      aLine({ id: 2, event: 'call', title: 'Theirs', agent_id: 8 }),
    ]);
    show();
    expect((await lines()).getAllByRole('button', { name: /^Edit/ })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Edit: Call · Reached Mine' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Log Entry' }));
    const input = dialog.getByRole('textbox', { name: 'Call notes' });
    expect(dialog.getByRole('combobox', { name: 'Outcome' })).toHaveProperty('value', 'reached');
    await userEvent.clear(input);
    await userEvent.type(input, 'Wants two quotes');
    server.replyError(updateCall, 'wrong_state', 'Not now.');
    await userEvent.keyboard('{Enter}');
    await dialog.findByText('The entry was not changed. Not now.');
    server.replyError(updateCall, 'conflict', 'Changed.');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText(
      'Someone else has just changed this entry. Save again to replace their changes with yours.',
    );
    expect(input).toHaveProperty('value', 'Wants two quotes');
    const mine = {
      kind: 'call',
      outcome: 'reached',
      text: 'Wants two quotes',
      follow_up_on: '2020-05-01',
    } as const;
    const call = { ...mine, id: 1, client_id: 3, agent_id: 7, at: aLine({}).at };
    server.reply(updateCall, { success: true, call });
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const was = { ...mine, text: 'Mine' };
    expect(server.calls(updateCall).map(({ body }) => body)).toEqual([
      { ...mine, was },
      { ...mine, was },
      mine,
    ]);
  });

  it('keeps an edit open while a colleague deletes its entry', async () => {
    const server = aServer([aLine({ id: 1, event: 'note', title: 'Mine', agent_id: 7 })]);
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit: Note Mine' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Log Entry' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Call notes' }), ' too');
    server.reply(listClientTimeline, { success: true, lines: [], next: null });
    server.replyError(updateCall, 'not_found', 'It is gone.');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('No activity yet.');
    dialog.getByText('The entry was not changed. It is gone.');
    expect(dialog.getByRole('textbox', { name: 'Call notes' })).toHaveProperty('value', 'Mine too');
  });

  it('shows older pages, a single kind, and search results', async () => {
    const server = aServer([aLine({ title: 'New' })], [aLine({ id: 2, event: 'task_done', title: 'Old' })]);
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Show Older' }));
    await (await lines()).findByText('Old');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Links');
    await screen.findByText('No matching entries.');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Everything');
    await userEvent.click(screen.getByRole('button', { name: 'Search the timeline' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the timeline' }), 'Ne{Enter}');
    await waitFor(() => expect(server.calls(listClientTimeline).at(-1)?.query.get('q')).toBe('Ne'));
    (await lines()).getByText('New');
  });

  it('shows a load error, and retries', async () => {
    const server = aServer([]);
    server.replyError(listClientTimeline, 'not_allowed', 'Not for you.');
    show();
    await screen.findByText('The timeline could not be loaded. Not for you.');
    screen.getByRole('button', { name: 'Try Again' });
  });
});
