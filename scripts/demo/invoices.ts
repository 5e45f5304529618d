import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { runDueSchedules } from '../../server/src/features/billing/scheduler/run-due-schedules.ts';
import { draftSessionInvoice } from '../../server/src/features/billing/invoices/draft-invoice.ts';
import { createInvoice } from '../../server/src/features/billing/invoices/edit-invoice.ts';
import { listInvoices } from '../../server/src/features/billing/invoice-store/find-invoices.ts';
import { createLineItemTemplate } from '../../server/src/features/billing/line-item-templates/service.ts';
import { findClient } from '../../server/src/features/records/clients/service.ts';
import type { Demo, SignedSession } from './demo.ts';
import { type Desk, openDesk } from './agent-session.ts';
import { addDays } from './identifiers.ts';
import {
  type Billing,
  INVOICE_KINDS,
  type InvoiceKind,
  OUTSIDE_KINDS,
  paysOnPage,
  sends,
} from './invoice-kinds.ts';
import { hear } from './outside.ts';
import { NOTES, OFFERS } from './price-list.ts';
import { type Begun, beginSchedules, endSchedules, payScheduled } from './schedules.ts';

const FIRST_DAY = 170;
const CLIENTS = 90;

/** One invoice to come: when it is made and what becomes of it. */
interface Plan {
  hoursAgo: number;
  make: () => Promise<void>;
}

/** Half a year of invoices in every state, by the day, so that their numbers follow the calendar. */
export async function fillInvoices(demo: Demo): Promise<string> {
  const desk = openDesk(demo);
  const clients = await reachable(demo);
  if (clients.length === 0) return 'no invoices, since nobody can be reached';
  await keepTemplates(desk);
  const begun: Begun[] = [];
  const plans = [
    ...plansOfKinds(desk, demo, clients),
    ...demo.signedSessions.map((session) => planOfSession(desk, demo, session)),
    ...beginSchedules(desk, demo, { clients, begun }),
  ].sort((one, other) => other.hoursAgo - one.hoursAgo);
  const waiting = [...plans];
  for (let day = FIRST_DAY; day >= 0; day--) {
    desk.at(day * 24);
    await runDueSchedules(desk.ctx.deps);
    while (waiting[0] && waiting[0].hoursAgo >= day * 24) await waiting.shift()?.make();
  }
  await payScheduled(desk, demo);
  await endSchedules(desk, begun);
  if (desk.fakes) await hear(desk, desk.fakes);
  const { counts } = await listInvoices(desk.ctx, {
    recurring: 'false',
    pending_payment: 'false',
    q: '',
    sort: 'created',
    direction: 'desc',
    page: 1,
    page_size: 1,
  });
  return `${counts.all} invoices, ${begun.length} recurring payments`;
}

/** Clients who have an address to send invoices to. */
async function reachable({ ctx, clientIds }: Demo): Promise<number[]> {
  const found: number[] = [];
  for (const id of clientIds.slice(0, CLIENTS)) {
    if ((await findClient(ctx, id)).primary_email) found.push(id);
  }
  return found;
}

async function keepTemplates(desk: Desk): Promise<void> {
  desk.at(FIRST_DAY * 24);
  for (const { account: _, isHourly: __, ...offer } of OFFERS) await createLineItemTemplate(desk.ctx, offer);
}

function plansOfKinds(desk: Desk, demo: Demo, clients: number[]): Plan[] {
  const all = [...INVOICE_KINDS, ...(desk.fakes ? OUTSIDE_KINDS : [])];
  const kinds = all.flatMap((kind) => Array.from({ length: kind.count }, () => kind));
  return kinds.map((kind, position) => {
    const hoursAgo = demo.random.whole(kind.days[0] * 24, kind.days[1] * 24);
    const clientId = clients[(position * 7) % clients.length] ?? 0;
    return { hoursAgo, make: () => makeOfKind({ desk, demo, kind, hoursAgo, clientId }) };
  });
}

interface Given {
  desk: Desk;
  demo: Demo;
  kind: InvoiceKind;
  hoursAgo: number;
  clientId: number;
}

async function makeOfKind({ desk, demo, kind, hoursAgo, clientId }: Given): Promise<void> {
  const { random, today } = demo;
  desk.at(hoursAgo);
  const ctx = desk.as(random.whole(0, 2));
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
      quantity: isHourly ? random.whole(2, 9) / 2 : 1,
    })),
  });
  const billing: Billing = { desk, demo, ctx, id, total: data.total_cents, hoursAgo };
  if (!(desk.fakes && isHalfCent(data))) await kind.act?.(billing);
}

/** Square rounds half a cent of tax to the even cent and we round it up: such an invoice may not be published. */
function isHalfCent({ tax_cents, subtotal_cents, tax_rate }: Invoice): boolean {
  return tax_cents > 0 && Math.round(subtotal_cents * tax_rate * 10) % 10 === 5;
}

/** What was chosen in the signed agreement, invoiced the next day; some have paid. */
function planOfSession(desk: Desk, demo: Demo, { id, hoursAgo, isPaid }: SignedSession): Plan {
  const made = Math.max(2, hoursAgo - 6);
  return {
    hoursAgo: made,
    async make() {
      desk.at(made);
      const ctx = desk.as(0);
      const { data: draft } = await draftSessionInvoice(ctx, id);
      if (draft.line_items.length === 0) return;
      const { full_name: _, email: __, phone: ___, is_recurring: ____, square_account, ...content } = draft;
      const due_date = addDays(demo.today, 14 - Math.floor(made / 24));
      const { id: invoice, data } = await createInvoice(ctx, {
        ...content,
        due_date,
        // Where the templates differ an agent chooses.
        square_account: square_account ?? 'BFA',
      });
      const billing: Billing = { desk, demo, ctx, id: invoice, total: data.total_cents, hoursAgo: made };
      if (!data.email || (desk.fakes && isHalfCent(data))) return;
      await sends(billing);
      if (isPaid) await paysOnPage({ method: 'card', outcome: 'paid' })(billing);
    },
  };
}
