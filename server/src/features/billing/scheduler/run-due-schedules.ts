import { setTimeout as sleep } from 'node:timers/promises';
import { invoiceHasContact } from '@ledgerline/contract/rules';
import { createInvoiceRecord } from '#features/billing/invoice-store/create-invoice.ts';
import { accountOf } from '#features/billing/invoice-store/find-invoices.ts';
import { afterPayment, isNewestDue, nextInvoiceContent } from '#features/billing/recurring-payments/rules.ts';
import { moveSchedule } from '#features/billing/recurring-payments/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { brokerageDay, type Context, type Deps, systemContext } from '#platform/context.ts';
import { isOutage } from '#platform/errors.ts';
import { announce } from '#platform/live.ts';
import * as queries from './queries.ts';

/** Sends one invoice that the scheduler created: `{ invoice_id }`. */
export const SENDING_QUEUE = 'recurring-sending';

const BATCH = 200;
/** Number of concurrent workers: one works while the others wait for the database. */
const WORKERS = 3;
/** Limit of one run; the next tick processes the rest, so a run ends however long the server was down. */
const MAX_PER_RUN = 20_000;
const ANNOUNCE_MS = 1000;
/** Minimum milliseconds per invoice: 10,000 take 45 s, and requests of users are served in between. */
const PACE_MS = 4.5;
/** Timers have a resolution of a millisecond: shorter pauses accumulate. */
const SHORTEST_PAUSE_MS = 4;
const FIRST: queries.Due = { next_payment_date: '0001-01-01', id: 0 };

/**
 * Creates the invoice of every due period, oldest first, each in its own transaction: invoice, audit entry, sending job and
 * the schedule's next date are committed together or not at all. Any number of runs may be concurrent, on any number of
 * servers: the row lock assigns a period to one of them, and the unique index on schedule and period is the final guard.
 */
export async function runDueSchedules(deps: Deps): Promise<number> {
  const run: Run = {
    deps,
    today: brokerageDay(deps),
    failed: new Set(),
    created: 0,
    publish: createPublisher(deps),
    throttle: createThrottle(),
  };
  // A schedule that missed several periods is processed again in the next pass, so that all catch up equally.
  for (let before = -1; run.created > before && run.created < MAX_PER_RUN; ) {
    before = run.created;
    await runPass(run);
  }
  if (run.created > 0) await publishCreated(deps);
  return run.created;
}

interface Run {
  deps: Deps;
  today: string;
  /** Schedules that failed: the next run tries them again. */
  failed: Set<number>;
  created: number;
  publish: (created: number) => Promise<void>;
  throttle: () => Promise<void>;
}

async function runPass(run: Run): Promise<void> {
  for (let behind = FIRST; ; ) {
    const batch = await queries.listDue(run.deps.database, run.today, behind, BATCH);
    const last = batch.at(-1);
    if (!last) return;
    behind = last;
    const waiting = batch.values();
    await Promise.all(Array.from({ length: WORKERS }, () => processDue(run, waiting)));
  }
}

async function processDue(run: Run, waiting: Iterable<queries.Due>): Promise<void> {
  for (const due of waiting) {
    if (run.failed.has(due.id) || run.created >= MAX_PER_RUN) continue;
    if (await createOne(run, due)) run.created += 1;
    await run.publish(run.created);
    await run.throttle();
  }
}

/** A schedule that fails does not block the others. */
async function createOne({ deps, today, failed }: Run, due: queries.Due): Promise<boolean> {
  try {
    const name = `recurring:${due.id}:${due.next_payment_date}`;
    return await deps.database.transaction((db) =>
      createForPeriod(systemContext(deps, db, name), due, today),
    );
  } catch (error) {
    if (isOutage(error)) throw error;
    failed.add(due.id);
    deps.log.error({ err: error, recurring_payment: due.id }, 'creating a recurring invoice failed');
    return false;
  }
}

async function createForPeriod(ctx: Context, due: queries.Due, today: string): Promise<boolean> {
  const schedule = await queries.lockDue(ctx.db, due);
  if (!schedule) return false;
  const state = afterPayment(schedule, due.next_payment_date);
  const content = nextInvoiceContent(schedule);
  const square_account = accountOf(schedule);
  const invoice = await createInvoiceRecord(
    ctx,
    { ...content, square_account },
    {
      recurring_payment_id: schedule.id,
      recurring_period: due.next_payment_date,
      created_by: schedule.created_by,
    },
  );
  await moveSchedule(ctx.db, schedule.id, state, ctx.deps.clock.now());
  const isSent = schedule.is_source_sent && isNewestDue(state, today) && invoiceHasContact(content.contact);
  if (isSent) await ctx.deps.jobs.send(ctx.db, SENDING_QUEUE, { invoice_id: invoice.id });
  await auditAction(ctx, 'updated', 'recurring_payment', schedule.id, {
    field: 'invoices_made',
    old_value: { next_payment_date: due.next_payment_date, invoices_made: schedule.invoices_made },
    new_value: { ...state, invoice: invoice.id, is_sent: isSent },
  });
  return true;
}

/** Waits while the run is faster than its rate limit; a delay is not made up with a burst. */
function createThrottle(): () => Promise<void> {
  let next = performance.now();
  return async () => {
    const now = performance.now();
    next = Math.max(next + PACE_MS, now);
    if (next - now >= SHORTEST_PAUSE_MS) await sleep(next - now);
  };
}

/** Publishes to screens once a second during a long run, and the remainder at its end. */
function createPublisher(deps: Deps): (created: number) => Promise<void> {
  let published = 0;
  let last = performance.now();
  return async (created) => {
    if (created === published || performance.now() - last < ANNOUNCE_MS) return;
    published = created;
    last = performance.now();
    await publishCreated(deps);
  };
}

async function publishCreated({ database }: Deps): Promise<void> {
  await announce(database, { kind: 'invoices', action: 'created', agent_id: null });
  await announce(database, { kind: 'recurring_payments', action: 'updated', agent_id: null });
}
