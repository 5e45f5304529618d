import { createClient, listClients, updateClient } from '@ledgerline/contract/clients/endpoints';
import { getGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createCaller, createFileCaller, TAB_ID, urlOf } from './http.ts';

type Step = Response | 'network' | 'hang';

/** A fetch mock that performs the given steps in order, and records when each attempt arrived. */
function mockFetch(...steps: Step[]) {
  const attempts: { at: number; headers: Headers; url: string }[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const step = steps[attempts.length] ?? 'network';
    attempts.push({ at: Date.now(), headers: request.headers, url: request.url });
    if (step === 'network') throw new TypeError('Failed to fetch');
    if (step === 'hang') return new Promise<Response>(() => undefined);
    return step;
  });
  return attempts;
}

function status(
  code: number,
  body: object = { success: false, message: `answer ${code}`, code: 'internal' },
) {
  return Response.json(body, { status: code });
}

const onUnauthorized = vi.fn();
const call = createCaller({ token: () => 'a.b.c', onUnauthorized });
const ok = () => Response.json({ success: true, data: [], total: 0, counts: {} });

/** Runs all timers and returns the response or the error. */
async function settle<T>(promise: Promise<T>): Promise<T | ApiError> {
  const settled = promise.catch((error: unknown) => error as ApiError);
  await vi.runAllTimersAsync();
  return settled;
}

beforeEach(() => {
  // With the real delays between retries.
  vi.restoreAllMocks();
  vi.useFakeTimers();
  onUnauthorized.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a request', () => {
  it('carries the bearer token', async () => {
    const attempts = mockFetch(ok());
    await settle(call(listClients));
    expect(attempts[0]?.headers.get('authorization')).toBe('Bearer a.b.c');
  });

  it('carries no authorization without a token', async () => {
    const attempts = mockFetch(ok());
    await settle(createCaller({ token: () => null, onUnauthorized })(listClients));
    expect(attempts[0]?.headers.has('authorization')).toBe(false);
  });

  it.each([500, 502, 503, 429])(
    'is sent four times, after 1, 2 and 4 s, when the status is %i',
    async (code) => {
      const attempts = mockFetch(status(code), status(code), status(code), status(code));
      const error = await settle(call(listClients));
      expect(attempts.map(({ at }) => at - (attempts[0]?.at ?? 0))).toEqual([0, 1000, 3000, 7000]);
      expect(error).toMatchObject({ status: code, message: `answer ${code}` });
    },
  );

  it('is sent four times when the network fails', async () => {
    const attempts = mockFetch('network', 'network', 'network', 'network');
    const error = await settle(call(listClients));
    expect(attempts).toHaveLength(4);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).status).toBeUndefined();
  });

  it('aborts an attempt after 30 s and retries', async () => {
    const attempts = mockFetch('hang', ok());
    await settle(call(listClients));
    expect(attempts.map(({ at }) => at - (attempts[0]?.at ?? 0))).toEqual([0, 31_000]);
  });

  it('is a plain success when a retry succeeds', async () => {
    mockFetch('network', status(503), ok());
    expect(await settle(call(listClients))).toMatchObject({ success: true, total: 0 });
  });

  it.each([400, 401, 403, 404, 409, 413])('is not retried when the status is %i', async (code) => {
    const attempts = mockFetch(status(code), ok());
    await settle(call(listClients));
    expect(attempts).toHaveLength(1);
  });

  it('repeats a write with the same idempotency key, and names the tab', async () => {
    const attempts = mockFetch(status(503), 'network', status(201, { success: true, id: 1, data: {} }));
    await settle(call(createClient, { body: { client_last_name: 'Doe' } }));
    const keys = attempts.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
    expect(attempts[0]?.headers.get('x-tab-id')).toBe(TAB_ID);
  });

  it('uses a new idempotency key for the next write, and none for a read', async () => {
    const attempts = mockFetch(ok(), ok(), ok());
    await settle(call(updateClient, { params: { id: 1 }, body: {} }));
    await settle(call(updateClient, { params: { id: 1 }, body: {} }));
    await settle(call(listClients));
    const [first, second, read] = attempts.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).not.toBe(second);
    expect(read).toBeNull();
  });

  it('reports a 401 with the rejected token', async () => {
    mockFetch(status(401));
    await settle(call(listClients));
    expect(onUnauthorized).toHaveBeenCalledExactlyOnceWith(listClients, 'a.b.c');
  });

  it('does not report other failures', async () => {
    mockFetch(status(403));
    await settle(call(listClients));
    expect(onUnauthorized).not.toHaveBeenCalled();
  });
});

