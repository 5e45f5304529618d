import { createHash } from 'node:crypto';
import type { PAY_OUTCOMES } from '@ledgerline/contract/pay-page/endpoints';
import { getInvoiceForUpdate } from '../../server/src/features/billing/invoice-store/change-invoice.ts';
import { accountOf, findInvoice } from '../../server/src/features/billing/invoice-store/find-invoices.ts';
import { recordPayment, refundPayment } from '../../server/src/features/billing/invoices/record-payment.ts';
import { generateLink, sendInvoice } from '../../server/src/features/billing/invoices/send-invoice.ts';
import { voidInvoice } from '../../server/src/features/billing/invoices/void-invoice.ts';
import { getPayPage, payOnPage } from '../../server/src/features/billing/pay-page/pay-on-page.ts';
import { bookPayments } from '../../server/src/features/billing/transactions/book-payments.ts';
import { listInvoiceTransactions } from '../../server/src/features/billing/transactions/read-transactions.ts';
import { calendarDay } from '../../server/src/platform/clock.ts';
import type { AgentActor, Context } from '../../server/src/platform/context.ts';
import { dueOfTotal } from '../../server/src/platform/ports/built-in-pay-page.ts';
import { type AgentSession, lastPart } from './agent-session.ts';
import type { Demo } from './demo.ts';
import { payAtSquare } from './external-providers.ts';

/** A new invoice, and the agent who created it. */
export interface Billing {
  agentSession: AgentSession;
  demo: Demo;
  ctx: Context<AgentActor>;
  id: number;
  /** In cents. */
  total: number;
  hoursAgo: number;
}

type Action = (billing: Billing) => Promise<void>;

/** A kind of invoice: how many, created how many days ago, due how many days later, and what happened to it. */
export interface InvoiceKind {
  count: number;
  days: [number, number];
  dueIn: number | null;
  action?: Action;
}

type Recorded = Parameters<typeof recordPayment>[2];

export const INVOICE_KINDS: InvoiceKind[] = [
  { count: 6, days: [1, 20], dueIn: 30 },
  { count: 2, days: [1, 8], dueIn: null, action: createsLink },
  { count: 12, days: [1, 12], dueIn: 21, action: sends },
  { count: 8, days: [30, 110], dueIn: 15, action: sends },
  {
    count: 12,
    days: [4, 165],
    dueIn: 15,
    action: inSequence(sends, paysOnPage({ method: 'card', outcome: 'paid' })),
  },
  {
    count: 5,
    days: [5, 165],
    dueIn: 15,
    action: inSequence(sends, paysOnPage({ method: 'ach', outcome: 'paid' })),
  },
  { count: 7, days: [8, 165], dueIn: 15, action: inSequence(sends, receives({ payment_method: 'check' })) },
  { count: 3, days: [4, 150], dueIn: null, action: receives({ payment_method: 'cash' }) },
  {
    count: 3,
    days: [6, 160],
    dueIn: 10,
    action: inSequence(
      sends,
      receives({ payment_method: 'card', card_brand: 'Mastercard', card_last4: '4444' }),
    ),
  },
  {
    count: 4,
    days: [3, 60],
    dueIn: 20,
    action: inSequence(sends, paysOnPage({ method: 'card', outcome: 'partial' })),
  },
  {
    count: 4,
    days: [10, 90],
    dueIn: 30,
    action: inSequence(sends, receives({ payment_method: 'check', share: 0.4 })),
  },
  { count: 3, days: [5, 12], dueIn: 30, action: inSequence(sends, transfersLater) },
  { count: 4, days: [20, 150], dueIn: 15, action: inSequence(sends, voids) },
  { count: 1, days: [15, 40], dueIn: 15, action: voids },
  {
    count: 1,
    days: [20, 50],
    dueIn: 15,
    action: inSequence(sends, paysOnPage({ method: 'card', outcome: 'partial' }), voids),
  },
  {
    count: 2,
    days: [25, 70],
    dueIn: 20,
    action: inSequence(sends, receives({ payment_method: 'check' }), refunds(0.25)),
  },
  {
    count: 1,
    days: [12, 20],
    dueIn: 30,
    action: inSequence(sends, receives({ payment_method: 'cash' }), refunds(1)),
  },
];

/** Refunds at the provider, which the built-in provider does not support. */
export const EXTERNAL_KINDS: InvoiceKind[] = [
  { count: 2, days: [20, 60], dueIn: 15, action: inSequence(sends, paysAndIsRefunded(0.25)) },
  { count: 1, days: [20, 60], dueIn: 15, action: inSequence(sends, paysAndIsRefunded(1)) },
];

function paysAndIsRefunded(share: number): Action {
  return async (billing) => {
    const { agentSession, id, total } = billing;
    daysLater(billing);
    if (!agentSession.fakes) return;
    await payAtSquare(agentSession, agentSession.fakes, {
      invoice: id,
      method: 'card',
      refund: Math.round(total * share),
    });
  };
}

