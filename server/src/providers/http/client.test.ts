import { describe, expect, it, vi } from 'vitest';
import { withDeadline } from '#platform/http/request-deadline.ts';
import { createLog } from '#platform/log.ts';
import { ConnectionError, createHttpClient } from './client.ts';

const call = { method: 'GET', url: new URL('https://provider.test/thing'), headers: {} } as const;
const within = <Result>(ms: number, work: () => Promise<Result>) =>
  withDeadline(performance.now() + ms, work);

/** A provider that never responds. */
const silent = (_: unknown, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

function client(answer: (url: unknown, init?: RequestInit) => Promise<Response>) {
  const fetchMock = vi.fn(answer);
  const waits: number[] = [];
  const http = createHttpClient({
    name: 'provider',
    log: createLog('silent'),
    wait: async (ms) => waits.push(ms),
    fetch: fetchMock as unknown as typeof fetch,
  });
  return { http, fetchMock, waits };
}

describe('interactive call', () => {
  it('ends at the request deadline, regardless of its own timeout and retries', async () => {
    const { http, fetchMock } = client(silent);
    const sent = within(2000, () => http.send({ ...call, timeoutMs: 60_000 }, () => 1));
    await expect(sent).rejects.toThrow('provider did not answer in time');
    expect(fetchMock).toHaveBeenCalledOnce();
  });

  it('is not retried after a pause that exceeds the deadline', async () => {
    const { http, fetchMock, waits } = client(async () => new Response('', { status: 503 }));
    const { status } = await within(5000, () => http.send(call, () => 10_000));
    expect([status, fetchMock.mock.calls.length, waits]).toEqual([503, 1, []]);
  });

  it('is not sent after the deadline', async () => {
    const { http, fetchMock } = client(async () => new Response(''));
    await expect(within(-1, () => http.send(call, () => null))).rejects.toBeInstanceOf(ConnectionError);
    expect(fetchMock).not.toHaveBeenCalled();
  });
});

it('background call has its own timeout and retries', async () => {
  const { http, fetchMock } = client(silent);
  const sent = http.send({ ...call, timeoutMs: 20 }, (_, tries) => (tries < 3 ? 1 : null));
  await expect(sent).rejects.toThrow('did not answer in time');
  expect(fetchMock).toHaveBeenCalledTimes(3);
});
