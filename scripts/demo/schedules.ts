import type { Account } from '../../contract/src/rules.ts';
import { listInvoices } from '../../server/src/features/billing/invoice-store/find-invoices.ts';
import { createInvoice } from '../../server/src/features/billing/invoices/edit-invoice.ts';
import { sendInvoice } from '../../server/src/features/billing/invoices/send-invoice.ts';
import * as recurring from '../../server/src/features/billing/recurring-payments/service.ts';
import { type AgentSession, HOUR_MS } from './agent-session.ts';
import type { Demo } from './demo.ts';
import { addDays } from './identifiers.ts';
import { paysOnPage } from './invoice-kinds.ts';

/** A kind of recurring payment: how often, since when, and how it ends. */
interface Kind {
  count: number;
  name: string;
  cents: number;
  account: Account;
  frequency: 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'YEARLY';
  interval?: number;
  /** Days ago on which the first invoice was due. */
  since: number;
  total?: number;
  end?: 'pause' | 'cancel';
}

const KINDS: Kind[] = [
  { count: 3, name: 'Planning retainer', cents: 15_000, account: 'BFA', frequency: 'MONTHLY', since: 82 },
  { count: 2, name: 'Portfolio check', cents: 39_500, account: 'BFA', frequency: 'QUARTERLY', since: 100 },
  { count: 2, name: 'Annual advisory fee', cents: 120_000, account: 'BFA', frequency: 'YEARLY', since: 40 },
  {
    count: 1,
    name: 'Coaching',
    cents: 7_500,
    account: 'BFA',
    frequency: 'WEEKLY',
    interval: 2,
    since: 38,
    total: 12,
  },
  { count: 3, name: 'Medicare help line', cents: 2_500, account: 'BFS', frequency: 'MONTHLY', since: 50 },
  {
    count: 1,
    name: 'Budget course',
    cents: 9_900,
    account: 'BFS',
    frequency: 'MONTHLY',
    since: 75,
    total: 3,
  },
  {
    count: 2,
    name: 'Claims support',
    cents: 4_500,
    account: 'BFS',
    frequency: 'MONTHLY',
    since: 45,
    end: 'pause',
  },
  {
    count: 1,
    name: 'Estate file maintenance',
    cents: 18_000,
    account: 'BFA',
    frequency: 'QUARTERLY',
    since: 60,
    end: 'cancel',
  },
];

/** A started schedule, and how it ends. */
export interface StartedSchedule {
  id: number;
  end: Kind['end'];
}

/** The first invoices of schedules. They are sent, so the later invoices of the schedules are sent too. */
export function startSchedules(
  agentSession: AgentSession,
  demo: Demo,
  { clients, started }: { clients: number[]; started: StartedSchedule[] },
): { hoursAgo: number; create: () => Promise<void> }[] {
  const kinds = KINDS.flatMap((kind) => Array.from({ length: kind.count }, () => kind));
  return kinds.map((kind, position) => {
    const since = kind.since + demo.random.integer(0, 9);
    const clientId = clients[(position * 3) % clients.length] ?? 0;
    return {
      hoursAgo: since * 24,
      create: () => start(agentSession, { demo, kind, since, clientId, started }),
    };
  });
}

interface ScheduleInput {
  demo: Demo;
  kind: Kind;
  since: number;
  clientId: number;
  started: StartedSchedule[];
}

async function start(
  agentSession: AgentSession,
  { demo, kind, since, clientId, started }: ScheduleInput,
): Promise<void> {
  agentSession.at(since * 24);
  const ctx = agentSession.as(demo.random.integer(0, 2));
  const { id, data } = await createInvoice(ctx, {
    title: kind.name,
    customer_id: clientId,
    square_account: kind.account,
    due_date: addDays(demo.today, -since),
    line_items: [{ description: kind.name, quantity: 1, unit_price_cents: kind.cents }],
    is_recurring: true,
    recurring_frequency: kind.frequency,
    recurring_frequency_interval: kind.interval ?? 1,
    recurring_total_payments: kind.total ?? null,
  });
  if (data.recurring_payment_id !== null) started.push({ id: data.recurring_payment_id, end: kind.end });
  agentSession.later(4);
  await sendInvoice(ctx, id);
}

/** Pays the older invoices of schedules. */
export async function payScheduled(agentSession: AgentSession, demo: Demo): Promise<void> {
  const { data } = await listInvoices(agentSession.ctx, {
    status: 'sent',
    recurring: 'true',
    pending_payment: 'false',
    q: '',
    sort: 'created',
    direction: 'asc',
    page_size: 200,
  });
  const now = demo.ctx.deps.clock.now().getTime();
  for (const { id, total_cents: total, created_at } of data) {
    const hoursAgo = (now - Date.parse(created_at)) / HOUR_MS;
    if (hoursAgo < 24 * 12) continue;
    const method = demo.random.chance(0.7) ? 'card' : 'ach';
    await paysOnPage({ method, outcome: 'paid' })({
      agentSession,
      demo,
      ctx: agentSession.ctx,
      id,
      total,
      hoursAgo,
    });
  }
}

/** Pauses and cancels some schedules two days before the fill. */
export async function endSchedules(
  agentSession: AgentSession,
  started: readonly StartedSchedule[],
): Promise<void> {
  agentSession.at(24 * 2);
  for (const { id, end } of started) {
    if (end === 'pause') await recurring.pauseRecurringPayment(agentSession.ctx, id);
    if (end === 'cancel') await recurring.cancelRecurringPayment(agentSession.ctx, id);
  }
}
