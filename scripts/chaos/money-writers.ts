import { randomUUID } from 'node:crypto';
import type { AgentSession } from './agent-session.ts';
import type { Providers } from './providers.ts';
import { createClient } from './record-writers.ts';

const PRICE_CENTS = 26_750;

async function createInvoice(agentSession: AgentSession): Promise<number> {
  const customer_id = await createClient(agentSession);
  const title = agentSession.mark();
  const line_items = [{ description: 'A review', quantity: 1, unit_price_cents: PRICE_CENTS }];
  const operation = agentSession.recorder.start('invoice', title);
  const body = { title, customer_id, square_account: agentSession.random.pick(['BFS', 'BFA']), line_items };
  const { id } = await agentSession.request<{ id: number }>(
    { method: 'POST', path: '/invoices', body },
    operation,
  );
  return id;
}

interface InvoiceAnswer {
  data: { square_invoice_id: string; square_public_url: string; total_cents: number };
}

/** Creates an invoice, which the client pays on its payment page. */
export async function payInvoice(agentSession: AgentSession, providers: Providers | null): Promise<void> {
  const id = await createInvoice(agentSession);
  await agentSession.request({ method: 'POST', path: `/invoices/${id}/generate-link` });
  const { data } = await agentSession.request<InvoiceAnswer>({ method: 'GET', path: `/invoices/${id}` });
  if (providers) return providers.pay(agentSession, data.square_invoice_id);
  const token = new URL(data.square_public_url, 'http://portal').pathname.split('/').at(-1) ?? '';
  const operation = agentSession.recorder.start('payment', String(id));
  const body = { key: randomUUID(), outcome: 'paid', method: 'card' };
  await agentSession.request({ method: 'POST', path: `/pay/${token}`, body, token: '' }, operation);
}

/** Creates an invoice and records two cash payments for it. */
export async function recordCash(agentSession: AgentSession): Promise<void> {
  const id = await createInvoice(agentSession);
  const { data } = await agentSession.request<InvoiceAnswer>({ method: 'GET', path: `/invoices/${id}` });
  const first = Math.floor(data.total_cents / 3);
  for (const amount_cents of [first, data.total_cents - first]) {
    const note = agentSession.mark();
    const paid_on = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const operation = agentSession.recorder.start('cash', note);
    const body = { amount_cents, payment_method: 'cash', paid_on, note };
    await agentSession.request({ method: 'POST', path: `/invoices/${id}/payments`, body }, operation);
  }
}
