import type { ParkedEvent, ProviderState } from '@ledgerline/contract/providers/endpoints';
import {
  listParkedEvents,
  listProviders,
  replayAllEvents,
  replayEvent,
} from '@ledgerline/contract/providers/endpoints';
import { getStatus } from '@ledgerline/contract/status/endpoints';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { relativeText } from '../../../domain/relative-text.ts';
import { fakeServer, renderApp } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';
import { eventText, providerStateLabel } from './provider-text.ts';

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const MINUTE = 60_000;

const quiet = { last_success_at: null, last_error_at: null, last_error: null };
const none = { events_waiting: 0, events_parked: 0 };
const noEvents = { events_waiting: null, events_parked: null };
const PROVIDERS: ProviderState[] = [
  {
    part: 'esign',
    name: 'docusign',
    last_success_at: ago(3 * MINUTE),
    last_error_at: ago(180 * MINUTE),
    last_error: 'HOURLY_APIINVOCATION_LIMIT_EXCEEDED',
    events_waiting: 2,
    events_parked: 0,
  },
  {
    part: 'payments_bfs',
    name: 'square',
    last_success_at: ago(50 * MINUTE),
    last_error_at: ago(5 * MINUTE),
    last_error: 'no answer in 10 s',
    events_waiting: 1,
    events_parked: 3,
  },
  { part: 'payments_bfa', name: 'square', ...quiet, ...none },
  { part: 'storage', name: 's3', ...quiet, last_success_at: ago(1000), ...noEvents },
  { part: 'mail', name: 'outbox', ...quiet, ...noEvents },
];

const parked = (id: number, changes: Partial<ParkedEvent> = {}): ParkedEvent => ({
  id,
  part: 'payments_bfs',
  event_id: `evt-${id}`,
  type: 'invoice.payment_made',
  attempts: 6,
  error: 'no invoice here is inv:0-abc',
  received_at: ago(120 * MINUTE),
  ...changes,
});

/** A server whose status endpoint fails: the tests cover the panel next to it. */
function serverWith(events: ParkedEvent[] = [], total = events.length) {
  return fakeServer()
    .respond(getStatus, () => new Response('down', { status: 503 }))
    .reply(listProviders, { success: true, data: PROVIDERS })
    .reply(listParkedEvents, { success: true, total, data: events });
}

function open(claims: Parameters<typeof signInAs>[0] = { is_developer: true }) {
  signInAs(claims);
  return renderApp('/crm/status');
}

const panel = async () => within(await screen.findByRole('region', { name: 'Providers' }));
const rowOf = async (part: string) => {
  const row = (await (await panel()).findByText(part, { selector: 'td' })).closest('tr');
  return row?.textContent ?? '';
};

afterEach(() => {
  vi.useRealTimers();
});

describe('the providers panel', () => {
  it('shows the provider, state and dates of each service', async () => {
    serverWith();
    open();
    expect(await rowOf('E-signature')).toBe('E-signatureDocuSignWorking3 minutes ago3 hours ago2 waiting');
    expect(await rowOf('Payments BFS')).toBe(
      'Payments BFSSquareFailing50 minutes ago5 minutes ago1 waiting, 3 parked',
    );
    expect(await rowOf('Payments BFA')).toBe('Payments BFASquareNot used yet––None');
    expect(await rowOf('Storage')).toBe('StorageS3Workingjust now––');
    expect(await rowOf('Email')).toBe('EmailOutbox folderNot connected–––');
    expect((await panel()).getByText('no answer in 10 s')).toBeDefined();
  });

  it('has the exact time in a tooltip', async () => {
    serverWith();
    open();
    await userEvent.hover(await (await panel()).findByText('50 minutes ago'));
    const exact = new Date(PROVIDERS[1]?.last_success_at ?? '').toLocaleString('en-US');
    expect(await screen.findByText(exact)).toBeDefined();
  });

  it.each([
    ['an owner', { is_owner: true }],
    ['a developer', { is_developer: true }],
  ])('is shown for %s', async (_, claims) => {
    const server = serverWith();
    open(claims);
    await panel();
    expect(server.calls(listProviders)).toHaveLength(1);
  });

  it('shows a loading state', async () => {
    serverWith().respond(listProviders, () => new Promise(() => undefined));
    open();
    expect(await (await panel()).findByText('Loading providers…')).toBeDefined();
  });

  it('shows the error and reloads on Retry', async () => {
    const server = serverWith();
    server.replyError(listProviders, 'not_allowed', 'Access denied.');
    open();
    const alert = within(await (await panel()).findByRole('alert'));
    expect(alert.getByText('Failed to load the providers')).toBeDefined();
    expect(alert.getByText('Access denied.')).toBeDefined();
    server.reply(listProviders, { success: true, data: PROVIDERS });
    await userEvent.click(alert.getByRole('button', { name: 'Retry' }));
    expect(await rowOf('Email')).toContain('Outbox folder');
  });

  it('keeps its data when a later request fails', async () => {
    const server = serverWith();
    open();
    await rowOf('Email');
    server.replyError(listParkedEvents, 'not_allowed', 'Access denied.');
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await (await panel()).findByText('Access denied.')).toBeDefined();
    expect(await rowOf('Email')).toContain('Outbox folder');
  });

  it('polls every 30 s', async () => {
    const server = serverWith();
    open();
    await rowOf('Email');
    vi.useFakeTimers();
    // The interval runs on a real timer: a refetch starts the next one under the fake clock.
    await act(async () => {
      screen.getByRole('button', { name: 'Refresh' }).click();
      await vi.advanceTimersByTimeAsync(10);
    });
    const before = server.calls(listProviders).length;
    await act(() => vi.advanceTimersByTimeAsync(30_100));
    expect(server.calls(listProviders)).toHaveLength(before + 1);
  });
});

