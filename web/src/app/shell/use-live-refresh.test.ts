import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { householdQuery } from '../../features/households/api.ts';
import { clientPoliciesQuery } from '../../features/policies/api.ts';
import { followChanges, staleKeys } from './use-live-refresh.ts';

const LISTS = 20;
const EDITS = 300;
const ROWS = 15;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens client lists in several windows, each on its own page of 100,000 clients, and counts their requests. */
function openLists(count: number, query: object = {}) {
  const listeners = new Set<(event: LiveEvent) => void>();
  let reads = 0;
  const closes = Array.from({ length: count }, (_, window) => {
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    const data = Array.from({ length: ROWS }, (_row, n) => ({ id: window * ROWS + n + 1 }));
    const stop = new QueryObserver(client, {
      queryKey: ['clients', 'list', { page: window + 1, ...query }],
      queryFn: async () => {
        reads += 1;
        return { data };
      },
    }).subscribe(() => undefined);
    const forget = followChanges(client, (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    });
    return () => {
      forget();
      stop();
      client.clear();
    };
  });
  return {
    reads: () => reads,
    publish: (event: Partial<LiveEvent>) => {
      for (const receive of listeners) receive({ kind: 'clients', action: 'updated', agent_id: 1, ...event });
    },
    close: () => {
      for (const close of closes) close();
    },
  };
}

/** How often a list is fetched for one event, after its first load. */
async function readsFor(event: Partial<LiveEvent>, query: object = {}): Promise<number> {
  const lists = openLists(1, query);
  await vi.advanceTimersByTimeAsync(0);
  const opened = lists.reads();
  lists.publish(event);
  await vi.advanceTimersByTimeAsync(2000);
  lists.close();
  return lists.reads() - opened;
}

describe('an open client list', () => {
  it('refetches at most once per ten cells saved elsewhere when many are open', async () => {
    const lists = openLists(LISTS);
    await vi.advanceTimersByTimeAsync(0);
    const opened = lists.reads();
    expect(opened).toBe(LISTS);
    for (let n = 0; n < EDITS; n += 1) {
      // One cell in fifty belongs to a column that the list is sorted or counted by, as in the sheet.
      const field = n % 50 === 0 ? 'client_last_name' : 'occupation';
      lists.publish({ ids: [((n * 7919) % 100_000) + 1], fields: [field] });
      await vi.advanceTimersByTimeAsync(500);
    }
    await vi.advanceTimersByTimeAsync(2000);
    const each = (lists.reads() - opened) / EDITS / LISTS;
    lists.close();
    expect(each).toBeGreaterThan(0);
    expect(each).toBeLessThanOrEqual(0.1);
  });

  it('fetches once for all events within two seconds', async () => {
    const lists = openLists(1);
    await vi.advanceTimersByTimeAsync(0);
    for (let n = 0; n < 10; n += 1) lists.publish({ ids: [1], fields: ['notes'] });
    await vi.advanceTimersByTimeAsync(2000);
    expect(lists.reads()).toBe(2);
    lists.close();
  });

  it.each<[string, Partial<LiveEvent>, object, number]>([
    ['of a client that it shows', { ids: [3], fields: ['occupation'] }, {}, 1],
    ['of one that it does not show', { ids: [900], fields: ['occupation'] }, {}, 0],
    ['that may bring another one onto the page', { ids: [900], fields: ['client_last_name'] }, {}, 1],
    ['of a column that it is not ordered by', { ids: [900], fields: ['primary_email'] }, {}, 0],
    ['of one that it is ordered by', { ids: [900], fields: ['primary_email'] }, { sort: 'primary_email' }, 1],
    ['of anything, in the order of changes', { ids: [900], fields: ['notes'] }, { sort: 'updated_at' }, 1],
    [
      'that has a new owner, in a list of one owner',
      { ids: [900], fields: ['owner_agent_id'] },
      { owner: 'me' },
      1,
    ],
    ['that has a new owner, in a list of all owners', { ids: [900], fields: ['owner_agent_id'] }, {}, 0],
    ['that a search may find', { ids: [900], fields: ['primary_phone'] }, { q: 'ann' }, 1],
    ['of a status, for the counts', { ids: [900], fields: ['status'] }, { sort: 'primary_email' }, 1],
    ['of too many clients to name', { ids: undefined, fields: undefined }, {}, 1],
    ['that creates a client', { action: 'created', ids: [900] }, {}, 1],
    ['that removes one', { action: 'deleted', ids: [900] }, {}, 1],
  ])('is refetched for a change as needed: %s', async (_name, event, query, reads) => {
    expect(await readsFor(event, query)).toBe(reads);
  });
});

