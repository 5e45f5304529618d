import { receiveEvent } from '#features/webhooks/receive-event.ts';
import type { Deps } from '#platform/context.ts';

export const DELIVERY_QUEUE = 'payment-delivery';
const BATCH = 100;

/**
 * The built-in provider's post: ends what was delayed and hands its signed events to the inbox that real providers call.
 * An event counts as delivered only after the inbox has it, so that a crash between the two tells it again.
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
