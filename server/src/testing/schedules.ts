import { createInvoiceRecord } from '#features/billing/invoice-store/create-invoice.ts';
import type { InvoiceRecord } from '#features/billing/invoice-store/find-invoices.ts';
import { startSchedule } from '#features/billing/recurring-payments/service.ts';
import { runDueSchedules } from '#features/billing/scheduler/run-due-schedules.ts';
import type { Context, Deps } from '#platform/context.ts';
import type { Database, DatabasePool } from '#platform/database/database.ts';
import { buildClient } from './factories.ts';
import type { TestApp } from './test-app.ts';

interface Wanted {
  frequency?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'YEARLY';
  interval?: number;
  due_date?: string | null;
  end_date?: string | null;
  total_payments?: number | null;
  customer_id?: number;
  email?: string | null;
  is_sent?: boolean;
}

const LINES = [{ description: 'Advice', quantity: 1.5, unit_price_cents: 1001 }];

/** A recurring invoice with its schedule; returns both ids. */
export async function buildSchedule(
  t: TestApp,
  wanted: Wanted = {},
): Promise<{ id: number; invoice: InvoiceRecord }> {
  const customer_id = wanted.customer_id ?? (await buildClient(t, { primary_email: 'casey@example.test' }));
  return t.deps.database.transaction(async (db) => {
    const ctx: Context = { ...t.systemContext(), db };
    const content = {
      title: 'Advice',
      description: 'Monthly talk',
      line_items: LINES,
      tax_rate: 0.07,
      is_tax_enabled: true,
      square_account: 'BFS' as const,
      customer_id,
      session_id: null,
      due_date: wanted.due_date ?? null,
      contact: wanted.email === undefined ? {} : { email: wanted.email, phone: null },
    };
    const invoice = await createInvoiceRecord(ctx, content, {
      created_by: null,
      recurring: {
        is_recurring: true,
        recurring_frequency: wanted.frequency ?? 'MONTHLY',
        recurring_frequency_interval: wanted.interval ?? 1,
        recurring_end_date: wanted.end_date ?? null,
        recurring_total_payments: wanted.total_payments ?? null,
      },
    });
    const started = await startSchedule(ctx, invoice, content);
    await db.query(
      `update invoices set recurring_payment_id = $2, recurring_period = $3, sent_at = $4,
                           status = case when $4::timestamptz is null then status else 'sent' end where id = $1`,
      [
        invoice.id,
        started.recurring_payment_id,
        started.recurring_period,
        wanted.is_sent ? t.clock.now() : null,
      ],
    );
    return { id: started.recurring_payment_id, invoice };
  });
}

/** The periods that have an invoice, the first one's own included. */
export async function periodsOf(t: TestApp, id: number): Promise<string[]> {
  const rows = await t.deps.database.query<{ recurring_period: string }>(
    'select recurring_period from invoices where recurring_payment_id = $1 order by recurring_period',
    [id],
  );
  return rows.map((row) => row.recurring_period);
}

export interface ScheduleState {
  status: string;
  next_payment_date: string | null;
  invoices_made: number;
}

export async function stateOf(t: TestApp, id: number): Promise<ScheduleState> {
  const [row] = await t.deps.database.query<ScheduleState>(
    'select status, next_payment_date, invoices_made from recurring_payments where id = $1',
    [id],
  );
  if (!row) throw new Error('no such schedule');
  return row;
}

/** The same server with a table as its queue: what it contains was committed. */
export async function withQueueTable(t: TestApp): Promise<Deps> {
  await t.deps.database.query('create table if not exists queued (queue text, data jsonb)');
  return {
    ...t.deps,
    jobs: {
      ...t.deps.jobs,
      send: async (db, queue, data) => {
        await db.query('insert into queued values ($1, $2)', [queue, JSON.stringify(data)]);
      },
    },
  };
}

export async function queuedInvoices(t: TestApp): Promise<number[]> {
  const rows = await t.deps.database.query<{ id: number }>(
    `select (data->>'invoice_id')::int as id from queued where queue = 'recurring-sending' order by 1`,
  );
  return rows.map(({ id }) => id);
}

/** Runs until nothing is due on the clock's day. */
export async function run(t: TestApp, day: string): Promise<number> {
  t.clock.set(new Date(`${day}T17:00:00Z`));
  return runDueSchedules(await withQueueTable(t));
}

/** A database that fails at one of the statements of its transactions, like a server that is killed there. */
export function breaking(
  database: DatabasePool,
  at: number,
): { database: DatabasePool; isOver: () => boolean } {
  let statements = 0;
  const count = () => {
    statements += 1;
    if (statements === at) throw new Error('killed');
  };
  const watched = (db: Database): Database => ({
    get orm() {
      count();
      return db.orm;
    },
    query: async (...call) => {
      count();
      return db.query(...call);
    },
    arrays: async (...call) => {
      count();
      return db.arrays(...call);
    },
    send: async (...call) => {
      count();
      return db.send(...call);
    },
    savepoint: async (work) => {
      count();
      return db.savepoint(work);
    },
    afterTransaction: (work, options) => db.afterTransaction(work, options),
  });
  return {
    isOver: () => statements < at,
    database: {
      ...database,
      orm: database.orm,
      transaction: (work) =>
        database.transaction(async (db) => {
          const result = await work(watched(db));
          count();
          return result;
        }),
    },
  };
}
