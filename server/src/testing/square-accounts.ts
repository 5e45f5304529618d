import { ACCOUNT_NAMES } from '@ledgerline/contract/rules';
import type { FakeSquare } from '@ledgerline/fakes/square/fake-square';
import type { Merchant } from '@ledgerline/fakes/square/square-books';
import { expect } from 'vitest';
import type { Account } from '#platform/ports/payments.ts';
import { orderReference } from '#providers/payments/square/keys.ts';
import type { TestApp } from './test-app.ts';

const STATUSES: Readonly<Record<string, string>> = {
  APPROVED: 'pending',
  PENDING: 'pending',
  COMPLETED: 'completed',
  FAILED: 'failed',
  REJECTED: 'failed',
};

/** Every cent at Square is one of our transactions in the same account, and all of ours are there; failed ones may be unknown. */
export async function expectBooksAgree(t: TestApp, fake: FakeSquare): Promise<void> {
  for (const account of ACCOUNT_NAMES) {
    const ours = await t.deps.database.query<Record<string, string>>(
      `select provider_payment_id, kind, payment_status, amount, i.square_account as invoice_account
         from transactions t join invoices i on i.id = t.invoice_id
        where t.provider = 'square' and t.square_account = $1`,
      [account],
    );
    const stored = ours.map((row) =>
      [row.provider_payment_id, row.kind, row.payment_status, row.amount].join(' '),
    );
    const books = booksOf(fake.merchant(account));
    const certain = (lines: string[]) => lines.filter((line) => !line.includes(' failed ')).sort();
    expect(certain(stored)).toEqual(certain(books));
    expect(books).toEqual(expect.arrayContaining(stored));
    expect(ours.filter((row) => row.invoice_account !== account)).toEqual([]);
  }
}

/** Invariants after every operation whose events have all arrived or been reconciled. */
export async function expectAllRight({ t, fake }: { t: TestApp; fake: FakeSquare }): Promise<void> {
  fake.outbox.drain();
  await expectBooksAgree(t, fake);
  await expectNothingTwice(t, fake);
  expectSeparateAccounts(fake);
  expect([fake.http.violations, fake.http.pendingFailures]).toEqual([[], 0]);
}

interface Publication {
  id: number;
  created_at: Date;
  status: string;
  provider_invoice_id: string | null;
}

/**
 * At most one order and one invoice per publication, and none that was not requested here. What can still be paid is known here, or was
 * created by a call without a response and will be found by the next one.
 */
export async function expectNothingTwice(t: TestApp, fake: FakeSquare): Promise<void> {
  for (const account of ACCOUNT_NAMES) {
    const { orders, invoices, customers } = fake.merchant(account);
    const publications = await t.deps.database.query<Publication>(
      'select * from invoice_publications where square_account = $1',
      [account],
    );
    const byReference = new Map(
      publications.map((row) => [orderReference(`invoice-${row.id}-${row.created_at.getTime()}`), row]),
    );
    const references = orders.flatMap(({ reference_id }) => reference_id ?? []);
    expectDifferent(references);
    expectDifferent(customers.flatMap(({ reference_id }) => reference_id ?? []));
    expectDifferent(publications.flatMap(({ provider_invoice_id }) => provider_invoice_id ?? []));
    expect(references.filter((reference) => !byReference.has(reference))).toEqual([]);
    for (const { id, order_id, status } of invoices.filter((each) => each.status !== 'CANCELED')) {
      const reference = orders.find((order) => order.id === order_id)?.reference_id ?? '';
      const row = byReference.get(reference);
      const isAwaited = row?.status === 'planned' && ['DRAFT', 'UNPAID'].includes(status);
      if (!isAwaited) expect(row?.provider_invoice_id).toBe(id);
    }
  }
}

const expectDifferent = (all: readonly string[]) => expect(new Set(all).size).toBe(all.length);

/** No call with one account's token names anything of the other. */
export function expectSeparateAccounts(fake: FakeSquare): void {
  for (const account of ACCOUNT_NAMES) {
    const own = fake.merchant(account);
    const calls = fake.http.calls.filter(({ headers }) => String(headers.authorization).includes(own.token));
    const foreign = idsOf(fake.merchant(otherOf(account)));
    const callTexts = calls.map(({ path, query, body, headers }) =>
      JSON.stringify({ path, query, body, headers }),
    );
    expect(foreign.filter((id) => callTexts.some((text) => text.includes(id)))).toEqual([]);
  }
}

const otherOf = (account: Account): Account => (account === 'BFS' ? 'BFA' : 'BFS');

function booksOf({ payments, refunds }: Merchant): string[] {
  const line = (kind: string, id: string, status: string, cents: number) =>
    [id, kind, STATUSES[status], cents].join(' ');
  return [
    ...payments.map(({ id, status, amount_money }) => line('payment', id, status, amount_money.amount)),
    ...refunds.map(({ id, status, amount_money }) => line('refund', id, status, amount_money.amount)),
  ];
}

function idsOf(merchant: Merchant): string[] {
  const { customers, orders, invoices, payments, refunds, locations } = merchant;
  const rows = [customers, orders, invoices, payments, refunds, locations].flat();
  return [merchant.id, merchant.token, ...rows.map(({ id }) => id)];
}
