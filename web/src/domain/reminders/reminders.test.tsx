import type { Endpoint } from '@ledgerline/contract/endpoint';
import {
  getReminders,
  pauseReminders,
  type ReminderLine,
  resumeReminders,
  sendReminder,
  stopReminders,
} from '@ledgerline/contract/reminders/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { aReminderLine } from '../../testing/reminders.ts';
import { fakeServer, renderPart } from '../../testing/render-app.tsx';
import { bounceText, Reminders, reminderText } from './reminders.tsx';

const ACTIVE = aReminderLine();
const PAUSED = aReminderLine({
  state: 'paused',
  next_at: null,
  next_number: null,
  can: { pause: false, resume: true, stop: true, send: true },
});
const STOPPED = aReminderLine({
  ...{ state: 'stopped', reason: 'agent', next_at: null, next_number: null },
  can: { pause: false, resume: true, stop: false, send: false },
});
const BOUNCED = aReminderLine({
  ...{ state: 'stopped', reason: 'bounced', next_at: null, next_number: null },
  bounced: { at: '2026-11-21T14:00:01.000Z', to_address: 'ana@example.com', error: '550 No such user' },
  can: { pause: false, resume: false, stop: false, send: false },
});

let server: FakeServer;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server = fakeServer();
});

const answer = (data: ReminderLine, message = 'Done.') => ({ success: true as const, message, data });
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => userEvent.click(button(name));

async function show(line: ReminderLine) {
  server.reply(getReminders, { success: true, data: line });
  renderPart(<Reminders of={line.of} id={line.id} />);
  return within(await screen.findByRole('group', { name: 'Reminders' }));
}

describe('reminder texts', () => {
  it.each<[string, Partial<ReminderLine>]>([
    ['Next reminder Tue, Nov 24, 9:00 AM · 1 of 4 sent', {}],
    ['Reminders paused · 1 of 4 sent', PAUSED],
    ['Reminders stopped by an agent · 1 of 4 sent', STOPPED],
    ['Reminders stopped: the client has finished their part · 1 of 4 sent', { ...STOPPED, reason: 'done' }],
    ['Reminders stopped: there is a newer link · 1 of 4 sent', { ...STOPPED, reason: 'newer_link' }],
    ['All reminders were sent · 4 of 4 sent', { ...STOPPED, reason: 'used_up', sent: 4 }],
    ['Reminders stopped: no reminders are left · 1 of 4 sent', { ...STOPPED, reason: 'used_up', sent: 1 }],
    [
      'No reminder for now: email isn’t connected · 0 of 4 sent',
      { next_at: null, reason: 'not_connected', sent: 0 },
    ],
    ['Reminders stopped · 1 of 4 sent', BOUNCED],
    ['No reminder for now: reminders are switched off', { next_at: null, reason: 'off', sent: 0, most: 0 }],
    [
      'No reminder for now: the invoice has no due date · 0 of 4 sent',
      { next_at: null, reason: 'no_due_date', sent: 0 },
    ],
    ['No further reminders · 4 of 4 sent', { next_at: null, sent: 4 }],
  ])('are %j', (text, fields) => {
    // These tests run in the New York time zone.
    expect(reminderText(aReminderLine({ next_at: '2026-11-24T09:00:00', ...fields }))).toBe(text);
  });

  it('show what bounced, and a default reason when the server gave none', () => {
    expect(bounceText(BOUNCED)).toBe('The email to ana@example.com was returned: 550 No such user');
    const silent = { at: '', to_address: 'ana@example.com', error: '' };
    expect(bounceText({ bounced: silent })).toMatch(/was returned: the address is not valid$/);
    expect(bounceText(ACTIVE)).toBeNull();
  });
});

