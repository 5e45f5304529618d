import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { transactions } from './schema.ts';

export type TransactionRecord = typeof transactions.$inferSelect;
export type NewTransactionRecord = typeof transactions.$inferInsert;

/** The provider that recorded it, and which of the two accounts. */
export interface ProviderAccount {
  provider: string;
  account: string;
}

export function insertTransaction(db: Database, row: NewTransactionRecord): Promise<TransactionRecord> {
  return stored(db.orm.insert(transactions).values(row).returning());
}

export function findTransaction(db: Database, id: number): Promise<TransactionRecord | undefined> {
  return first(db.orm.select().from(transactions).where(eq(transactions.id, id)));
}

export async function findOfProvider(
  db: Database,
  { provider, account }: ProviderAccount,
  providerPaymentId: string,
): Promise<TransactionRecord | undefined> {
  const [row] = await db.orm
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.provider, provider),
        eq(transactions.square_account, account),
        eq(transactions.provider_payment_id, providerPaymentId),
      ),
    );
  return row;
}

export function findOfInvoice(db: Database, invoiceId: number): Promise<TransactionRecord[]> {
  return db.orm
    .select()
    .from(transactions)
    .where(eq(transactions.invoice_id, invoiceId))
    .orderBy(asc(transactions.id));
}

export async function changeTransaction(
  db: Database,
  id: number,
  changes: Partial<
    Pick<
      NewTransactionRecord,
      | 'payment_status'
      | 'paid_on'
      | 'refund_of'
      | 'provider'
      | 'provider_payment_id'
      | 'provider_at'
      | 'square_account'
    >
  >,
): Promise<void> {
  await db.orm.update(transactions).set(changes).where(eq(transactions.id, id));
}

/** Replaces the deltas of each sum that has several by one. Concurrent writers only insert, so none waits. */
export async function foldCollected(db: Pick<Database, 'query'>): Promise<void> {
  await db.query(
    `with gone as (delete from collected_deltas
                    where id in (select unnest(array_agg(id)) from collected_deltas
                                  group by month, square_account, owner_agent_id having count(*) > 1)
                    returning *)
     insert into collected_deltas (month, square_account, owner_agent_id, transactions, cents)
     select month, square_account, owner_agent_id, sum(transactions), sum(cents) from gone group by 1, 2, 3
     having sum(transactions) <> 0 or sum(cents) <> 0`,
  );
}
