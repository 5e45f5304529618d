import * as endpoints from '@ledgerline/contract/live/endpoints';
import { type Route, streamRoute } from '#platform/http/route.ts';
import * as service from './stream-events.ts';

export const liveRoutes: Route[] = [
  streamRoute(endpoints.openLive, async (ctx, _input, { reply }) => {
    service.assertStreamsWithinLimit(ctx);
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    service.streamEvents(ctx, reply.raw);
  }),
];
