import { getPublicSettings } from '@ledgerline/contract/settings/endpoints';
import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setConnected } from './connection.ts';
import { createCaller } from './http.ts';
import { useConnection, useWatchedConnection } from './use-connection.ts';

const call = createCaller({ token: () => null, onUnauthorized: () => undefined });
let isServerThere: boolean;
let requested: string[];

beforeEach(() => {
  vi.useFakeTimers();
  isServerThere = false;
  requested = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    requested.push(new URL(request.url).pathname);
    if (!isServerThere) throw new TypeError('Failed to fetch');
    return new Response('Bad gateway', { status: 502 });
  });
});
afterEach(() => {
  setConnected(true);
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const lose = () => act(() => setConnected(false));

describe('the connection', () => {
  it('is lost with the first request that fails, before its retries', async () => {
    const { result } = renderHook(useConnection);
    expect(result.current).toBe('there');
    const failure = call(getPublicSettings).catch(() => 'failed');
    await pass(500);
    expect(result.current).toBe('lost');
    await pass(60_000);
    expect(await failure).toBe('failed');
    expect(result.current).toBe('lost');
  });

  it('is polled while its loss is shown, and is back with any response', async () => {
    const { result } = renderHook(useWatchedConnection);
    await pass(20_000);
    expect(requested).toEqual([]);
    lose();
    expect(result.current).toBe('lost');
    await pass(11_000);
    expect(requested).toEqual(['/api/public-settings', '/api/public-settings']);
    expect(result.current).toBe('lost');
    isServerThere = true;
    await pass(5000);
    expect(result.current).toBe('there');
    await pass(20_000);
    expect(requested).toHaveLength(3);
  });

  it('is no longer polled when its loss is not shown', async () => {
    const { unmount } = renderHook(useWatchedConnection);
    lose();
    await pass(5000);
    unmount();
    await pass(20_000);
    expect(requested).toHaveLength(1);
  });

  it('is back on the browser’s event, and off without its network', () => {
    const { result } = renderHook(useConnection);
    lose();
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    expect(result.current).toBe('off');
    onLine.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    expect(result.current).toBe('there');
  });
});
