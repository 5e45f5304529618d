import { listClients } from '@ledgerline/contract/clients/endpoints';
import { validateLink } from '@ledgerline/contract/public-forms/endpoints';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCaller } from './http.ts';
import { startCall } from './started-calls.ts';

const ANSWER = { success: true, data: [], total: 0, counts: {} };
const fetchMock = vi.fn<(url: string) => Promise<Response>>();
const call = createCaller({ token: () => 'a.b.c', onUnauthorized: () => undefined });
const LIST = { method: 'GET', url: '/api/clients?page=1', token: 'a.b.c' };

beforeEach(() => {
  delete window.startedCalls;
  fetchMock.mockReset();
  fetchMock.mockImplementation(async () => Response.json(ANSWER));
  vi.stubGlobal('fetch', (request: Request | string) =>
    fetchMock(typeof request === 'string' ? request : request.url),
  );
});
afterEach(() => {
  vi.useRealTimers();
});

it('a page’s request reuses the one its HTML started, once', async () => {
  startCall(LIST);
  await call(listClients, { query: { page: 1 } });
  expect(fetchMock).toHaveBeenCalledTimes(1);
  await call(listClients, { query: { page: 1 } });
  expect(fetchMock).toHaveBeenCalledTimes(2);
});

it.each([
  ['address', { ...LIST, url: '/api/clients?page=2' }],
  ['sign-in', { ...LIST, token: 'd.e.f' }],
  ['verb', { ...LIST, method: 'POST' }],
])('a request started with another %s is not reused', async (_what, other) => {
  startCall(other);
  await call(listClients, { query: { page: 1 } });
  expect(fetchMock).toHaveBeenCalledTimes(2);
});

it.each([
  ['a.b.c', 1],
  ['d.e.f', 2],
])('a write is reused with the same body only (%s)', async (token, calls) => {
  fetchMock.mockImplementation(async () => Response.json({ success: false }, { status: 400 }));
  startCall({ ...LIST, method: 'POST', url: '/api/secure-access/validate', body: '{"token":"a.b.c"}' });
  await call(validateLink, { body: { token } }).catch(() => undefined);
  expect(fetchMock).toHaveBeenCalledTimes(calls);
});

it('a response older than the cache’s stale time is fetched again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  startCall(LIST);
  vi.advanceTimersByTime(5 * 60_000);
  await call(listClients, { query: { page: 1 } });
  expect(fetchMock).toHaveBeenCalledTimes(2);
});

it('a started request that failed is retried like any other', async () => {
  vi.useFakeTimers();
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  startCall(LIST);
  const answer = call(listClients, { query: { page: 1 } });
  await vi.runAllTimersAsync();
  expect(await answer).toEqual(ANSWER);
  expect(fetchMock).toHaveBeenCalledTimes(2);
});
