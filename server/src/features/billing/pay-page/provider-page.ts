import { preferredLanguage } from '@ledgerline/contract/languages';
import type { PayPage } from '@ledgerline/contract/pay-page/endpoints';
import { accountNamed, invoiceReference, paymentProcessing } from '@ledgerline/contract/rules';
import { findLines } from '#features/billing/invoice-store/change-invoice.ts';
import { accountOf, recurringTextOf } from '#features/billing/invoice-store/find-invoices.ts';
import { findRejectedAt } from '#features/billing/provider/publish.ts';
import { findClientContact } from '#features/records/clients/contact/find-contact.ts';
import { consumeRateLimitOrAudit } from '#platform/audit/bounded.ts';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { PaymentError, type ProviderInvoice } from '#platform/ports/payments.ts';
import type { PayableInvoice } from './queries.ts';
import { externalState, isOutstanding, isSafePage, reasonWithoutPage } from './rules.ts';

/** Limit for any number of visitors with the link: the provider allows an account only so many calls. */
const PROVIDER_CALL_LIMIT = { max: 30, seconds: 60 };

/**
 * Where our own address leads when there is no page of the built-in provider: to an outside provider's page while something
 * can be paid there, otherwise to a message. The provider's address is temporary, so it is fetched at each visit and never
 * stored.
 */
export async function externalPage(ctx: Context, invoice: PayableInvoice): Promise<PayPage> {
  const account = accountOf(invoice);
  const { state, publicUrl } = await stateOf(ctx, invoice);
  const { total_cents, refunded_cents } = invoice;
  const kept_cents = invoice.paid_amount_cents ?? 0;
  return {
    state,
    brokerage: ctx.deps.config.BRAND,
    contact: await findClientContact(ctx, { client_id: invoice.customer_id, sender: invoice.created_by }),
    account,
    account_label: accountNamed(account)?.label ?? '',
    reference: invoiceReference(invoice),
    title: invoice.title,
    description: invoice.description,
    customer_name: invoice.full_name ?? '',
    due_date: invoice.due_date,
    recurring: await recurringTextOf(ctx.db, invoice.id),
    lines: await findLines(ctx.db, invoice.id),
    subtotal_cents: invoice.subtotal_cents,
    tax_cents: invoice.tax_cents,
    total_cents,
    paid_cents: kept_cents + refunded_cents,
    refunded_cents,
    due_cents: isOutstanding(state) ? Math.max(0, total_cents - kept_cents) : 0,
    language: preferredLanguage(invoice.pref_lang),
    other_ways: ctx.deps.config.OTHER_WAYS_TO_PAY,
    pdf_url: null,
    redirect_url: publicUrl,
    is_test: ctx.deps.payments.isTest,
  };
}

async function stateOf(
  ctx: Context,
  invoice: PayableInvoice,
): Promise<{ state: PayPage['state']; publicUrl: string | null }> {
  if (invoice.status === 'void') return { state: 'cancelled', publicUrl: null };
  const isNothingDue = invoice.total_cents === 0 && (invoice.paid_amount_cents ?? 0) === 0;
  if (invoice.status === 'paid' && !(isNothingDue && invoice.refunded_cents === 0)) {
    return { state: invoice.refunded_cents > 0 ? 'refunded' : 'paid', publicUrl: null };
  }
  if (isNothingDue) return { state: 'nothing_due', publicUrl: null };
  if (paymentProcessing(invoice)) return { state: 'processing', publicUrl: null };
  const rejectedAt = invoice.square_invoice_id === null ? await findRejectedAt(ctx.db, invoice.id) : null;
  const { payments, clock } = ctx.deps;
  const nowhere = reasonWithoutPage(invoice, { serving: payments.name, now: clock.now(), rejectedAt });
  if (nowhere) return { state: nowhere, publicUrl: null };
  const { status, publicUrl } = await fetchFromProvider(ctx, invoice);
  const state = externalState(status);
  return { state, publicUrl: state === 'open' ? webAddress(ctx, invoice, publicUrl) : null };
}

async function fetchFromProvider(ctx: Context, invoice: PayableInvoice): Promise<ProviderInvoice> {
  const { payments } = ctx.deps;
  if (invoice.square_invoice_id === null) throw new AppError('provider_unavailable');
  const what = { entity: 'invoice', entity_id: invoice.id, field: 'getPayPage' };
  await consumeRateLimitOrAudit(ctx, `payPage:invoice:${invoice.id}`, PROVIDER_CALL_LIMIT, {
    action: 'limit_refused',
    ...what,
  });
  try {
    return await payments.getInvoice(accountOf(invoice), invoice.square_invoice_id);
  } catch (error) {
    if (error instanceof PaymentError) throw new AppError('provider_unavailable', { cause: error });
    throw error;
  }
}

/** Visitors are only redirected to HTTPS pages, or to this machine. */
function webAddress({ deps }: Context, { id }: PayableInvoice, address: string): string {
  if (isSafePage(address)) return address;
  deps.log.error({ invoice: id }, 'the payment provider returned no web address for an open invoice');
  throw new AppError('provider_unavailable');
}
