import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { preferredLanguage } from '@ledgerline/contract/languages';
import type * as endpoints from '@ledgerline/contract/pay-page/endpoints';
import type { PayPage } from '@ledgerline/contract/pay-page/endpoints';
import { accountNamed, invoiceReference } from '@ledgerline/contract/rules';
import {
  accountOf,
  invoiceIdOfProvider,
  providerIdsOfInvoice,
  recurringTextOf,
} from '#features/billing/invoice-store/find-invoices.ts';
import { getPublicPdf, type PdfFile } from '#features/billing/invoice-store/render-invoice.ts';
import { DELIVERY_QUEUE } from '#features/billing/provider/deliver-events.ts';
import { recordsOfInvoice } from '#features/billing/transactions/read-transactions.ts';
import { findClientContact } from '#features/records/clients/contact/find-contact.ts';
import type { Context, Deps } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import {
  DELAY_SECONDS,
  type OwnPagePayments,
  type OwnPages,
  type PayView,
} from '#platform/ports/built-in-pay-page.ts';
import { PaymentError } from '#platform/ports/payments.ts';
import { externalPage } from './provider-page.ts';
import * as repository from './queries.ts';
import {
  closedMessage,
  mergeBooks,
  PAY_MESSAGES,
  type PageInvoice,
  partialMessage,
  payableCents,
  payState,
} from './rules.ts';

/** One invoice by the token of its pay page, and nothing else about the client. */
export async function getPayPage(ctx: Context, token: string): Promise<ReplyOf<typeof endpoints.getPayPage>> {
  const address = await resolveToken(ctx, token);
  if (address.elsewhere) return { success: true, data: await externalPage(ctx, address.elsewhere) };
  return { success: true, data: await presentPage(ctx, token, await openPage(ctx, address)) };
}

async function presentPage(
  ctx: Context,
  token: string,
  { view, own, invoice, money, recurring }: Awaited<ReturnType<typeof openPage>>,
): Promise<PayPage> {
  const { account, lines, tax_cents, total_cents } = view.published;
  // The amounts are the published ones; the texts follow an edit, which leaves the link unchanged.
  const { title, description, due_date } = own ?? view.published;
  return {
    ...payState(invoice, money),
    brokerage: ctx.deps.config.BRAND,
    contact: await findClientContact(ctx, {
      client_id: own?.customer_id ?? null,
      sender: own?.created_by ?? null,
    }),
    account,
    account_label: accountNamed(account)?.label ?? '',
    reference: own ? invoiceReference(own) : (view.published.reference ?? ''),
    title,
    description,
    customer_name: own?.full_name ?? '',
    due_date,
    recurring: invoice.is_cancelled ? null : recurring,
    lines: [...lines],
    subtotal_cents: total_cents - tax_cents,
    tax_cents,
    total_cents,
    language: preferredLanguage(own?.pref_lang),
    other_ways: ctx.deps.config.OTHER_WAYS_TO_PAY,
    pdf_url: own && !invoice.is_cancelled ? `/api/pay/${token}/pdf` : null,
    redirect_url: null,
    is_test: true,
  };
}

/** The invoice of the page as a PDF; none for a cancelled invoice. */
export async function getPayPdf(ctx: Context, token: string): Promise<PdfFile> {
  const address = await resolveToken(ctx, token);
  if (address.elsewhere) throw unknownLink();
  const { own, invoice } = await openPage(ctx, address);
  if (!own || invoice.is_cancelled) throw unknownLink();
  return getPublicPdf(ctx, own.id, preferredLanguage(own.pref_lang) ?? 'en');
}

/** A test payment. The provider's books are authoritative, and a retry with the same key gets the same response. */
export async function payOnPage(
  ctx: Context,
  token: string,
  body: BodyOf<typeof endpoints.payOnPage>,
): Promise<ReplyOf<typeof endpoints.payOnPage>> {
  const { payments, invoice, transactions, money, view, id } = await requirePayablePage(ctx, token);
  const isPartial = body.outcome === 'partial';
  if (isPartial && body.amount_cents === undefined) throw wrongAmount(payState(invoice, money).due_cents);
  try {
    const state = await payments.pay(view.token, {
      key: body.key,
      outcome: body.outcome,
      method: body.method,
      amount_cents: isPartial ? (body.amount_cents ?? null) : null,
      dueOf: (inBooks) => payableCents(invoice, mergeBooks(transactions, inBooks)),
      shown_cents: body.due_cents,
      earlier: id === undefined ? [] : await providerIdsOfInvoice(ctx.db, id),
    });
    await requestDelivery(ctx.deps, state === 'processing');
    // The page shows immediately what is due, before the payment's event has been processed.
    const data = await presentPage(ctx, token, await requirePayablePage(ctx, token));
    return { success: true, state, message: PAY_MESSAGES[state], data };
  } catch (error) {
    throw await toPayError(ctx, token, error);
  }
}

