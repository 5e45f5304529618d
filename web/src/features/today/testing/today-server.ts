import { type Agent, getAgent, listAgentNames } from '@ledgerline/contract/agents/endpoints';
import type { Task } from '@ledgerline/contract/tasks/endpoints';
import {
  countToday,
  listToday,
  reassignItem,
  snoozeItem,
  type TodayItem,
  undoReassignItem,
  wakeItem,
} from '@ledgerline/contract/today/endpoints';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { fakeTime } from '../../../testing/fake-time.ts';
import { fakeServer, renderApp } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';

/** A test item: by default a follow-up with Ana Ruiz due on Nov 20, owned by the signed-in agent. */
export function anItem(changes: Partial<TodayItem> = {}): TodayItem {
  return {
    kind: 'follow_up',
    id: 1,
    group: 'overdue',
    due_day: '2026-11-20',
    due_time: null,
    since: null,
    title: '',
    amount_cents: null,
    client_id: 1,
    client_name: 'Ana Ruiz',
    client_phone: '3055550100',
    client_email: 'ana@example.com',
    owner_agent_id: ME.id,
    session_id: null,
    submission_id: null,
    form_id: null,
    invoice_id: null,
    ...changes,
  };
}

const ME: Agent = {
  id: 7,
  email: 'ada@example.com',
  username: 'ada',
  first_name: 'Ada',
  last_name: 'Byron',
  is_advisor: true,
  is_owner: false,
  is_developer: false,
  has_all_staff_access: false,
  client_count: 0,
};

/** The colleague items are reassigned to. */
const BO = { id: 8, username: 'bo', first_name: 'Bo', last_name: 'Sand' };

/** A server whose queue contains these items until an action removes one. */
export function todayServer(start: TodayItem[]) {
  const queue = { lines: start };
  const seen = ({ owner_agent_id }: TodayItem, owner: string | null) =>
    owner === null || (owner === 'me' ? owner_agent_id === ME.id : owner_agent_id === null);
  const isIt = (item: TodayItem, body: unknown) =>
    typeof body === 'object' &&
    body !== null &&
    'id' in body &&
    'kind' in body &&
    item.id === body.id &&
    item.kind === body.kind;
  const server = fakeServer()
    .reply(getAgent, { success: true as const, data: ME })
    .reply(listAgentNames, { success: true as const, data: [ME, BO] })
    .reply(listToday, ({ query }) => ({
      success: true as const,
      lines: queue.lines.filter((item) => seen(item, query.get('owner'))),
      next: null,
    }))
    .reply(countToday, ({ query }) => {
      const own = queue.lines.filter((item) => seen(item, query.get('owner')));
      const count = (group: string) => own.filter((item) => item.group === group).length;
      const cents = own.map(({ kind, amount_cents }) =>
        kind === 'invoice_overdue' ? (amount_cents ?? 0) : 0,
      );
      return {
        success: true as const,
        counts: { overdue: count('overdue'), today: count('today'), next_7_days: count('next_7_days') },
        kinds: own.map(({ kind, group }) => ({ kind, group, count: 1 })),
        overdue_cents: cents.reduce((sum, each) => sum + each, 0),
        done_today: query.get('owner') === 'me' ? 12 : 30,
      };
    })
    .reply(snoozeItem, ({ body }) => {
      queue.lines = queue.lines.filter((item) => !isIt(item, body));
      return { success: true as const, message: 'Snoozed.' };
    })
    .reply(reassignItem, ({ body }) => {
      queue.lines = queue.lines.map((item) => (isIt(item, body) ? { ...item, owner_agent_id: BO.id } : item));
      return { success: true as const, message: 'Reassigned.', previous: null };
    })
    .reply(undoReassignItem, ({ body }) => {
      queue.lines = queue.lines.map((item) => (isIt(item, body) ? { ...item, owner_agent_id: ME.id } : item));
      return { success: true as const, message: 'Reassignment undone.' };
    })
    .reply(wakeItem, () => {
      queue.lines = start;
      return { success: true as const, message: 'Back on Today.' };
    });
  return { server, queue };
}

/** It is 9 AM on Monday, Nov 23, at the brokerage. */
export function atNine(): void {
  fakeTime();
  vi.setSystemTime('2026-11-23T14:00:00Z');
}

export const user = () => userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms) });

/** The main action of an item, once rendered. */
export const findAction = (name: RegExp) => screen.findByRole('button', { name });

export function openToday(search = '') {
  signInAs();
  return renderApp(`/crm/today${search}`);
}

export const TASK: Task = {
  id: 4,
  title: 'Send the quote',
  client_id: 1,
  client_name: 'Ana Ruiz',
  owner_agent_id: ME.id,
  due_day: '2026-11-23',
  due_time: '15:00',
  repeat: null,
  sets_follow_up: false,
  done_at: '2026-11-23T14:00:00.000Z',
  done_by: ME.id,
};

export const CALL = anItem();
export const DO = anItem({
  kind: 'task',
  id: TASK.id,
  group: 'today',
  due_day: TASK.due_day,
  due_time: TASK.due_time,
  title: TASK.title,
});
export const LINK = anItem({
  kind: 'link_ending',
  id: 5,
  group: 'next_7_days',
  due_day: '2026-11-24',
  due_time: '09:05',
  title: 'Intake',
  form_id: 3,
  submission_id: 9,
});
