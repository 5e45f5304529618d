import { logCall } from '@ledgerline/contract/calls/endpoints';
import { updateClient } from '@ledgerline/contract/clients/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { getGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { finishTask, reopenTask } from '@ledgerline/contract/tasks/endpoints';
import { snoozeItem } from '@ledgerline/contract/today/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aClientRow } from '../../testing/client-row.ts';
import { someSettings } from '../../testing/settings.ts';
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

describe('an action in its item', () => {
  it('prompts for the next follow-up with the call, and sets it', async () => {
    const { server, queue } = todayServer([CALL]);
    server.reply(updateClient, () => {
      queue.lines = [];
      return { success: true as const, data: { ...aClientRow(1), created_at: DO.due_day } };
    });
    openToday();
    const call = await screen.findByRole('link', { name: /^Call: / });
    call.addEventListener('click', (event) => event.preventDefault());
    await user().click(call);
    const dialog = within(await screen.findByRole('dialog', { name: 'Follow up: Ana Ruiz' }));
    expect(document.activeElement).toBe(dialog.getByLabelText('Call notes'));
    const day = dialog.getByLabelText('Next follow-up');
    await user().type(day, '11/20/2026{Enter}');
    await dialog.findByText('Must be a date after today');
    await user().clear(day);
    await user().type(day, '12/01/2026{Enter}');
    await screen.findByText('Ana Ruiz: The next follow-up is on Dec 1, 2026.');
    expect(server.calls(updateClient)[0]?.body).toEqual({
      next_f_u_date: '2026-12-01',
      was: { next_f_u_date: '2026-11-20' },
    });
    await screen.findByText('You’re all caught up.');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Today' }));
  });

  it('logs the call notes, and retries only that request', async () => {
    const { server } = todayServer([CALL]);
    const client = { ...aClientRow(1), created_at: DO.due_day };
    server
      .reply(updateClient, { success: true, data: client })
      .replyError(logCall, 'wrong_state', 'Not now.');
    openToday();
    await screen.findByRole('link', { name: /^Call: / });
    const { keyboard, selectOptions, click } = user();
    screen
      .getByRole('link', { name: /^Call: / })
      .addEventListener('click', (event) => event.preventDefault());
    await keyboard('j{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Follow up: Ana Ruiz' }));
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Call notes')));
    await keyboard('Wants the gold plan');
    await selectOptions(dialog.getByLabelText('Outcome'), 'Reached');
    await click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('The next follow-up is set, but the call was not logged. Not now.');
    const call = {
      id: 1,
      client_id: 1,
      kind: 'call',
      outcome: 'reached',
      text: 'Wants the gold plan',
      follow_up_on: null,
      agent_id: 7,
      at: '2026-11-23T14:00:00Z',
    } as const;
    server.reply(logCall, { success: true, id: 1, call });
    await click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Ana Ruiz: No further follow-up.');
    expect(server.calls(updateClient)).toHaveLength(1);
    expect(server.calls(logCall)[1]?.body).toEqual({ kind: 'call', outcome: 'reached', text: call.text });
  });

  it('prompts for the outcome of another call, which removes the item, and keeps input on failure', async () => {
    const { server, queue } = todayServer([
      anItem({ kind: 'turns_65', group: 'today', due_day: '2027-02-10' }),
    ]);
    server.replyError(logCall, 'wrong_state', 'Not now.');
    openToday();
    const call = await screen.findByRole('link', { name: 'Call: Turning 65, Ana Ruiz' });
    call.addEventListener('click', (event) => event.preventDefault());
    await user().click(call);
    const dialog = within(await screen.findByRole('dialog', { name: 'Call: Ana Ruiz' }));
    await user().click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('Please enter call notes or select an outcome');
    await user().type(dialog.getByLabelText('Call notes'), 'About Medicare');
    await user().type(dialog.getByLabelText('Next follow-up'), '12/01/2026');
    await user().click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('The entry was not logged. Not now.');
    expect(dialog.getByLabelText('Call notes')).toHaveProperty('value', 'About Medicare');
    const callBody = {
      kind: 'call',
      outcome: null,
      text: 'About Medicare',
      follow_up_on: '2026-12-01',
    } as const;
    server.reply(logCall, () => {
      queue.lines = [];
      const call = { ...callBody, id: 1, client_id: 1, agent_id: 7, at: '2026-11-23T14:00:00Z' };
      return { success: true as const, id: 1, call };
    });
    await user().click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Call logged for Ana Ruiz.');
    expect(server.calls(logCall)[1]?.body).toEqual(callBody);
    await screen.findByText('You’re all caught up.');
  });

  it('does not overwrite another agent’s follow-up without confirmation', async () => {
    const { server } = todayServer([anItem({ client_phone: null })]);
    server.replyError(updateClient, 'conflict', 'Changed.');
    openToday();
    await user().click(await findAction(/^Call: /));
    await screen.findByText('This client has no phone number.');
    await user().click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/^Someone else has just set another follow-up/);
    await user().click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.calls(updateClient)[1]?.body).toEqual({ next_f_u_date: null }));
  });

  it('restores an item with the reason on failure, and repeats the action on Try Again', async () => {
    const { server, queue } = todayServer([DO]);
    server.replyError(finishTask, 'conflict', 'A colleague has it open.');
    openToday();
    await user().click(await findAction(/^Done: /));
    const alert = within(await screen.findByRole('alert'));
    alert.getByText('Couldn’t complete this action. A colleague has it open.');
    server.reply(finishTask, () => {
      queue.lines = [];
      return { success: true as const, task: TASK, next: null };
    });
    await user().click(alert.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('You’re all caught up.');
    server.replyError(reopenTask, 'internal', 'Try again later.');
    await user().click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText(/could not be undone. Try again later\.$/);
    server.reply(reopenTask, () => {
      queue.lines = [DO];
      return { success: true as const, task: TASK };
    });
    await user().click(screen.getByRole('button', { name: 'Try Again' }));
    await findAction(/^Done: /);
    await screen.findByText('Open again: Send the quote.');
  });

  it('extends a link by the brokerage’s default', async () => {
    const { server } = todayServer([LINK]);
    const data = {
      formUrl: 'https://x.example.com/f',
      expiresAt: '2026-12-03T14:00:00Z',
      sessionFormId: 9,
      token: 't',
      title: 'Intake',
      status: 'pending',
      expiresSoon: false,
    } as const;
    server
      .reply(getGlobalSettings, {
        success: true,
        data: someSettings({ default_form_expiration_days: 10 }),
      })
      .reply(createClientLink, { success: true, data });
    openToday();
    await user().click(await findAction(/^Extend: /));
    await screen.findByText(/^The link is valid until Dec 3, 2026/);
    expect(server.calls(createClientLink)[0]?.body).toEqual({
      formId: 3,
      clientId: 1,
      sessionFormId: 9,
      expirationHours: 240,
    });
  });

  it('dismisses an optional item permanently', async () => {
    const { server } = todayServer([
      anItem({
        kind: 'enrolment',
        group: 'today',
        id: 1,
        title: 'Medicare',
        due_day: '2026-12-07',
        client_id: null,
        client_name: null,
      }),
    ]);
    openToday();
    await findAction(/^Clients: Medicare$/);
    expect(screen.queryByRole('button', { name: /^Reassign/ })).toBeNull();
    await user().click(await findAction(/^Done: Medicare$/));
    await screen.findByText('Dismissed: Medicare.');
    expect(server.calls(snoozeItem)[0]?.body).toMatchObject({ kind: 'enrolment', until: null });
  });
});
