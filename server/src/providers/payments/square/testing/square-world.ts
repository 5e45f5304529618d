import { randomUUID } from 'node:crypto';
import { FakeSquare } from '@ledgerline/fakes/square/fake-square';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { fixedClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import type { Account, InvoiceToPublish, PaymentError } from '#platform/ports/payments.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { createSquarePayments } from '../square-payments.ts';
import type { SquareOptions } from '../square-tools.ts';

const PUBLIC_URL = 'https://portal.example.com';

/**
 * The adapter on its own fake; asserts after every test that the contract was not violated and every planned failure occurred.
 */
export function useSquareWorld() {
  const t = useTestApp();
  const clock = fixedClock(TEST_NOW);
  const fake = new FakeSquare({ now: () => clock.now() });
  beforeAll(() => fake.start());
  afterAll(() => fake.stop());
  afterEach(() => {
    expect(fake.http.violations).toEqual([]);
    expect(fake.http.pendingFailures).toBe(0);
    fake.http.clear();
    fake.outbox.drain();
    clock.advance(5 * 60_000);
  });
  const options = (environment: Record<string, string> = {}): SquareOptions => ({
    config: readConfig({ NODE_ENV: 'test', PUBLIC_URL, ...fake.environment(PUBLIC_URL), ...environment }),
    database: t.current.deps.database,
    clock,
    log: t.current.deps.log,
    wait: async () => undefined,
  });
  const square = () => createSquarePayments(options());
  const customerOf = (account: Account) => square().ensureCustomer(account, newCustomer(), randomUUID());
  const toPublish = async (values: Partial<InvoiceToPublish> = {}): Promise<InvoiceToPublish> => ({
    account: 'BFS',
    idempotencyKey: randomUUID(),
    customerId: values.customerId ?? (await customerOf(values.account ?? 'BFS')),
    reference: `INV-${randomUUID()}`,
    title: 'Fee',
    description: '',
    lines: [{ description: 'Fee', quantity: 1, unit_price_cents: 1000, line_total_cents: 1000 }],
    tax_rate: 0.07,
    tax_cents: 70,
    total_cents: 1070,
    due_date: null,
    ...values,
  });
  return {
    clock,
    fake,
    options,
    square,
    customerOf,
    toPublish,
    publish: async (values: Partial<InvoiceToPublish> = {}) =>
      square().publishInvoice(await toPublish(values)),
    /** The number of calls. */
    callCount: (method: string, path: RegExp) => fake.http.callsTo(method, path).length,
  };
}

export const newCustomer = (reference: string = randomUUID()) => ({
  reference,
  name: 'Zoe Ward',
  email: 'zoe@example.com',
  phone: '(212) 555-0100',
});

/** A PaymentError of this kind, for `rejects.toEqual`. */
export const errorOfKind = (kind: PaymentError['kind']): unknown => expect.objectContaining({ kind });
