import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/invoices/endpoints';
import {
  clientFieldError,
  DEFAULT_RECURRING_FREQUENCY,
  DEFAULT_RECURRING_INTERVAL,
  invoiceHasContact,
  paymentProcessing,
  SALES_TAX_RATE,
} from '@ledgerline/contract/rules';
import * as book from '#features/billing/invoice-store/change-invoice.ts';
import {
  contactOf,
  createInvoiceRecord,
  type InvoiceContent,
  invoiceError,
  sumsOf,
} from '#features/billing/invoice-store/create-invoice.ts';
import {
  accountOf,
  getInvoice,
  presentInvoice,
  toInvoice,
} from '#features/billing/invoice-store/find-invoices.ts';
import { type LineInput, type RecurringOptions, simpleLine } from '#features/billing/invoice-store/rules.ts';
import {
  assertCurrentProvider,
  countPublications,
  publishWithoutProvider,
  requestPublication,
  retirePublications,
} from '#features/billing/provider/publish.ts';
import { cancelScheduleOf, startSchedule } from '#features/billing/recurring-payments/service.ts';
import { updateSums } from '#features/billing/transactions/book-payments.ts';
import { hasPendingMoney } from '#features/billing/transactions/read-transactions.ts';
import { addressProblem } from '#features/email-templates/address-problems.ts';
import { findSession } from '#features/forms/sessions/lock-session.ts';
import { findClient } from '#features/records/clients/service.ts';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import { assertRecentlyReauthenticated } from '#platform/auth/reauthentication.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { changesAmounts, editError } from './rules.ts';

type Ctx = Context<AgentActor>;
type Create = BodyOf<typeof endpoints.createInvoice>;
type Update = BodyOf<typeof endpoints.updateInvoice>;

/** Stores a draft. An invoice with send_immediately is sent after the transaction (decisions K27). */
export async function createInvoice(
  ctx: Ctx,
  body: Create,
): Promise<ReplyOf<typeof endpoints.createInvoice>> {
  await assertSessionOfClient(ctx, body);
  assertEmail(body.email);
  assertPhone(body.phone);
  const content: InvoiceContent = {
    title: body.title,
    description: body.description ?? '',
    line_items: linesOf(body),
    tax_rate: body.tax_rate ?? SALES_TAX_RATE,
    is_tax_enabled: body.is_tax_enabled ?? (body.line_items === undefined && (body.tax_cents ?? 0) > 0),
    square_account: body.square_account,
    customer_id: body.customer_id,
    session_id: body.session_id ?? null,
    due_date: body.due_date ?? null,
    contact: { full_name: body.full_name, email: body.email, phone: body.phone },
  };
  const row = await createInvoiceRecord(ctx, content, {
    created_by: ctx.actor.id,
    send_immediately: body.send_immediately ?? false,
    recurring: recurringOf(body),
  });
  if (row.is_recurring) await saveSchedule(ctx, row, { line_items: content.line_items, isRestart: true });
  const data = await presentInvoice(ctx, row.id);
  const contact_required = row.send_immediately && !invoiceHasContact(row);
  return { success: true, id: row.id, data, invoice: data, contact_required };
}

export async function updateInvoice(
  ctx: Ctx,
  id: number,
  body: Update,
): Promise<ReplyOf<typeof endpoints.updateInvoice>> {
  const row = await book.getInvoiceForUpdate(ctx.db, id);
  assertNotProcessing(row);
  const stored = await book.findLines(ctx.db, id);
  const customer_id = body.customer_id ?? row.customer_id;
  const square_account = body.square_account ?? accountOf(row);
  const terms = {
    line_items: body.line_items ?? stored,
    tax_rate: body.tax_rate ?? row.tax_rate,
    is_tax_enabled: body.is_tax_enabled ?? row.is_tax_enabled,
    square_account,
    customer_id,
  };
  const isOtherMoney = changesAmounts({ ...row, line_items: stored }, terms);
  const publications = await countPublications(ctx.db, id);
  const error = editError(row, {
    isOtherMoney,
    square_account,
    customer_id,
    // With nothing to pay, the link has no publication.
    publications: row.pay_token === null ? publications : Math.max(publications, 1),
    hasPendingMoney: await hasPendingMoney(ctx.db, id),
  });
  if (error) throw new AppError('wrong_state', { message: error });
  if (isOtherMoney) assertCurrentProvider(ctx, row);
  await assertSessionOfClient(ctx, { customer_id, session_id: body.session_id });
  if (body.email !== row.email) assertEmail(body.email);
  if (body.phone !== row.phone) assertPhone(body.phone);
  const { lines, ...sums } = sumsOf(terms);
  const { line_items: _, ...rest } = terms;
  const changes = {
    ...textsAfter(row, body),
    ...rest,
    ...sums,
    ...(await contactAfter(ctx, row, body)),
    ...recurringAfter(ctx, row, body),
  };
  await saveChanges(ctx, row, changes, isOtherMoney ? lines : null);
  return getInvoice(ctx, id);
}

function assertNotProcessing(row: book.InvoiceRecord): void {
  if (paymentProcessing(row)) throw new AppError('payment_processing');
}

function linesOf(body: Create): readonly LineInput[] {
  if (body.line_items !== undefined) return body.line_items;
  const outcome = simpleLine(body.title, body);
  if (!outcome.ok) throw invoiceError(outcome.problem);
  return [outcome.line];
}

/** Asserts that the client exists and that the session belongs to that client. */
async function assertSessionOfClient(
  ctx: Ctx,
  { customer_id, session_id }: { customer_id: number; session_id?: number | null | undefined },
): Promise<void> {
  await findClient(ctx, customer_id);
  if (session_id === undefined || session_id === null) return;
  const session = await findSession(ctx.db, session_id);
  if (session.client_id !== customer_id) {
    throw invoiceError({ path: 'session_id', message: 'belongs to another client' });
  }
}

