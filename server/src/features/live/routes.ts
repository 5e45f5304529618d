import * as endpoints from '@ledgerline/contract/live/endpoints';
import { type Route, streamRoute } from '#platform/http/route.ts';

/** A comment line now and then keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 20_000;

export const liveRoutes: Route[] = [
  streamRoute(endpoints.openLive, async (ctx, _input, { request, reply }) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write('retry: 2000\n\n');
    const unsubscribe = ctx.deps.live.subscribe((event) => raw.write(`data: ${JSON.stringify(event)}\n\n`));
    const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS);
    const forget = ctx.deps.live.onClose(() => raw.end());
    request.raw.once('close', () => {
      clearInterval(heartbeat);
      unsubscribe();
      forget();
      raw.end();
    });
  }),
];
