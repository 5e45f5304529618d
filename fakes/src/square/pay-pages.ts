import type { Express, Response } from 'express';
import { collectPayment, dueOf, type PayAttempt, paymentsOf, settlePayment } from './collect-payments.ts';
import type { Books, Merchant, SquareInvoice } from './square-books.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const dollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** The fake of Square's pay page: a visitor can pay in full, in part or by bank transfer. */
export function payPages(books: Books, app: Express): void {
  app.get('/pay-invoice/:token', (request, response) => {
    const found = opened(books, request.params.token);
    if (found) sendPage(response, 200, payBody(found.merchant, found.invoice));
    else sendPage(response, 404, '<p>This link has expired.</p>');
  });
  app.post('/pay-invoice/:token', (request, response) => {
    const found = opened(books, request.params.token);
    if (!found) return sendPage(response, 404, '<p>This link has expired.</p>');
    const { merchant, invoice } = found;
    try {
      handleAction(books, merchant, invoice, request.body ?? {});
      response.redirect(303, request.path);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown error';
      sendPage(
        response,
        400,
        `<p role="alert">Payment failed: ${escaped(reason)}.</p>${payBody(merchant, invoice)}`,
      );
    }
  });
}

function opened(books: Books, token: string): { merchant: Merchant; invoice: SquareInvoice } | null {
  for (const merchant of books.merchants) {
    const id = Object.keys(merchant.links).find((each) => merchant.links[each] === token);
    const invoice = merchant.invoices.find((each) => each.id === id);
    if (invoice) return { merchant, invoice };
  }
  return null;
}

function handleAction(
  books: Books,
  merchant: Merchant,
  invoice: SquareInvoice,
  form: Record<string, unknown>,
): void {
  if (form.how !== 'completed' && form.how !== 'failed') {
    collectPayment(books, merchant, invoice, attemptOf(form));
    return;
  }
  for (const payment of paymentsOf(merchant, invoice).filter(({ status }) => status === 'PENDING')) {
    settlePayment(books, merchant, payment, form.how);
  }
}

function attemptOf(form: Record<string, unknown>): PayAttempt {
  if (form.how === 'bank') return { method: 'ach' };
  if (form.how !== 'part') return { method: 'card' };
  return { method: 'card', amount: Math.round(Number(form.amount) * 100) };
}

function payBody(merchant: Merchant, invoice: SquareInvoice): string {
  const due = dueOf(merchant, invoice);
  const order = merchant.orders.find(({ id }) => id === invoice.order_id);
  const lines = (order?.line_items ?? []).map(
    ({ name, quantity, gross_sales_money }) =>
      `<tr><td>${escaped(name ?? 'Amount')} × ${escaped(quantity)}</td><td>${dollars(gross_sales_money.amount)}</td></tr>`,
  );
  const discounts = (order?.discounts ?? []).map(
    ({ name, applied_money }) =>
      `<tr><td>${escaped(name)}</td><td>-${dollars(applied_money.amount)}</td></tr>`,
  );
  const canPay = ['UNPAID', 'PARTIALLY_PAID'].includes(invoice.status) && due > 0;
  return `<h1>${escaped(merchant.business_name)}</h1>
<p>Invoice ${escaped(invoice.invoice_number)} ${invoice.title ? `· ${escaped(invoice.title)} ` : ''}· <strong>${escaped(invoice.status)}</strong></p>
<table>${lines.join('')}${discounts.join('')}
<tr><td>Tax</td><td>${dollars(order?.total_tax_money.amount ?? 0)}</td></tr>
<tr><td>Total</td><td>${dollars(invoice.payment_requests[0].computed_amount_money.amount)}</td></tr>
<tr><th>Amount due</th><th>${dollars(canPay ? due : 0)}</th></tr></table>
${canPay ? forms(due) : invoice.status === 'PAYMENT_PENDING' ? SETTLING : '<p>No payment is due.</p>'}`;
}

const forms = (
  due: number,
): string => `<form method="post"><button name="how" value="all">Pay in Full</button></form>
<form method="post"><label>Amount <input name="amount" type="number" step="0.01" min="0.01" max="${due / 100}"
 value="${(Math.max(1, Math.floor(due / 2)) / 100).toFixed(2)}"></label> <button name="how" value="part">Pay Part</button></form>
<form method="post"><button name="how" value="bank">Pay by Bank Transfer</button> (pending until you complete it)</form>`;

const SETTLING = `<p>A bank transfer is pending.</p>
<form method="post"><button name="how" value="completed">Complete Transfer</button>
<button name="how" value="failed">Fail Transfer</button></form>`;

function sendPage(response: Response, status: number, body: string): void {
  response
    .status(status)
    .type('html')
    .send(`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Fake Square: pay an invoice</title>
<style>body{font:16px/1.5 system-ui;max-width:32rem;margin:2rem auto;padding:0 1rem}td,th{padding:.25rem .75rem .25rem 0;
text-align:left}button{font:inherit;padding:.5rem 1rem}form{margin:1rem 0}.fake{background:#fde68a;color:#422006;padding:.5rem 1rem}
</style></head><body><p class="fake">Fake Square for trying out Ledgerline. No money is transferred.</p>${body}</body></html>`);
}