/** Whether a screen with this data is fetched again after an event about clients. */
async function isRefetched(queryKey: QueryKey, data: unknown, event: Partial<LiveEvent>): Promise<boolean> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const read = vi.fn(async () => data);
  const stop = new QueryObserver<unknown>(client, { queryKey, queryFn: read }).subscribe(() => undefined);
  let receive = (_: LiveEvent): void => undefined;
  const forget = followChanges(client, (listener) => {
    receive = listener;
    return () => undefined;
  });
  await vi.advanceTimersByTimeAsync(0);
  receive({ kind: 'clients', action: 'updated', agent_id: 1, ...event });
  await vi.advanceTimersByTimeAsync(2000);
  forget();
  stop();
  client.clear();
  return read.mock.calls.length > 1;
}

describe('the household of client 7, who is linked to client 8', () => {
  it.each<[string, Partial<LiveEvent>, boolean]>([
    ['a new name of client 8', { ids: [8], fields: ['client_last_name'] }, true],
    ['another value of client 8', { ids: [8], fields: ['occupation'] }, false],
    ['a new name of another client', { ids: [9], fields: ['client_last_name'] }, false],
    ['a new link of client 7', { ids: [7, 9] }, true],
    ['a deletion of client 8', { action: 'deleted', ids: [8] }, true],
    ['a deletion of another client', { action: 'deleted', ids: [9] }, false],
    ['changes of very many', { ids: undefined }, true],
  ])('is refetched only after a change that affects it: %s', async (_name, event, expected) => {
    const data = [{ client_id: 8, name: 'Leo Ruiz', relation: 'child' }];
    expect(await isRefetched(householdQuery(7).queryKey, data, event)).toBe(expected);
  });
});

describe('the policies of client 7, which cover client 8', () => {
  it.each<[string, Partial<LiveEvent>, boolean]>([
    ['a new name of client 8', { ids: [8], fields: ['client_last_name'] }, true],
    ['another value of client 8', { ids: [8], fields: ['occupation'] }, false],
    ['a new name of another client', { ids: [9], fields: ['client_last_name'] }, false],
    ['a deletion of client 8', { action: 'deleted', ids: [8] }, true],
    ['changes of very many', { ids: undefined }, true],
    ['a change of another policy', { kind: 'policies', ids: [1] }, true],
  ])('are refetched only after a change that affects them: %s', async (_name, event, expected) => {
    const data = [{ covered_clients: [] }, { covered_clients: [{ id: 8, name: 'Leo Ruiz' }] }];
    expect(await isRefetched(clientPoliciesQuery(7).queryKey, data, event)).toBe(expected);
  });
});

describe('visible reminders', () => {
  it.each(['reminders', 'mail', 'submissions', 'sessions', 'invoices'] as const)(
    'are refetched when %s change',
    (kind) => {
      expect(staleKeys({ kind, ids: [7] })).toContainEqual(['reminders']);
    },
  );

  it('ignore events that do not affect them', () => {
    expect(staleKeys({ kind: 'tasks', ids: [7] })).not.toContainEqual(['reminders']);
  });
});

it('drops cached data that no screen shows when client access changes, but not permanent data', () => {
  const client = new QueryClient();
  client.setQueryData(['client', 7], 'seen before');
  client.setQueryDefaults(['ledger-session'], { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(['ledger-session'], 'typed');
  let receive = (_: LiveEvent): void => undefined;
  const forget = followChanges(client, (listener) => {
    receive = listener;
    return () => undefined;
  });
  vi.useFakeTimers();
  client.setQueryData(['clients', 'list'], 'cached');
  const read = vi.fn(() => 'of others');
  const shown = { queryKey: ['clients', 'list'], queryFn: read, staleTime: Number.POSITIVE_INFINITY };
  const stop = new QueryObserver(client, shown).subscribe(() => undefined);
  receive({ kind: 'access_scope', action: 'updated', agent_id: null });
  vi.advanceTimersByTime(3000);
  vi.useRealTimers();
  expect(read).toHaveBeenCalledTimes(1);
  stop();
  expect([client.getQueryData(['client', 7]), client.getQueryData(['ledger-session'])]).toEqual([
    undefined,
    'typed',
  ]);
  forget();
  client.clear();
});