type Address =
  | { elsewhere: repository.PayableInvoice; payments?: never }
  | { elsewhere?: never; payments: OwnPagePayments; view: PayView; id: number | undefined };

/**
 * Every address that was ever issued leads to the current invoice (decisions O7): our own by its token; an address of the
 * built-in provider, as in older emails, by the invoice that was published there.
 */
async function resolveToken({ db, deps }: Context, token: string): Promise<Address> {
  const { payments } = deps;
  const own = await repository.findByPayToken(db, token);
  if (!payments.hasOwnPage) {
    const invoice = own ?? (await invoiceOfOwnPage(db, deps.ownPages, token));
    if (invoice) return { elsewhere: invoice };
    throw unknownLink();
  }
  if (own) return payablePage(payments, own);
  const view = await payments.page(token);
  if (!view) throw unknownLink();
  const payable = await invoiceOfPublished(db, view.invoice);
  return payable ? payablePage(payments, payable) : { payments, view, id: undefined };
}

/**
 * While another provider is active: addresses of the built-in one, from before the switch or from before we had our own
 * addresses, still identify an invoice.
 */
async function invoiceOfOwnPage(db: Database, ownPages: OwnPages, token: string) {
  const published = await ownPages.publishedAt(token);
  return published ? invoiceOfPublished(db, published) : undefined;
}

async function invoiceOfPublished(
  db: Database,
  { account, providerInvoiceId }: { account: string; providerInvoiceId: string },
): Promise<repository.PayableInvoice | undefined> {
  const id = await invoiceIdOfProvider(db, account, providerInvoiceId);
  return id === undefined ? undefined : repository.findPayable(db, id);
}

async function payablePage(payments: OwnPagePayments, invoice: repository.PayableInvoice): Promise<Address> {
  const { id, square_invoice_id, provider } = invoice;
  if (square_invoice_id === null || provider !== payments.name) return { elsewhere: invoice };
  return { payments, view: await payments.pageOf(accountOf(invoice), square_invoice_id), id };
}

async function openPage({ db }: Context, { payments, view, id }: Exclude<Address, { payments?: never }>) {
  const { account, providerInvoiceId } = view.invoice;
  const inBooks = await payments.listPayments(account, providerInvoiceId);
  const transactions = id === undefined ? [] : await recordsOfInvoice(db, id);
  const own = id === undefined ? undefined : await repository.findOwnInvoice(db, id);
  const invoice = pageInvoice(view, own);
  const recurring = id === undefined ? null : await recurringTextOf(db, id);
  const money = mergeBooks(transactions, inBooks);
  return { payments, view, id, own, invoice, transactions, recurring, money };
}

/** The page of the built-in provider, or why it accepts no payment. */
async function requirePayablePage(ctx: Context, token: string) {
  const address = await resolveToken(ctx, token);
  if (!address.elsewhere) return openPage(ctx, address);
  if (!ctx.deps.payments.hasOwnPage) throw unknownLink();
  const { state } = await externalPage(ctx, address.elsewhere);
  throw new AppError('wrong_state', { message: closedMessage(state) });
}

function pageInvoice({ invoice }: PayView, own: repository.OwnInvoice | undefined): PageInvoice {
  return {
    is_cancelled: invoice.status === 'cancelled' || own?.status === 'void',
    total_cents: invoice.total_cents,
    total_changed_at: own?.total_changed_at ?? null,
  };
}

/** A scheduled job runs every minute as well; this only avoids the wait. */
async function requestDelivery({ jobs, database }: Deps, isDelayed: boolean): Promise<void> {
  await jobs.send(database, DELIVERY_QUEUE, {});
  if (isDelayed) await jobs.send(database, DELIVERY_QUEUE, {}, { afterSeconds: DELAY_SECONDS + 1 });
}

async function toPayError(ctx: Context, token: string, error: unknown): Promise<unknown> {
  if (!(error instanceof PaymentError)) return error;
  if (error.kind === 'key_reused') return new AppError('idempotency_mismatch', { cause: error });
  const { invoice, money } = await requirePayablePage(ctx, token);
  const { state, due_cents } = payState(invoice, money);
  if (error.kind === 'invalid') return wrongAmount(due_cents);
  if (error.kind === 'wrong_state') return new AppError('wrong_state', { message: closedMessage(state) });
  return new AppError('provider_unavailable', { cause: error });
}

function unknownLink(): AppError {
  return new AppError('not_found', { message: 'This payment link is not valid.' });
}

function wrongAmount(due_cents: number): AppError {
  return wrongField('amount_cents', partialMessage(due_cents));
}
