import { FakeSquare } from '@ledgerline/fakes/square/fake-square';
import { readConfig } from '#platform/config.ts';
import { openTestApp } from '#testing/test-app.ts';
import type { PaymentWorld } from '../../testing/payment-port-world.ts';
import { createSquarePayments } from '../square-payments.ts';

const PUBLIC_URL = 'https://portal.example.com';

/** Square, whose clients pay on its own page and whose bank transfers take days. */
export async function openSquarePaymentWorld(): Promise<PaymentWorld> {
  const app = await openTestApp();
  const fake = new FakeSquare({ now: () => app.clock.now() });
  await fake.start();
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL, ...fake.environment(PUBLIC_URL) });
  const payments = createSquarePayments({ ...app.deps, config, wait: async () => undefined });
  const pendingTransfers: { id: string; end: 'completed' | 'failed' }[] = [];
  return {
    payments,
    async pay({ providerInvoiceId }, { amount_cents, transfer } = {}) {
      const part = amount_cents === undefined ? {} : { amount: amount_cents };
      const { id } = fake.pay(providerInvoiceId, { ...part, method: transfer ? 'ach' : 'card' });
      if (transfer) pendingTransfers.push({ id, end: transfer });
    },
    async settle() {
      app.clock.advance(2 * 86_400_000);
      for (const { id, end } of pendingTransfers.splice(0)) fake.settle(id, end);
    },
    async refund(_account, providerPaymentId, amount_cents) {
      fake.refund(providerPaymentId, amount_cents);
    },
    drainEvents: async () => fake.outbox.drain(),
    async countOf(account, idempotencyKey) {
      const { orders, invoices } = fake.about(account, idempotencyKey);
      return Math.max(orders.length, invoices.length);
    },
    violations: () => fake.http.violations,
    async close() {
      await fake.stop();
      await app.close();
    },
  };
}
