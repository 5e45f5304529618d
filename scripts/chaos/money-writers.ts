import { randomUUID } from 'node:crypto';
import type { Desk } from './agent-session.ts';
import type { Outside } from './outside.ts';
import { makeClient } from './record-writers.ts';

const PRICE_CENTS = 26_750;

async function makeInvoice(desk: Desk): Promise<number> {
  const customer_id = await makeClient(desk);
  const title = desk.mark();
  const line_items = [{ description: 'A review', quantity: 1, unit_price_cents: PRICE_CENTS }];
  const act = desk.recorder.begin('invoice', title);
  const body = { title, customer_id, square_account: desk.random.pick(['BFS', 'BFA']), line_items };
  const { id } = await desk.insist<{ id: number }>({ method: 'POST', path: '/invoices', body }, act);
  return id;
}

interface InvoiceAnswer {
  data: { square_invoice_id: string; square_public_url: string; total_cents: number };
}

/** An invoice with its page, which the client pays there. */
export async function payInvoice(desk: Desk, outside: Outside | null): Promise<void> {
  const id = await makeInvoice(desk);
  await desk.insist({ method: 'POST', path: `/invoices/${id}/generate-link` });
  const { data } = await desk.insist<InvoiceAnswer>({ method: 'GET', path: `/invoices/${id}` });
  if (outside) return outside.pay(desk, data.square_invoice_id);
  const token = new URL(data.square_public_url, 'http://portal').pathname.split('/').at(-1) ?? '';
  const act = desk.recorder.begin('payment', String(id));
  const body = { key: randomUUID(), outcome: 'paid', method: 'card' };
  await desk.insist({ method: 'POST', path: `/pay/${token}`, body, token: '' }, act);
}

/** An invoice that somebody pays in cash, in two halves. */
export async function takeCash(desk: Desk): Promise<void> {
  const id = await makeInvoice(desk);
  const { data } = await desk.insist<InvoiceAnswer>({ method: 'GET', path: `/invoices/${id}` });
  const first = Math.floor(data.total_cents / 3);
  for (const amount_cents of [first, data.total_cents - first]) {
    const note = desk.mark();
    const paid_on = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const act = desk.recorder.begin('cash', note);
    const body = { amount_cents, payment_method: 'cash', paid_on, note };
    await desk.insist({ method: 'POST', path: `/invoices/${id}/payments`, body }, act);
  }
}