function assertEmail(email: string | null | undefined): void {
  const message = email ? addressProblem(email) : null;
  if (message) throw invoiceError({ path: 'email', message });
}

/** The same rule as for a client's own phone: an invoice with any other text could not be delivered. */
function assertPhone(phone: string | null | undefined): void {
  const message = clientFieldError({ field: 'primary_phone', value: phone });
  if (message) throw invoiceError({ path: 'phone', message });
}

function recurringOf(body: Update): RecurringOptions {
  const is_recurring = body.is_recurring ?? false;
  return {
    is_recurring,
    recurring_frequency: body.recurring_frequency ?? (is_recurring ? DEFAULT_RECURRING_FREQUENCY : null),
    recurring_frequency_interval:
      body.recurring_frequency_interval ?? (is_recurring ? DEFAULT_RECURRING_INTERVAL : null),
    recurring_end_date: body.recurring_end_date ?? null,
    recurring_total_payments: body.recurring_total_payments ?? null,
  };
}

/** An invoice that a schedule created does not change that schedule: its options stay as they are. */
function recurringAfter(ctx: Ctx, row: book.InvoiceRecord, body: Update): Partial<RecurringOptions> {
  return isCreatedBySchedule(row) ? {} : recurringOf({ ...toInvoice(ctx, row, []), ...body });
}

function isCreatedBySchedule(row: book.InvoiceRecord): boolean {
  return row.recurring_payment_id !== null && row.recurring_frequency === null;
}

/** The contact as sent; the new client's own when the client changes and no contact is sent. */
async function contactAfter(ctx: Ctx, row: book.InvoiceRecord, body: Update) {
  const isSameClient = body.customer_id === undefined || body.customer_id === row.customer_id;
  const current = isSameClient ? row : { full_name: undefined, email: undefined, phone: undefined };
  return contactOf(ctx, body.customer_id ?? row.customer_id, {
    full_name: body.full_name === undefined ? current.full_name : body.full_name,
    email: body.email === undefined ? current.email : body.email,
    phone: body.phone === undefined ? current.phone : body.phone,
  });
}

/** The other fields that were sent. When the client changes, the invoice leaves the session of the previous client. */
function textsAfter(row: book.InvoiceRecord, body: Update) {
  const isSameClient = body.customer_id === undefined || body.customer_id === row.customer_id;
  return {
    title: body.title ?? row.title,
    description: body.description ?? row.description,
    due_date: body.due_date === undefined ? row.due_date : body.due_date,
    session_id: body.session_id === undefined ? (isSameClient ? row.session_id : null) : body.session_id,
    send_immediately: body.send_immediately ?? row.send_immediately,
  };
}

async function saveChanges(
  ctx: Ctx,
  row: book.InvoiceRecord,
  changes: book.InvoiceChanges,
  lines: readonly book.LineRecord[] | null,
): Promise<void> {
  const changed = changesTo(row, changes);
  if (Object.keys(changed).length === 0 && lines === null) return;
  const now = ctx.deps.clock.now();
  if (lines !== null) await book.replaceLines(ctx.db, row.id, lines);
  const after = await book.changeInvoice(ctx.db, row.id, {
    ...changes,
    ...(changed.total_cents !== undefined && { total_changed_at: now }),
    updated_at: now,
  });
  if (lines !== null || affectsProviderPage(ctx, row, after)) {
    await retirePublications(ctx, row.id, { republish: row.square_public_url !== null });
  }
  await followTotal(ctx, row, after);
  await followSchedule(ctx, row, after);
  await auditChanges(ctx, 'invoice', row, { ...changed, ...(lines && { line_items: lines }) });
  await book.publishInvoiceEvent(ctx, 'updated', row.id);
}

/**
 * A sent invoice without anything left to pay is paid (decision 092). Its address stays and needs no provider,
 * until the total is above zero again.
 */
async function followTotal(ctx: Ctx, before: book.InvoiceRecord, after: book.InvoiceRecord): Promise<void> {
  const { id, square_public_url } = before;
  if (after.total_cents === 0) {
    await updateSums(ctx, after, ctx.actor.id);
    if (square_public_url !== null) await publishWithoutProvider(ctx, id);
  } else if (before.total_cents === 0 && square_public_url !== null) {
    await requestPublication(ctx, id);
  }
}

/** An outside provider's page shows what was published, including the title and the due date. */
function affectsProviderPage({ deps }: Ctx, before: book.InvoiceRecord, after: book.InvoiceRecord): boolean {
  const { name, hasOwnPage } = deps.payments;
  if (hasOwnPage || (before.provider !== null && before.provider !== name)) return false;
  const { title, description, due_date } = after;
  return title !== before.title || description !== before.description || due_date !== before.due_date;
}

async function followSchedule(
  ctx: Ctx,
  before: book.InvoiceRecord,
  after: book.InvoiceRecord,
): Promise<void> {
  if (isCreatedBySchedule(before)) return;
  if (after.is_recurring) {
    const line_items = await book.findLines(ctx.db, after.id);
    await saveSchedule(ctx, after, { line_items, isRestart: !before.is_recurring });
  } else if (before.is_recurring) {
    assertRecentlyReauthenticated(ctx.deps, ctx.actor);
    await cancelScheduleOf(ctx, before);
  }
}

/** Creates or updates the schedule of an invoice (decisions L7). */
async function saveSchedule(
  ctx: Ctx,
  row: book.InvoiceRecord,
  content: { line_items: readonly LineInput[]; isRestart: boolean },
): Promise<void> {
  await book.changeInvoice(ctx.db, row.id, await startSchedule(ctx, row, content));
}