describe('parked events', () => {
  it('shows when there are none', async () => {
    serverWith();
    open();
    expect(await (await panel()).findByText(/^No failed events/)).toBeDefined();
    expect((await panel()).queryByRole('button', { name: /Replay/ })).toBeNull();
  });

  it('show their reason to owners, who cannot replay them', async () => {
    serverWith([parked(1), parked(2)]);
    open({ is_owner: true });
    const shown = await panel();
    expect(await shown.findByRole('heading', { name: 'Parked events (2)' })).toBeDefined();
    const row = (await shown.findByText('evt-1')).closest('li')?.textContent;
    for (const fact of ['invoice.payment_made', 'Payments BFS', '2 hours ago', '6 attempts', 'inv:0-abc']) {
      expect(row).toContain(fact);
    }
    expect(shown.queryByRole('button', { name: /Replay/ })).toBeNull();
  });

  it('show how many are not listed', async () => {
    serverWith([parked(1), parked(2)], 1250);
    open();
    expect(await (await panel()).findByText('Showing the newest 2 of 1,250.')).toBeDefined();
  });

  it('can be replayed by a developer', async () => {
    const server = serverWith([parked(7)]).reply(replayEvent, () => {
      server.reply(listParkedEvents, { success: true, total: 0, data: [] });
      return { success: true as const, message: 'The event is being tried again.' };
    });
    open();
    const name = 'Replay invoice.payment_made of Payments BFS';
    await userEvent.click(await (await panel()).findByRole('button', { name }));
    expect(await screen.findByText('The event is being tried again.')).toBeDefined();
    expect(server.calls(replayEvent).map(({ path }) => path)).toEqual(['/provider-events/7/replay']);
    expect(await (await panel()).findByText(/^No failed events/)).toBeDefined();
  });

  it('can be replayed all at once', async () => {
    const server = serverWith([parked(7), parked(8)]).reply(replayAllEvents, {
      success: true,
      message: '2 events are being tried again.',
      count: 2,
    });
    open();
    await userEvent.click(await (await panel()).findByRole('button', { name: 'Replay All' }));
    expect(await screen.findByText('2 events are being tried again.')).toBeDefined();
    expect(server.calls(replayAllEvents)).toHaveLength(1);
    await waitFor(() => expect(server.calls(listParkedEvents).length).toBeGreaterThan(1));
  });

  it('show that a replay was rejected', async () => {
    serverWith([parked(7)]).replyError(replayEvent, 'wrong_state', 'Only parked events can be replayed.');
    open();
    await userEvent.click(await (await panel()).findByRole('button', { name: /^Replay invoice/ }));
    expect(await screen.findByText('Only parked events can be replayed.')).toBeDefined();
  });
});

describe('texts', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it.each([
    ['2026-11-20T12:00:05Z', 'just now'],
    ['2026-11-20T11:59:01Z', 'just now'],
    ['2026-11-20T11:58:59Z', '1 minute ago'],
    ['2026-11-20T10:59:00Z', '1 hour ago'],
    ['2026-11-19T11:00:00Z', '1 day ago'],
    ['2026-11-10T11:00:00Z', '10 days ago'],
  ])('for %s are %s', (instant, text) => {
    expect(relativeText(instant, now)).toBe(text);
  });

  it.each([
    [null, null, 'Not used yet'],
    ['2026-11-20T12:00:00Z', null, 'Working'],
    [null, '2026-11-20T12:00:00Z', 'Failing'],
    ['2026-11-20T12:00:00Z', '2026-11-20T11:00:00Z', 'Working'],
    ['2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z', 'Failing'],
  ])('for a success at %s and an error at %s is %s', (last_success_at, last_error_at, label) => {
    expect(providerStateLabel({ name: 'smtp', last_success_at, last_error_at }).label).toBe(label);
  });

  it('for the outbox folder is yellow, even after a success', () => {
    const outbox = { name: 'outbox', last_success_at: '2026-11-20T12:00:00Z', last_error_at: null };
    expect(providerStateLabel(outbox)).toMatchObject({ label: 'Not connected', hue: 'yellow' });
  });

  it.each([
    [null, null, '–'],
    [0, 0, 'None'],
    [12, 0, '12 waiting'],
    [1, 1200, '1 waiting, 1,200 parked'],
  ])('for %s waiting and %s parked events are %s', (events_waiting, events_parked, text) => {
    expect(eventText({ events_waiting, events_parked })).toBe(text);
  });
});