function inSequence(...actions: Action[]): Action {
  return async (billing) => {
    for (const action of actions) await action(billing);
  };
}

export async function sends({ agentSession, ctx, id }: Billing): Promise<void> {
  agentSession.later(3);
  await sendInvoice(ctx, id);
}

async function createsLink({ agentSession, ctx, id }: Billing): Promise<void> {
  agentSession.later(5);
  const { payment_url } = await generateLink(ctx, id);
  await getPayPage(agentSession.visitor, lastPart(payment_url));
}

/** Some days later, but before the fill. */
function daysLater({ agentSession, demo, hoursAgo }: Billing): void {
  agentSession.at(Math.max(1, Math.floor(hoursAgo - demo.random.integer(20, 24 * 8))));
}

/** The client opens the payment link and pays there. */
export function paysOnPage(attempt: {
  method: 'card' | 'ach';
  outcome: (typeof PAY_OUTCOMES)[number];
}): Action {
  return async (billing) => {
    const { agentSession, total, id } = billing;
    daysLater(billing);
    if (agentSession.fakes) {
      const amount = attempt.outcome === 'partial' ? { amount: Math.round(total * 0.003) * 100 } : {};
      return payAtSquare(agentSession, agentSession.fakes, {
        invoice: id,
        method: attempt.method,
        ...amount,
      });
    }
    const token = await tokenOf(billing);
    const { data } = await getPayPage(agentSession.visitor, token);
    const part = Math.min(data.due_cents, Math.round(total * 0.003) * 100);
    const amount = attempt.outcome === 'partial' ? { amount_cents: Math.max(1, part) } : {};
    await payOnPage(agentSession.visitor, token, { ...attempt, ...amount, key: keyOf(token) });
  };
}

/** A bank transfer that takes some more days: the provider knows it, but the money has not arrived. */
async function transfersLater(billing: Billing): Promise<void> {
  const { agentSession, id, total } = billing;
  const { payments } = agentSession.ctx.deps;
  if (agentSession.fakes) {
    agentSession.at(Math.max(1, billing.hoursAgo - 72));
    return payAtSquare(agentSession, agentSession.fakes, { invoice: id, method: 'ach', isPending: true });
  }
  if (!payments.hasOwnPage) return;
  // Browsers pay at the address of the portal; the provider has its own token.
  await generateLink(billing.ctx, id);
  const invoice = await findInvoice(agentSession.ctx.db, id);
  const account = accountOf(invoice);
  const page = invoice.square_invoice_id ?? '';
  const { token } = await payments.pageOf(account, page);
  agentSession.at(-72);
  await payments.pay(token, {
    key: keyOf(token),
    outcome: 'delayed',
    method: 'ach',
    amount_cents: null,
    dueOf: dueOfTotal(total),
  });
  agentSession.at(Math.max(1, billing.hoursAgo - 72));
  const at = agentSession.ctx.deps.clock.now();
  const paid = (await payments.listPayments(account, page)).map((payment) => ({ ...payment, at }));
  await bookPayments(agentSession.ctx, await getInvoiceForUpdate(agentSession.ctx.db, id), paid, account);
}

/** An agent records a payment that arrived by mail or in person. */
function receives({
  share = 1,
  ...how
}: Omit<Recorded, 'amount_cents' | 'paid_on' | 'note'> & { share?: number }): Action {
  return async (billing) => {
    const { ctx, id, total, demo } = billing;
    daysLater(billing);
    await recordPayment(ctx, id, {
      ...how,
      amount_cents: Math.round(total * share),
      paid_on: today(ctx),
      note: how.payment_method === 'check' ? `Check no. ${demo.random.integer(1001, 9999)}` : '',
    });
  };
}

function refunds(share: number): Action {
  return async ({ agentSession, ctx, id }) => {
    agentSession.later(60 * 20);
    const { data } = await listInvoiceTransactions(ctx, id);
    for (const { id: payment, amount } of data) {
      await refundPayment(ctx, payment, {
        kind: 'refund',
        amount_cents: Math.round(amount * share),
        refunded_on: today(ctx),
        note: share === 1 ? 'The client cancelled the order.' : 'One meeting did not take place.',
      });
    }
  };
}

async function voids({ agentSession, ctx, id }: Billing): Promise<void> {
  agentSession.later(60 * 18);
  await voidInvoice(ctx, id);
}

async function tokenOf({ ctx, id }: Billing): Promise<string> {
  return lastPart((await generateLink(ctx, id)).payment_url);
}

/** An idempotency key derived from the page, because each page is paid only once here. */
function keyOf(token: string): string {
  const hex = createHash('sha256').update(token).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function today({ deps }: Context): string {
  return calendarDay(deps.clock.now(), deps.config.TIME_ZONE);
}
