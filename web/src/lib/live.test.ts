import { listClients } from '@ledgerline/contract/clients/endpoints';
import { NO_COUNTS } from '@ledgerline/contract/clients/schemas';
import { openLive } from '@ledgerline/contract/live/endpoints';
import { expect, it, onTestFinished, vi } from 'vitest';
import { FakeServer } from '../testing/fake-server.ts';
import { fakeTime, passTime } from '../testing/fake-time.ts';
import { signInAs } from '../testing/sign-in.ts';
import { api } from './api.ts';
import { isLiveOpen, subscribeLive } from './live.ts';
import { showsOlderThan, startCall } from './started-calls.ts';

/** A page whose HTML started the request for the clients; its stream opens when the test says so. */
function openPage() {
  // Requests reused by other tests in this process.
  showsOlderThan(0);
  fakeTime();
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const { promise: opening, resolve: open } = Promise.withResolvers<void>();
  const server = new FakeServer()
    .reply(listClients, { success: true, data: [], total: 0, counts: NO_COUNTS })
    .respond(openLive, async () => {
      await opening;
      return new Response(body.readable, { status: 200 });
    })
    .start();
  const token = signInAs();
  startCall({ method: 'GET', url: '/api/clients?page=1', token });
  const resumed = vi.fn();
  const events = vi.fn();
  const read = () => api(listClients, { query: { page: 1 } });
  const listen = () => {
    const stop = subscribeLive(events, resumed);
    onTestFinished(async () => {
      stop();
      await body.writable.close();
      await vi.waitFor(() => expect(isLiveOpen()).toBe(false));
    });
  };
  const connect = async () => {
    open();
    await vi.waitFor(() => expect(isLiveOpen()).toBe(true));
  };
  const requestCount = () => server.calls(listClients).length;
  const writer = new TextEncoder();
  const send = async (text: string) => {
    const stream = body.writable.getWriter();
    await stream.write(writer.encode(text));
    stream.releaseLock();
  };
  return { read, listen, connect, resumed, requestCount, events, send };
}

it.each([
  [900, 0],
  [1100, 1],
])(
  'a request the HTML started %i ms before the stream opened is refetched %i times',
  async (milliseconds, times) => {
    const { read, listen, connect, resumed, requestCount } = openPage();
    listen();
    await read();
    vi.setSystemTime(Date.now() + milliseconds);
    await connect();
    expect(resumed).toHaveBeenCalledTimes(times);
    expect(requestCount()).toBe(1);
  },
);

it('a request the HTML started long before the stream opened, not reused by a screen, is sent again', async () => {
  const { read, listen, connect, resumed, requestCount } = openPage();
  listen();
  await passTime(1100);
  await connect();
  await read();
  expect(requestCount()).toBe(2);
  expect(resumed).not.toHaveBeenCalled();
});

it('ignores invalid events and unknown kinds, and delivers the next one', async () => {
  const { listen, connect, events, send } = openPage();
  listen();
  await connect();
  const known = { kind: 'clients', action: 'updated', ids: [7], agent_id: 1 };
  for (const data of [
    '',
    '{"kind":',
    '[]',
    JSON.stringify({ ...known, kind: 'planets' }),
    JSON.stringify(known),
  ])
    await send(`data: ${data}\n\n`);
  await vi.waitFor(() => expect(events).toHaveBeenCalled());
  expect(events.mock.calls).toEqual([[known]]);
  expect(isLiveOpen()).toBe(true);
});