describe('reminders of an object', () => {
  it('are hidden where nothing was emailed', async () => {
    renderPart(<Reminders of="session" id={3} />);
    await waitFor(() => expect(server.calls(getReminders)[0]?.path).toBe('/reminders/session/3'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.queryByRole('group')).toBeNull();
  });

  it('show a load error and can be retried', async () => {
    server.replyError(getReminders, 'not_found', 'No.');
    renderPart(<Reminders of="form" id={1} />);
    await screen.findByText('The reminders could not be loaded.');
    server.reply(getReminders, { success: true, data: ACTIVE });
    await press('Try Again');
    await screen.findByText(/^Next reminder /);
  });

  it('offer the actions the server allows, and none after a bounce', async () => {
    const part = await show(BOUNCED);
    part.getByText('The email to ana@example.com was returned: 550 No such user');
    expect(part.queryByRole('button')).toBeNull();
  });

  it('are paused and resumed, and keep the focus', async () => {
    const part = await show(ACTIVE);
    server.reply(pauseReminders, answer(PAUSED)).reply(resumeReminders, answer(ACTIVE));
    await press('Pause');
    await part.findByText('Reminders paused · 1 of 4 sent');
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Reminders' }));
    expect(part.queryByRole('button', { name: 'Pause' })).toBeNull();
    await press('Resume');
    await part.findByText(/^Next reminder /);
    expect(server.calls(resumeReminders)[0]?.path).toBe('/reminders/form/1/resume');
  });

  it('send the next one immediately, once however often it is clicked', async () => {
    const part = await show(ACTIVE);
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.respond(sendReminder, () => promise);
    await press('Send Now');
    await press('Send Now');
    expect(button('Send Now').getAttribute('aria-busy')).toBe('true');
    await press('Pause');
    resolve(Response.json(answer({ ...ACTIVE, sent: 2, next_number: 3 }), { status: 201 }));
    await part.findByText(/2 of 4 sent$/);
    expect(server.calls(sendReminder)).toHaveLength(1);
    expect(server.calls(pauseReminders)).toEqual([]);
  });

  it('reuse the idempotency key for a retry, and use a new one for the next reminder', async () => {
    const part = await show(ACTIVE);
    server.replyError(sendReminder, 'wrong_state', 'There was no response.');
    await press('Send Now');
    await part.findByText(/^The reminder was not sent\./);
    server.reply(sendReminder, answer({ ...ACTIVE, sent: 2 }));
    await press('Send Now');
    await part.findByText(/2 of 4 sent$/);
    await press('Send Now');
    await waitFor(() => expect(server.calls(sendReminder)).toHaveLength(3));
    const keys = server.calls(sendReminder).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('confirm before they are stopped', async () => {
    const part = await show(ACTIVE);
    server.reply(stopReminders, answer(STOPPED));
    await press('Stop');
    const dialog = within(await screen.findByRole('dialog', { name: 'Stop the reminders?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(stopReminders)).toEqual([]);
    await press('Stop');
    await userEvent.click(await screen.findByRole('button', { name: 'Stop Reminders' }));
    await part.findByText('Reminders stopped by an agent · 1 of 4 sent');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('rejected reminder actions', () => {
  it.each<[string, ReminderLine, Endpoint, string]>([
    ['Pause', ACTIVE, pauseReminders, 'The reminders were not paused. A payment is being processed.'],
    ['Resume', PAUSED, resumeReminders, 'The reminders were not resumed. A payment is being processed.'],
    ['Send Now', ACTIVE, sendReminder, 'The reminder was not sent. A payment is being processed.'],
  ])(
    'show the reason below the buttons, and %s can be clicked again',
    async (name, line, endpoint, message) => {
      const part = await show(line);
      server.replyError(endpoint, 'wrong_state', 'A payment is being processed.');
      await press(name);
      await part.findByText(message);
      // Its state may have changed by now.
      await waitFor(() => expect(server.calls(getReminders)).toHaveLength(2));
      server.respond(endpoint, () => Response.json(answer(STOPPED), { status: endpoint.status }));
      await press(name);
      await part.findByText(/^Reminders stopped/);
      expect(part.queryByRole('alert')).toBeNull();
    },
  );

  it('show the reason in the stop confirmation, which can be confirmed again', async () => {
    const part = await show(ACTIVE);
    server.replyError(stopReminders, 'conflict', 'It was changed meanwhile.');
    await press('Stop');
    await userEvent.click(await screen.findByRole('button', { name: 'Stop Reminders' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Stop the reminders?' }));
    await dialog.findByText('The reminders were not stopped. It was changed meanwhile.');
    server.reply(stopReminders, answer(STOPPED));
    await userEvent.click(dialog.getByRole('button', { name: 'Stop Reminders' }));
    await part.findByText(/^Reminders stopped by an agent/);
  });

  it('no longer show the reason when the stop confirmation opens again', async () => {
    await show(ACTIVE);
    server.replyError(stopReminders, 'conflict', 'It was changed meanwhile.');
    await press('Stop');
    await userEvent.click(await screen.findByRole('button', { name: 'Stop Reminders' }));
    await screen.findByText(/^The reminders were not stopped/);
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Stop');
    await screen.findByRole('dialog', { name: 'Stop the reminders?' });
    expect(screen.queryByText(/^The reminders were not stopped/)).toBeNull();
  });
});
