import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fixedClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createSquareClient } from './square-client.ts';
import { errorOfKind } from './testing/square-world.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const account = {
  account: 'BFS',
  accessToken: 'EAAA-secret',
  locationId: 'LOC',
  merchantId: null,
  webhookKeys: [],
  webhookUrl: null,
} as const;
const shape = z.object({ id: z.string() });

/** A client with the test's own responses, and its log. */
function clientOn(
  answer: (url: URL, init: RequestInit) => Response | Promise<Response>,
  baseUrl = 'https://square.test',
) {
  const lines: string[] = [];
  const waits: number[] = [];
  const fetchMock = vi.fn(async (url: URL, init: RequestInit) => answer(url, init));
  const client = createSquareClient(account, {
    baseUrl,
    clock: fixedClock(NOW),
    log: createLog('debug', { write: (line) => lines.push(line) }),
    wait: async (ms) => waits.push(ms),
    fetch: fetchMock as unknown as typeof fetch,
  });
  return { client, fetchMock, waits, logged: () => lines.join('') };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const errorBody = (code: string, detail?: string) => ({
  errors: [{ category: 'INVALID_REQUEST_ERROR', code, detail }],
});

describe('calls', () => {
  it('include token and version, and encode IDs with a colon as one path segment', async () => {
    const { client, fetchMock, logged } = clientOn(() => json(200, { id: 'x' }), 'https://square.test/base/');
    await client.get(['v2', 'invoices', 'inv:0-a/b'], shape);
    const [url, init] = fetchMock.mock.calls[0] ?? [];
    expect(url?.href).toBe('https://square.test/base/v2/invoices/inv%3A0-a%2Fb');
    expect(init?.headers).toMatchObject({
      authorization: 'Bearer EAAA-secret',
      'square-version': '2025-08-20',
    });
    expect(logged()).not.toContain('secret');
  });

  it.each(['', '.', '..'])('are never sent to the ID "%s"', async (id) => {
    const { client, fetchMock } = clientOn(() => json(200, { id: 'x' }));
    await expect(client.get(['v2', 'invoices', id], shape)).rejects.toEqual(errorOfKind('not_found'));
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('are limited to three at once', async () => {
    let running = 0;
    let most = 0;
    const { client, fetchMock } = clientOn(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return json(200, { id: 'x' });
    });
    await Promise.all(Array.from({ length: 10 }, () => client.get(['v2', 'x'], shape)));
    expect([fetchMock.mock.calls.length, most]).toEqual([10, 3]);
  });
});

describe('call that may not have taken effect', () => {
  it.each([408, 429, 500, 503])('is tried three times with the same body: %d', async (status) => {
    const { client, fetchMock, waits } = clientOn(() => json(status, {}));
    await expect(client.post(['v2', 'orders'], { idempotency_key: 'k' }, shape)).rejects.toEqual(
      errorOfKind('unavailable'),
    );
    expect(new Set(fetchMock.mock.calls.map(([, init]) => init.body))).toEqual(
      new Set(['{"idempotency_key":"k"}']),
    );
    expect([fetchMock.mock.calls.length, waits.length]).toEqual([3, 2]);
  });

  it('is retried when there is no response', async () => {
    const { client, fetchMock } = clientOn(() => {
      throw new TypeError('fetch failed');
    });
    await expect(client.get(['v2', 'x'], shape)).rejects.toEqual(errorOfKind('unavailable'));
    expect(fetchMock).toHaveBeenCalledTimes(3);
  });

  it.each([429, 503])('waits as long as Square requests, unless that is too long: %d', async (status) => {
    const soon = clientOn(() => json(status, {}, { 'retry-after': '7' }));
    await expect(soon.client.get(['v2', 'x'], shape)).rejects.toEqual(errorOfKind('unavailable'));
    expect(soon.waits).toEqual([7000, 7000]);
    const late = clientOn(() => json(status, {}, { 'retry-after': '11' }));
    await expect(late.client.get(['v2', 'x'], shape)).rejects.toEqual(errorOfKind('unavailable'));
    expect(late.fetchMock).toHaveBeenCalledTimes(1);
  });
});

describe('rejected call', () => {
  it('is not retried, and its message is logged without personal data', async () => {
    const detail = "The email_address 'zoe@example.com' of +1 212 555 0100 is not valid";
    const { client, fetchMock, logged } = clientOn(() => json(400, errorBody('INVALID_VALUE', detail)));
    await expect(client.post(['v2', 'customers'], {}, shape)).rejects.toEqual(errorOfKind('invalid'));
    expect(fetchMock).toHaveBeenCalledTimes(1);
    expect(logged()).toContain('INVALID_VALUE');
    expect(logged()).not.toMatch(/zoe|555/);
  });

  it('because of its token is logged as an error that requires action', async () => {
    const { client, logged } = clientOn(() =>
      json(401, { errors: [{ category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED' }] }),
    );
    await expect(client.get(['v2', 'x'], shape)).rejects.toEqual(errorOfKind('unavailable'));
    expect(logged()).toContain('"level":50');
    expect(logged()).toContain('square rejects the access token');
  });
});

it.each(['{"id":5}', '<html>', ''])('treats %s as an invalid response', async (text) => {
  const { client } = clientOn(() => new Response(text));
  await expect(client.get(['v2', 'x'], shape)).rejects.toEqual(errorOfKind('unavailable'));
});
