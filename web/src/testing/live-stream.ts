import { type LiveEvent, openLive } from '@ledgerline/contract/live/endpoints';
import type { FakeServer } from './fake-server.ts';

/** A stream of live events controlled by the test. */
export function liveStream(server: FakeServer): { push: (event: Partial<LiveEvent>) => void } {
  const encoder = new TextEncoder();
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  server.respond(openLive, () => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void open.add(controller) });
    return new Response(body, { status: 200 });
  });
  return {
    push(event) {
      const fullEvent = { action: 'updated', agent_id: null, ...event };
      for (const controller of open)
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(fullEvent)}\n\n`));
    },
  };
}
