import { randomUUID } from 'node:crypto';
import { DELAY_SECONDS, dueOfTotal } from '#platform/ports/built-in-pay-page.ts';
import { openTestApp } from '#testing/test-app.ts';
import type { PaymentWorld } from '../../testing/payment-port-world.ts';
import { createBuiltinPayments } from '../builtin-payments.ts';

/** The built-in provider, whose clients pay on its own page. */
export async function openBuiltinPaymentWorld(): Promise<PaymentWorld> {
  const app = await openTestApp({ PUBLIC_URL: 'https://portal.example.com' });
  const payments = createBuiltinPayments({ ...app.deps, config: app.config });
  return {
    payments,
    async pay({ publicUrl, total_cents }, { amount_cents = null, transfer } = {}) {
      const outcomes = { completed: 'delayed', failed: 'declined' } as const;
      const part = amount_cents === null ? 'paid' : 'partial';
      await payments.pay(publicUrl.split('/pay/')[1] ?? '', {
        key: randomUUID(),
        outcome: transfer ? outcomes[transfer] : part,
        method: transfer ? 'ach' : 'card',
        amount_cents,
        dueOf: dueOfTotal(total_cents),
      });
    },
    async settle() {
      app.clock.advance(DELAY_SECONDS * 1000);
      await payments.settleDelayed();
    },
    async refund(account, providerPaymentId, amount_cents) {
      await payments.refund(account, providerPaymentId, amount_cents, randomUUID());
    },
    async drainEvents() {
      const events = await payments.undelivered(1000);
      for (const { id } of events) await payments.delivered(id);
      return events;
    },
    async countOf(account, idempotencyKey) {
      const rows = await app.deps.database.query(
        'select 1 from pay_invoices where account = $1 and idempotency_key = $2',
        [account, idempotencyKey],
      );
      return rows.length;
    },
    violations: () => [],
    close: () => app.close(),
  };
}
