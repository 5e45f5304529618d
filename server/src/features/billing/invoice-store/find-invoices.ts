import type { QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { InvoiceView, listInvoices as listEndpoint } from '@ledgerline/contract/invoices/endpoints';
import { INVOICE_FILTER_FIELDS } from '@ledgerline/contract/invoices/filter-fields';
import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { inEveryLanguage, type Language, type Localized } from '@ledgerline/contract/languages';
import { paymentProcessing } from '@ledgerline/contract/rules';
import { recurringSentence } from '@ledgerline/contract/text/recurring-sentence';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { applyFilter } from '#platform/database/filter-condition.ts';
import { countByClient } from '#platform/database/rows.ts';
import { invoiceNotFound } from './change-invoice.ts';
import { payAddress, toInvoice, toInvoiceRow } from './presenter.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

export { accountOf, payAddress, toInvoice } from './presenter.ts';
export { BALANCE, IS_OWED, NOT_PAYING, PAYMENT_DUE } from './queries.ts';
export { findInvoices, type InvoiceRecord } from './repository.ts';

const WITHOUT_PAGE = 1000;

export async function listInvoices(
  ctx: Context<AgentActor>,
  query: QueryOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { page: number, page_size, ...view } = query;
  const page =
    number === undefined
      ? { limit: WITHOUT_PAGE, offset: 0 }
      : { limit: page_size, offset: (number - 1) * page_size };
  const filter = { ...filterOf(ctx, view), ...page };
  const [counts, found] = await Promise.all([
    queries.countInvoices(ctx.db, filter.fields, (error) =>
      ctx.deps.log.warn({ err: error }, 'folding invoice counts failed'),
    ),
    queries.findPage(ctx.db, filter),
  ]);
  const total = found.total ?? queries.totalFrom(counts.groups, filter);
  return {
    success: true,
    data: found.rows.map((row) => toInvoiceRow(ctx, row)),
    total,
    counts: counts.counts,
    truncated: number === undefined && found.rows.length < total,
  };
}

function filterOf<View extends InvoiceView>(
  ctx: Context<AgentActor>,
  { recurring, pending_payment, overdue, filter: fields, ...rest }: View,
) {
  return {
    ...rest,
    recurring: recurring === 'true',
    pending_payment: pending_payment === 'true',
    overdue_on: overdue === 'true' ? brokerageDay(ctx.deps) : undefined,
    fields: applyFilter(ctx, fields, INVOICE_FILTER_FIELDS),
  };
}

/** The ids of all invoices that a list shows, oldest first, at most `limit` if it is given. */
export function findInvoiceIds(
  ctx: Context<AgentActor>,
  view: InvoiceView & { ids?: readonly number[] | undefined },
  limit?: number,
): Promise<number[]> {
  return queries.findIds(ctx.db, filterOf(ctx, view), limit);
}

export async function getInvoice(
  ctx: Context,
  id: number,
): Promise<{ success: true; data: Invoice; invoice: Invoice }> {
  const data = await presentInvoice(ctx, id);
  return { success: true, data, invoice: data };
}

/** The invoice as the API returns it. */
export async function presentInvoice(
  ctx: Pick<Context, 'db' | 'deps' | 'origin'>,
  id: number,
): Promise<Invoice> {
  return toInvoice(ctx, await findInvoice(ctx.db, id), await repository.findLines(ctx.db, id));
}

export async function findInvoice(db: Database, id: number): Promise<repository.InvoiceRecord> {
  const row = await repository.findInvoice(db, id);
  if (!row) throw invoiceNotFound();
  return row;
}

/**
 * The invoice that is or was published as this provider invoice. A republished invoice still accepts payments at its old
 * address.
 */
export function invoiceIdOfProvider(
  db: Database,
  account: string,
  providerInvoiceId: string,
): Promise<number | undefined> {
  return queries.findIdOfProvider(db, account, providerInvoiceId);
}

/** Every provider invoice that the invoice is or was published as. */
export const providerIdsOfInvoice = queries.findProviderIds;

const INVOICES_AND_SCHEDULES = `(select customer_id as client_id from invoices
                                  union all select client_id from recurring_payments) s`;

/** The number of invoices and schedules, checked before a client is deleted. */
export function countClientInvoices(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  return countByClient(db, INVOICES_AND_SCHEDULES, ids);
}

/** What the client owes, where it can be paid, and whether a payment is in progress, for the session page. */
export async function payableOfSession(
  ctx: Context,
  sessionId: number,
): Promise<{ pay_url: string; due_cents: number; is_processing: boolean } | undefined> {
  const payable = await repository.findPayable(ctx.db, sessionId);
  if (!payable) return undefined;
  const { pay_url, due_cents } = payable;
  return { pay_url: payAddress(ctx, pay_url), due_cents, is_processing: paymentProcessing(payable) };
}

/** What a client reads about the schedule of an invoice, in every language; null where no further invoice is scheduled. */
export async function recurringTextOf(db: Database, invoiceId: number): Promise<Localized | null> {
  const schedule = await repository.findActiveSchedule(db, invoiceId);
  return schedule ? inEveryLanguage((language) => recurringSentence(language, schedule)) : null;
}

/** The same in one language; '' where no further invoice is scheduled. */
export async function recurringSentenceOf(
  db: Database,
  invoiceId: number,
  language: Language,
): Promise<string> {
  return (await recurringTextOf(db, invoiceId))?.[language] ?? '';
}
