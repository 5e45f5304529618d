import { findInvoice } from '../../server/src/features/billing/invoice-store/find-invoices.ts';
import { getPayPage } from '../../server/src/features/billing/pay-page/pay-on-page.ts';
import { receiveEvent } from '../../server/src/features/webhooks/receive-event.ts';
import type { AgentSession } from './agent-session.ts';
import type { Fakes } from './fakes.ts';

/** Check boxes, choices and texts, by their label in the document. */
export type Chosen = Record<string, string | boolean>;

/** Signs on the fake DocuSign's page with the check boxes and choices that this signer's fields offer. */
export async function signAtDocusign(
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

export interface SquarePayment {
  invoice: number;
  method: 'card' | 'ach';
  /** In cents; by default the amount due. */
  amount?: number;
  /** The bank transfer stays pending. */
  isPending?: boolean;
  /** Cents to refund a day later. */
  refund?: number;
}

/** A client pays on the fake Square's page, which the payment link leads to. */
export async function payAtSquare(
  agentSession: AgentSession,
  fakes: Fakes,
  payment: SquarePayment,
): Promise<void> {
  const { square } = fakes;
  const { square_invoice_id, pay_token } = await findInvoice(agentSession.ctx.db, payment.invoice);
  await getPayPage(agentSession.visitor, pay_token ?? '');
  const { method, amount, isPending = false, refund } = payment;
  const squarePayment = square.pay(square_invoice_id ?? '', {
    method,
    ...(amount === undefined ? {} : { amount }),
  });
  if (method === 'ach' && !isPending) square.settle(squarePayment.id, 'completed');
  await receive(agentSession, fakes);
  if (refund === undefined) return;
  agentSession.later(60 * 20);
  square.refund(squarePayment.id, refund, { reason: 'One meeting did not take place.' });
  await receive(agentSession, fakes);
}

/** Receives the events of the fakes as webhooks and processes them immediately. */
export async function receive({ ctx: { deps } }: AgentSession, { docusign, square }: Fakes): Promise<void> {
  for (const { body, headers } of docusign.connect.drain()) {
    await receiveEvent(deps, { port: 'esign' }, Buffer.from(body), lowerCased(headers));
  }
  for (const { account, rawBody, headers } of square.outbox.drain()) {
    await receiveEvent(deps, { port: 'payments', account }, rawBody, lowerCased(headers));
  }
}

/** Header names in lower case, as a server receives them. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
