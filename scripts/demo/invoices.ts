import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { listInvoices } from '../../server/src/features/billing/invoice-store/find-invoices.ts';
import { draftSessionInvoice } from '../../server/src/features/billing/invoices/draft-invoice.ts';
import { createInvoice } from '../../server/src/features/billing/invoices/edit-invoice.ts';
import { createLineItemTemplate } from '../../server/src/features/billing/line-item-templates/service.ts';
import { runDueSchedules } from '../../server/src/features/billing/scheduler/run-due-schedules.ts';
import { findClient } from '../../server/src/features/records/clients/service.ts';
import { type AgentSession, openAgentSession } from './agent-session.ts';
import type { Demo, SignedSession } from './demo.ts';
import { receive } from './external-providers.ts';
import { addDays } from './identifiers.ts';
import {
  type Billing,
  EXTERNAL_KINDS,
  INVOICE_KINDS,
  type InvoiceKind,
  paysOnPage,
  sends,
} from './invoice-kinds.ts';
import { NOTES, OFFERS } from './price-list.ts';
import { endSchedules, payScheduled, type StartedSchedule, startSchedules } from './schedules.ts';

const FIRST_DAY = 170;
const CLIENTS = 90;

/** A planned invoice: when and how to create it. */
interface Plan {
  hoursAgo: number;
  create: () => Promise<void>;
}

/** Creates half a year of invoices in every state, day by day, so that their numbers follow the calendar. */
export async function fillInvoices(demo: Demo): Promise<string> {
  const agentSession = openAgentSession(demo);
  const clients = await reachable(demo);
  if (clients.length === 0) return 'no invoices, because no client has an email address';
  await saveTemplates(agentSession);
  const started: StartedSchedule[] = [];
  const plans = [
    ...plansOfKinds(agentSession, demo, clients),
    ...demo.signedSessions.map((session) => planOfSession(agentSession, demo, session)),
    ...startSchedules(agentSession, demo, { clients, started }),
  ].sort((one, other) => other.hoursAgo - one.hoursAgo);
  const waiting = [...plans];
  for (let day = FIRST_DAY; day >= 0; day--) {
    agentSession.at(day * 24);
    await runDueSchedules(agentSession.ctx.deps);
    while (waiting[0] && waiting[0].hoursAgo >= day * 24) await waiting.shift()?.create();
  }
  await payScheduled(agentSession, demo);
  await endSchedules(agentSession, started);
  if (agentSession.fakes) await receive(agentSession, agentSession.fakes);
  const { counts } = await listInvoices(agentSession.ctx, {
    recurring: 'false',
    pending_payment: 'false',
    q: '',
    sort: 'created',
    direction: 'desc',
    page: 1,
    page_size: 1,
  });
  return `${counts.all} invoices, ${started.length} recurring payments`;
}

/** Clients with an email address for invoices. */
async function reachable({ ctx, clientIds }: Demo): Promise<number[]> {
  const found: number[] = [];
  for (const id of clientIds.slice(0, CLIENTS)) {
    if ((await findClient(ctx, id)).primary_email) found.push(id);
  }
  return found;
}

async function saveTemplates(agentSession: AgentSession): Promise<void> {
  agentSession.at(FIRST_DAY * 24);
  for (const { account: _, isHourly: __, ...offer } of OFFERS)
    await createLineItemTemplate(agentSession.ctx, offer);
}

function plansOfKinds(agentSession: AgentSession, demo: Demo, clients: number[]): Plan[] {
  const all = [...INVOICE_KINDS, ...(agentSession.fakes ? EXTERNAL_KINDS : [])];
  const kinds = all.flatMap((kind) => Array.from({ length: kind.count }, () => kind));
  return kinds.map((kind, position) => {
    const hoursAgo = demo.random.integer(kind.days[0] * 24, kind.days[1] * 24);
    const clientId = clients[(position * 7) % clients.length] ?? 0;
    return { hoursAgo, create: () => createOfKind({ agentSession, demo, kind, hoursAgo, clientId }) };
  });
}

interface KindInput {
  agentSession: AgentSession;
  demo: Demo;
  kind: InvoiceKind;
  hoursAgo: number;
  clientId: number;
}

async function createOfKind({ agentSession, demo, kind, hoursAgo, clientId }: KindInput): Promise<void> {
  const { random, today } = demo;
  agentSession.at(hoursAgo);
  const ctx = agentSession.as(random.integer(0, 2));
  const offer = random.pick(OFFERS);
  const others = OFFERS.filter((other) => other.account === offer.account && other !== offer);
  const lines = [offer, ...(random.chance(0.35) ? [random.pick(others)] : [])];
  const { id, data } = await createInvoice(ctx, {
    title: offer.name,
    description: random.pick(NOTES),
    customer_id: clientId,
    square_account: offer.account,
    is_tax_enabled: offer.account === 'BFS' && random.chance(0.4),
    due_date: kind.dueIn === null ? null : addDays(today, kind.dueIn - Math.floor(hoursAgo / 24)),
    line_items: lines.map(({ description, unit_price_cents, isHourly }) => ({
      description,
      unit_price_cents,
      quantity: isHourly ? random.integer(2, 9) / 2 : 1,
    })),
  });
  const billing: Billing = { agentSession, demo, ctx, id, total: data.total_cents, hoursAgo };
  if (!(agentSession.fakes && isHalfCent(data))) await kind.action?.(billing);
}

/** Square rounds half a cent of tax to the even cent, the product rounds up, so such an invoice cannot be published. */
function isHalfCent({ tax_cents, subtotal_cents, tax_rate }: Invoice): boolean {
  return tax_cents > 0 && Math.round(subtotal_cents * tax_rate * 10) % 10 === 5;
}

/** Invoices the options of a signed agreement six hours later; some are paid. */
function planOfSession(
  agentSession: AgentSession,
  demo: Demo,
  { id, hoursAgo, isPaid }: SignedSession,
): Plan {
  const createdHoursAgo = Math.max(2, hoursAgo - 6);
  return {
    hoursAgo: createdHoursAgo,
    async create() {
      agentSession.at(createdHoursAgo);
      const ctx = agentSession.as(0);
      const { data: draft } = await draftSessionInvoice(ctx, id);
      if (draft.line_items.length === 0) return;
      const { full_name: _, email: __, phone: ___, is_recurring: ____, square_account, ...content } = draft;
      const due_date = addDays(demo.today, 14 - Math.floor(createdHoursAgo / 24));
      const { id: invoice, data } = await createInvoice(ctx, {
        ...content,
        due_date,
        // If the templates have different accounts, the agent chooses one.
        square_account: square_account ?? 'BFA',
      });
      const billing: Billing = {
        agentSession,
        demo,
        ctx,
        id: invoice,
        total: data.total_cents,
        hoursAgo: createdHoursAgo,
      };
      if (!data.email || (agentSession.fakes && isHalfCent(data))) return;
      await sends(billing);
      if (isPaid) await paysOnPage({ method: 'card', outcome: 'paid' })(billing);
    },
  };
}