describe('a failed request', () => {
  it('has the server’s message, status, code and details', async () => {
    const details = { fields: [{ path: 'dob', message: 'must be a date' }] };
    mockFetch(
      status(400, { success: false, message: 'dob: must be a date', code: 'validation_failed', details }),
    );
    const error = await settle(call(listClients));
    expect(error).toMatchObject({
      message: 'dob: must be a date',
      status: 400,
      code: 'validation_failed',
      details,
    });
  });

  it.each([
    [
      'a proxy’s page',
      new Response('<h1>Gone</h1>', { status: 404, headers: { 'content-type': 'text/html' } }),
    ],
    ['nothing', new Response(null, { status: 404 })],
    ['JSON of another server', Response.json({ error: { path: '/x' } }, { status: 404 })],
    ['a message that is not text', Response.json({ message: [{ code: 'invalid_type' }] }, { status: 404 })],
  ])('has the transport’s own message when the server sent %s', async (_what, answer) => {
    mockFetch(answer);
    const error = await settle(call(listClients));
    expect((error as ApiError).message).toBe('The server returned an error (404). Please try again.');
    expect((error as ApiError).serverMessage).toBeUndefined();
  });

  it('reports a missing response in plain language, without URL or key', async () => {
    mockFetch('network', 'network', 'network', 'network');
    const error = await settle(call(listClients));
    expect((error as ApiError).message).toBe(
      'The server could not be reached. Please check the connection and try again.',
    );
    mockFetch('hang', 'hang', 'hang', 'hang');
    const late = await settle(call(listClients));
    expect((late as ApiError).message).toBe('The server did not answer in time. Please try again.');
  });
});

describe('an unreadable response', () => {
  it.each([
    ['a proxy’s page', new Response('<!doctype html><title>Login</title>')],
    ['empty', new Response('')],
    ['cut off', new Response('{"success":true,"data":[')],
    ['no object', Response.json('yes')],
    ['null', Response.json(null)],
    ['without what the contract promises', Response.json({ success: true })],
    ['of another shape', Response.json({ success: true, data: 'all of them', total: '7', counts: [] })],
  ])('is one readable message when it is %s', async (_what, answer) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    mockFetch(answer);
    const error = await settle(call(getGlobalSettings));
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).message).toBe(
      'The server’s response could not be read. Please reload the page and try again.',
    );
  });

  it('asks to check first when it was a write, which may have been executed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    mockFetch(Response.json({ success: true }, { status: 201 }));
    const error = await settle(call(createClient, { body: { client_last_name: 'Doe' } }));
    expect(error).toMatchObject({
      status: 201,
      message:
        'The server’s response could not be read. Please reload the page and check whether the change was made.',
    });
  });
});

describe('an interrupted response', () => {
  /** Headers and part of the body have arrived. */
  function broken(status: number) {
    const body = new ReadableStream({
      pull: (stream) => stream.error(new TypeError('network error')),
    });
    return new Response(body, { status });
  }

  it.each([
    ['a call', call],
    ['a call for a file', createFileCaller({ token: () => null, onUnauthorized })],
  ])('has the message of a lost connection for %s', async (_what, caller) => {
    mockFetch(broken(200));
    const error = await settle(caller(getGlobalSettings));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: undefined,
      message: 'The server could not be reached. Please check the connection and try again.',
    });
  });

  it('asks to check first when it was a write, which may have been executed', async () => {
    mockFetch(broken(201));
    expect(await settle(call(createClient, { body: { client_last_name: 'Doe' } }))).toMatchObject({
      status: 201,
      message:
        'The server’s response could not be read. Please reload the page and check whether the change was made.',
    });
  });
});

describe('a URL', () => {
  it('is below /api, with parameters filled in and empty query values omitted', () => {
    const query = { q: 'o’neil & co', status: 'all', sort: undefined, page: 2, empty: '' };
    expect(urlOf(updateClient, { params: { id: 7 } })).toBe('/api/clients/7');
    expect(urlOf(listClients, { query })).toBe('/api/clients?q=o%E2%80%99neil+%26+co&status=all&page=2');
  });
});
