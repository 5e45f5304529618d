import { randomUUID } from 'node:crypto';
import { getInvoice } from '@ledgerline/contract/invoices/endpoints';
import { getPayPage } from '@ledgerline/contract/pay-page/endpoints';
import { beforeEach, expect, it, vi } from 'vitest';
import { eventHandlers } from '#app';
import { processEvent } from '#features/webhooks/receive-event.ts';
import { dueOfTotal } from '#platform/ports/built-in-pay-page.ts';
import { signInAs } from '#testing/factories.ts';
import { buildPublishedInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const minutePasses = () => t.current.clock.advance(61_000);
beforeEach(() => {
  minutePasses();
  vi.spyOn(t.current.deps.jobs, 'send').mockResolvedValue();
});

function builtin() {
  const { payments } = t.current.deps;
  if (!payments.hasOwnPage) throw new Error('the test is about the built-in provider');
  return payments;
}

/** Two payments of 60 and 40 dollars, then a refund of the first; none of their events has been delivered. */
async function refundedInvoice() {
  const { id, token, providerInvoiceId } = await buildPublishedInvoice(t.current);
  for (const amount_cents of [6000, 4000]) {
    const { token: providerToken } = await builtin().pageOf('BFS', providerInvoiceId);
    const attempt = { outcome: 'partial', method: 'card', dueOf: dueOfTotal(10_000) } as const;
    await builtin().pay(providerToken, { key: randomUUID(), amount_cents, ...attempt });
    minutePasses();
  }
  const [first] = await builtin().listPayments('BFS', providerInvoiceId);
  await builtin().refund('BFS', first?.providerPaymentId ?? '', 6000, randomUUID());
  minutePasses();
  const undelivered = await builtin().undelivered(100);
  const events = undelivered.filter(({ rawBody }) => /"(payment|refund)\.created"/.test(rawBody.toString()));
  return { id, token, events };
}

/** One event arrives and is processed; an event that arrives before its payment waits for the next attempt. */
async function arrive({
  account,
  rawBody: payload,
  headers,
  id,
}: Awaited<ReturnType<typeof refundedInvoice>>['events'][number]) {
  minutePasses();
  const url = `/api/webhooks/payments/${account}`;
  expect((await t.current.app.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(200);
  await builtin().delivered(id);
  const waiting = await t.current.deps.database.query<{ id: number }>(
    `select id from provider_events where status = 'new' order by id desc`,
  );
  for (const event of waiting)
    await processEvent(t.current.deps, eventHandlers, event.id).catch(() => undefined);
}

it.each([
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
])(
  'a refund of a paid invoice makes nothing due, with its events arriving as %i, %i, %i',
  async (...order) => {
    const { id, token, events } = await refundedInvoice();
    expect(events).toHaveLength(3);
    for (const n of order) for (const event of events.slice(n, n + 1)) await arrive(event);
    const agent = await signInAs(t.current);
    expect((await agent.call(getInvoice, { params: { id } })).body.data).toMatchObject({
      status: 'paid',
      payment_state: 'partially_refunded',
      paid_amount_cents: 4000,
      refunded_cents: 6000,
    });
    const page = await t.current.call(getPayPage, { params: { token } });
    expect(page.body.data).toMatchObject({ state: 'refunded', due_cents: 0 });
  },
);
