import { and, desc, eq, notInArray } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { invoicePublications, paymentCustomers } from './schema.ts';

export type Publication = typeof invoicePublications.$inferSelect;

/** Resumes a planned publication with exactly this content, if a call for it was started before. */
export async function resumePlanned(
  db: Database,
  invoiceId: number,
  content: object,
  at: Date,
): Promise<Publication | undefined> {
  const [row] = await db.query<Publication>(
    `update invoice_publications set updated_at = $3
      where status = 'planned'
        and id = (select max(id) from invoice_publications
                   where invoice_id = $1 and status = 'planned' and content = $2::jsonb)
      returning *`,
    [invoiceId, JSON.stringify(content), at],
  );
  return row;
}

/** Marks abandoned publications for cancellation: started, but with an unknown result. */
export async function retireAbandoned(db: Database, provider: string, before: Date): Promise<void> {
  await db.query(
    `update invoice_publications set status = 'cancelling'
      where status = 'planned' and provider = $1 and updated_at < $2`,
    [provider, before],
  );
}

export function insertPublication(
  db: Database,
  { at, ...row }: { invoice_id: number; provider: string; square_account: string; content: object; at: Date },
): Promise<Publication> {
  const started = { ...row, created_at: at, updated_at: at };
  return stored(db.orm.insert(invoicePublications).values(started).returning());
}

export function lockPublication(db: Database, id: number): Promise<Publication | undefined> {
  return first(db.query<Publication>('select * from invoice_publications where id = $1 for update', [id]));
}

export async function changePublication(
  db: Database,
  id: number,
  {
    at,
    ...changes
  }: Partial<Pick<Publication, 'provider_invoice_id' | 'public_url' | 'error'>> & {
    status: string;
    at: Date;
  },
): Promise<void> {
  await db.orm
    .update(invoicePublications)
    .set({ error: null, ...changes, updated_at: at })
    .where(eq(invoicePublications.id, id));
}

/** Marks what an invoice has, or may have, with its provider for cancellation; returns how many. */
export async function retirePublications(db: Database, invoiceId: number, at: Date): Promise<number> {
  const rows = await db.query(
    `update invoice_publications set status = 'cancelling', updated_at = $2
      where invoice_id = $1 and status in ('planned', 'published') returning id`,
    [invoiceId, at],
  );
  return rows.length;
}

/** What the current provider has to cancel; it knows nothing about another provider's. */
export function findCancelling(db: Database, provider: string, invoiceId: number): Promise<Publication[]> {
  return db.query(
    `select * from invoice_publications
      where invoice_id = $1 and provider = $2 and status = 'cancelling' order by id`,
    [invoiceId, provider],
  );
}

/** Invoices with something to cancel that no call or job has handled for a while, least recently tried first. */
export async function findStalled(
  db: Database,
  provider: string,
  before: Date,
  limit: number,
): Promise<number[]> {
  const rows = await db.arrays<[number]>(
    `select invoice_id from invoice_publications
      where status = 'cancelling' and provider = $1 and updated_at < $2
      group by invoice_id order by min(updated_at) limit $3`,
    [provider, before, limit],
  );
  return rows.map(([id]) => id);
}

/**
 * Open invoices whose page at an outside provider was cancelled and not replaced, though its address was issued: changed
 * not before `since`, and last tried before `before`. In random order, so that one that cannot be published does not block
 * the others.
 */
export async function findWithoutPage(
  db: Database,
  provider: string,
  { since, before }: { since: Date; before: Date },
  limit: number,
): Promise<number[]> {
  const rows = await db.arrays<[number]>(
    `select id from invoices i
      where status in ('draft', 'sent', 'partially_paid', 'pending') and provider = $1 and updated_at >= $2
        and pay_token is not null and square_public_url is null
        and not exists (select 1 from invoice_publications p where p.invoice_id = i.id and p.updated_at >= $3)
      order by random() limit $4`,
    [provider, since, before, limit],
  );
  return rows.map(([id]) => id);
}

/** Moves what could not be cancelled to the end of the queue. */
export async function recordCancelAttempt(
  db: Database,
  provider: string,
  invoiceId: number,
  at: Date,
): Promise<void> {
  await db.query(
    `update invoice_publications set updated_at = $3
      where invoice_id = $1 and provider = $2 and status = 'cancelling'`,
    [invoiceId, provider, at],
  );
}

/** When the provider refused the invoice's latest publication; null where it had another outcome. */
export async function findRejectedAt(db: Database, invoiceId: number): Promise<Date | null> {
  const all = db.orm.select().from(invoicePublications).where(eq(invoicePublications.invoice_id, invoiceId));
  const row = await first(all.orderBy(desc(invoicePublications.id)).limit(1));
  return row?.status === 'refused' && row.provider_invoice_id === null ? row.updated_at : null;
}

/** Whether the invoice had a link that was cancelled; one with nothing to pay had a link without a publication. */
export async function wasPublished(db: Database, invoiceId: number): Promise<boolean> {
  const rows = await db.query(
    `select 1 from invoices i
      where i.id = $1 and i.square_public_url is null
        and (i.pay_token is not null
             or exists (select from invoice_publications p where p.invoice_id = i.id and p.public_url is not null))`,
    [invoiceId],
  );
  return rows.length > 0;
}

export function countPublications(db: Database, invoiceId: number): Promise<number> {
  return db.orm.$count(invoicePublications, eq(invoicePublications.invoice_id, invoiceId));
}

/** What is, or may be, at the provider still: everything except what was cancelled and what the provider has closed. */
export function countActive(db: Database, invoiceId: number): Promise<number> {
  const { invoice_id, status } = invoicePublications;
  const isActive = and(eq(invoice_id, invoiceId), notInArray(status, ['cancelled', 'refused']));
  return db.orm.$count(invoicePublications, isActive);
}

export async function deletePublications(db: Database, invoiceId: number): Promise<void> {
  await db.orm.delete(invoicePublications).where(eq(invoicePublications.invoice_id, invoiceId));
}

type Customer = Omit<typeof paymentCustomers.$inferSelect, 'id'>;

export async function findCustomer(
  db: Database,
  of: Omit<Customer, 'customer_id'>,
): Promise<string | undefined> {
  const { client_id, provider, square_account } = paymentCustomers;
  const isOfCustomer = [eq(client_id, of.client_id), eq(provider, of.provider)];
  const exists = and(...isOfCustomer, eq(square_account, of.square_account));
  return (await first(db.orm.select().from(paymentCustomers).where(exists)))?.customer_id;
}

/** Stores the provider's customer of a client; the first one wins. */
export async function saveCustomer(db: Database, row: Customer): Promise<void> {
  await db.orm.insert(paymentCustomers).values(row).onConflictDoNothing();
}

export async function deleteCustomer(
  db: Database,
  provider: string,
  { account, customerId }: { account: string; customerId: string },
): Promise<void> {
  await db.query(
    'delete from payment_customers where provider = $1 and square_account = $2 and customer_id = $3',
    [provider, account, customerId],
  );
}

/** The named events whose invoice this portal published. */
export async function findKnownInvoices(
  db: Database,
  named: readonly { id: number; square_account: string; subject: string }[],
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select e.id from unnest($1::bigint[], $2::text[], $3::text[]) as e (id, square_account, subject)
      where exists (select from invoice_publications p
                     where p.square_account = e.square_account and p.provider_invoice_id = e.subject)`,
    [
      named.map(({ id }) => id),
      named.map(({ square_account }) => square_account),
      named.map(({ subject }) => subject),
    ],
  );
  return rows.map(({ id }) => id);
}
