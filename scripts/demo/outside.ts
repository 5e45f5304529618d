import { findInvoice } from '../../server/src/features/billing/invoice-store/find-invoices.ts';
import { getPayPage } from '../../server/src/features/billing/pay-page/pay-on-page.ts';
import { receiveEvent } from '../../server/src/features/webhooks/receive-event.ts';
import type { AgentSession } from './agent-session.ts';
import type { Fakes } from './fakes.ts';

/** What is ticked, chosen and written, by the label in the document. */
export type Chosen = Record<string, string | boolean>;

/** Somebody signs on the fake DocuSign's page: ticks and picks what this signer's fields offer. */
export async function signsOutside(
  agentSession: AgentSession,
  fakes: Fakes,
  { address, chosen }: { address: string; chosen: Chosen },
): Promise<void> {
  const { docusign } = fakes;
  const { envelopeId, role } = docusign.open(address);
  agentSession.later(4);
  const { tabs } = docusign.recipient(envelopeId, role);
  const has = (kind: string, label: string) => tabs[kind]?.some(({ tabLabel }) => tabLabel === label);
  const checkboxes: Record<string, boolean> = {};
  const lists: Record<string, string> = {};
  for (const [label, value] of Object.entries(chosen)) {
    if (typeof value === 'boolean' && has('checkboxTabs', label)) checkboxes[label] = value;
    if (typeof value === 'string' && has('listTabs', label)) lists[label] = value;
  }
  docusign.sign(envelopeId, role, { checkboxes, lists });
  await receive(agentSession, fakes);
}

export interface OutsidePayment {
  invoice: number;
  method: 'card' | 'ach';
  /** In cents; all that is due when it is left out. */
  amount?: number;
  /** The bank transfer stays on its way. */
  isUnderWay?: boolean;
  /** So many cents are given back a day later. */
  refund?: number;
}

/** A client pays on the fake Square's page, which our link leads to. */
export async function paysOutside(
  agentSession: AgentSession,
  fakes: Fakes,
  payment: OutsidePayment,
): Promise<void> {
  const { square } = fakes;
  const { square_invoice_id, pay_token } = await findInvoice(agentSession.ctx.db, payment.invoice);
  await getPayPage(agentSession.visitor, pay_token ?? '');
  const { method, amount, isUnderWay = false, refund } = payment;
  const squarePayment = square.pay(square_invoice_id ?? '', {
    method,
    ...(amount === undefined ? {} : { amount }),
  });
  if (method === 'ach' && !isUnderWay) square.settle(squarePayment.id, 'completed');
  await receive(agentSession, fakes);
  if (refund === undefined) return;
  agentSession.later(60 * 20);
  square.refund(squarePayment.id, refund, { reason: 'One meeting did not take place.' });
  await receive(agentSession, fakes);
}

/** Takes what the fakes have to tell into the inbox, where it is worked off at once. */
export async function receive({ ctx: { deps } }: AgentSession, { docusign, square }: Fakes): Promise<void> {
  for (const { body, headers } of docusign.connect.drain()) {
    await receiveEvent(deps, { port: 'esign' }, Buffer.from(body), lowerCased(headers));
  }
  for (const { account, rawBody, headers } of square.outbox.drain()) {
    await receiveEvent(deps, { port: 'payments', account }, rawBody, lowerCased(headers));
  }
}

/** As a server gets them. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
