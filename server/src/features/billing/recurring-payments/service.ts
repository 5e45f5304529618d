import type { ClientRecord } from '@ledgerline/contract/clients/schemas';
import type { QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/recurring-payments/endpoints';
import { RECURRING_FILTER_FIELDS } from '@ledgerline/contract/recurring-payments/filter-fields';
import { recurringActionAllowed } from '@ledgerline/contract/rules';
import { recurringProblem } from '#features/billing/invoice-store/rules.ts';
import { findClient } from '#features/records/clients/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import { applyFilter } from '#platform/database/filter-condition.ts';
import { AppError } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { toRecurringPayment } from './presenter.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';
import {
  contentOf,
  isSameRecurrence,
  type Recurrence,
  type RecurringInvoice,
  recurrenceOf,
  renewedState,
  type ScheduleContact,
  type ScheduleLine,
  stateToday,
} from './rules.ts';

export { moveSchedule, type ScheduleRow } from './repository.ts';

type Ctx = Context<AgentActor>;
type List = ReplyOf<typeof endpoints.listRecurringPayments>;
type One = ReplyOf<typeof endpoints.pauseRecurringPayment>;

export async function listRecurringPayments(
  ctx: Ctx,
  { customer_id, status, upcoming_days, filter }: QueryOf<typeof endpoints.listRecurringPayments>,
): Promise<List> {
  const rows = await queries.listSchedules(ctx.db, {
    customer_id: customer_id ?? null,
    status: status ?? null,
    today: brokerageDay(ctx.deps),
    days: upcoming_days ?? null,
    fields: applyFilter(ctx, filter, RECURRING_FILTER_FIELDS),
  });
  return { success: true, data: rows.map(toRecurringPayment) };
}

export function listUpcomingPayments(
  ctx: Ctx,
  { days, filter }: QueryOf<typeof endpoints.listUpcomingPayments>,
): Promise<List> {
  return listRecurringPayments(ctx, { upcoming_days: days, filter });
}

export async function pauseRecurringPayment(ctx: Ctx, id: number): Promise<One> {
  const row = await lockSchedule(ctx, id);
  assertAllowed(row, 'pause', 'Only an active recurring payment can be paused.');
  await change(ctx, row, { status: 'PAUSED' });
  return answer(ctx, id, 'Recurring payment has been paused successfully.');
}

/**
 * A date that has passed moves to the next one of the frequency; past its end the schedule is completed (decisions L9,
 * L10).
 */
export async function resumeRecurringPayment(ctx: Ctx, id: number): Promise<One> {
  const row = await lockSchedule(ctx, id);
  assertAllowed(row, 'resume', 'Only a paused recurring payment can be resumed.');
  const today = brokerageDay(ctx.deps);
  const isUpcoming = row.next_payment_date !== null && row.next_payment_date >= today;
  await change(ctx, row, isUpcoming ? { status: 'ACTIVE' } : stateToday(row, today));
  return answer(ctx, id, 'Recurring payment has been resumed successfully.');
}

/** From any status, permanently; the row stays (decisions L5, L6). */
export async function cancelRecurringPayment(ctx: Ctx, id: number): Promise<One> {
  const row = await lockSchedule(ctx, id);
  await cancel(ctx, row);
  return answer(ctx, id, 'Recurring payment has been cancelled successfully.');
}

/**
 * Creates the schedule at the first save of an invoice with is_recurring, and updates it at later saves (decisions L7). The
 * invoice is its first payment. The caller stores the result on the invoice. `isRepublish`: the invoice was not recurring
 * before this save, so a schedule that ended with its recurring option stays ended and a new one is created.
 */
export async function startSchedule(
  ctx: Context,
  invoice: RecurringInvoice,
  content: { line_items: readonly ScheduleLine[]; isRestart?: boolean },
): Promise<{ recurring_payment_id: number; recurring_period: string }> {
  const recurrence = recurrenceOf(invoice, brokerageDay(ctx.deps, invoice.created_at));
  const problem = recurringProblem(invoice, recurrence.anchor_date);
  if (problem) throw new AppError('validation_failed', { fields: [problem] });
  const client = contactOf(await findClient(ctx, invoice.customer_id));
  const details = {
    name: invoice.title,
    client_id: invoice.customer_id,
    amount_cents: invoice.total_cents,
    square_account: invoice.square_account,
    content: contentOf(invoice, content.line_items, client),
    total_payments: invoice.recurring_total_payments,
    end_date: invoice.recurring_end_date,
  };
  const existing = await repository.lockScheduleOf(ctx.db, invoice.id);
  const isOver = existing?.status === 'CANCELLED' && content.isRestart === true;
  if (isOver) await repository.changeSchedule(ctx.db, existing.id, { source_invoice_id: null });
  const row =
    existing && !isOver
      ? await renew(ctx, existing, { ...details, ...recurrence })
      : await createSchedule(ctx, invoice, { ...details, ...recurrence });
  return { recurring_payment_id: row.id, recurring_period: row.anchor_date };
}

/**
 * Cancels a schedule when the invoice that started it is voided or deleted; does nothing for any other invoice (decisions
 * L7).
 */
export async function cancelScheduleOf(ctx: Context, invoice: { id: number }): Promise<void> {
  const row = await repository.lockScheduleOf(ctx.db, invoice.id);
  if (row) await cancel(ctx, row);
}

type Details = Recurrence &
  Pick<
    repository.ScheduleRow,
    'name' | 'client_id' | 'amount_cents' | 'square_account' | 'content' | 'total_payments' | 'end_date'
  >;

async function createSchedule(
  ctx: Context,
  invoice: RecurringInvoice,
  details: Details,
): Promise<repository.ScheduleRow> {
  const now = ctx.deps.clock.now();
  const row = await repository.insertSchedule(ctx.db, {
    ...details,
    ...stateToday({ ...details, invoices_made: 1 }, brokerageDay(ctx.deps)),
    invoices_made: 1,
    source_invoice_id: invoice.id,
    created_by: invoice.created_by,
    created_at: now,
    updated_at: now,
  });
  await auditAction(ctx, 'created', 'recurring_payment', row.id, {
    ...{ new_value: termsOf(row), of_client: row.client_id },
  });
  await publishScheduleEvent(ctx, 'created', row.id);
  return row;
}

/** A completed or cancelled schedule stays unchanged. The frequency may change until a further invoice was created. */
async function renew(
  ctx: Context,
  row: repository.ScheduleRow,
  details: Details,
): Promise<repository.ScheduleRow> {
  if (row.status !== 'ACTIVE' && row.status !== 'PAUSED') return row;
  if (row.invoices_made > 1 && !isSameRecurrence(row, details)) {
    const message = 'The frequency of an active recurring payment can’t be changed.';
    throw new AppError('wrong_state', { message });
  }
  const changes = { ...details, ...renewedState(row, details, brokerageDay(ctx.deps)) };
  const renewed = { ...row, ...changes };
  await repository.changeSchedule(ctx.db, row.id, { ...changes, updated_at: ctx.deps.clock.now() });
  await auditAction(ctx, 'updated', 'recurring_payment', row.id, {
    field: 'terms',
    ...{ old_value: termsOf(row), new_value: termsOf(renewed), of_client: row.client_id },
  });
  await publishScheduleEvent(ctx, 'updated', row.id);
  return renewed;
}

/** For the audit log; content and contact are in the invoice's own entries. */
function termsOf({ content: _, created_at: __, updated_at: ___, ...terms }: repository.ScheduleRow): object {
  return terms;
}

function contactOf(client: ClientRecord): Required<ScheduleContact> {
  const full_name = [client.client_first_name, client.client_last_name].filter(Boolean).join(' ');
  return { full_name, email: textOf(client.primary_email), phone: textOf(client.primary_phone) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

async function lockSchedule(ctx: Context, id: number): Promise<repository.ScheduleRow> {
  const row = await repository.lockSchedule(ctx.db, id);
  if (!row) throw notFound();
  return row;
}

function assertAllowed(
  { status }: repository.ScheduleRow,
  action: 'pause' | 'resume',
  message: string,
): void {
  if (!recurringActionAllowed({ status, action })) throw new AppError('wrong_state', { message });
}

async function cancel(ctx: Context, row: repository.ScheduleRow): Promise<void> {
  if (row.status !== 'CANCELLED') await change(ctx, row, { status: 'CANCELLED', next_payment_date: null });
}

async function change(
  ctx: Context,
  row: repository.ScheduleRow,
  changes: { status: string; next_payment_date?: string | null },
): Promise<void> {
  await repository.changeSchedule(ctx.db, row.id, { ...changes, updated_at: ctx.deps.clock.now() });
  const from = { status: row.status, next_payment_date: row.next_payment_date };
  await auditAction(ctx, 'updated', 'recurring_payment', row.id, {
    field: 'status',
    old_value: from,
    new_value: { ...from, ...changes },
  });
  await publishScheduleEvent(ctx, 'updated', row.id);
}

function publishScheduleEvent(ctx: Context, action: 'created' | 'updated', id: number): Promise<void> {
  return publishLiveEvent(ctx, { kind: 'recurring_payments', action, ids: [id] });
}

async function answer(ctx: Context, id: number, message: string): Promise<One> {
  const row = await queries.findListed(ctx.db, id);
  if (!row) throw notFound();
  return { success: true, data: toRecurringPayment(row), message };
}

function notFound(): AppError {
  return new AppError('not_found', { message: 'Recurring payment not found.' });
}
