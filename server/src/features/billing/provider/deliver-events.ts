import { receiveEvent } from '#features/webhooks/receive-event.ts';
import type { Deps } from '#platform/context.ts';

export const DELIVERY_QUEUE = 'payment-delivery';
const BATCH = 100;

/**
 * Event delivery of the built-in provider: completes delayed payments and sends its signed events to the webhook endpoint
 * that real providers call. An event counts as delivered only after the endpoint has stored it, so a crash in between
 * redelivers it.
 */
export async function deliverBuiltinEvents(deps: Deps): Promise<void> {
  const { payments } = deps;
  if (!payments.hasOwnPage) return;
  while ((await payments.settleDelayed()) > 0);
  for (;;) {
    const events = await payments.undelivered(BATCH);
    for (const { id, account, rawBody, headers } of events) {
      await receiveEvent(deps, { port: 'payments', account }, rawBody, headers);
      await payments.delivered(id);
    }
    if (events.length < BATCH) return;
  }
}
