import { z } from 'zod';
import type { Call } from './calls.ts';
import * as rules from './invoice-rules.ts';
import type { Books, SquareInvoice } from './square-books.ts';
import { invalid, missing, notImplemented } from './square-error.ts';

const FIXED = ['order_id', 'location_id'] as const;

/** The invoice after a sparse update of its current version: fields that are not sent do not change. */
export function updatedInvoice(
  books: Books,
  { merchant, read }: Call,
  current: SquareInvoice,
): SquareInvoice {
  const invoice = structuredClone(current);
  const sent = read(
    z.object({ invoice: rules.invoiceInput, fields_to_clear: z.array(z.string()).optional() }),
  );
  const { invoice: input, fields_to_clear: cleared = [] } = sent;
  if (input.version === undefined) throw missing('invoice.version');
  rules.checkVersion(books, invoice, input.version);
  if (rules.TERMINAL.includes(invoice.status) || invoice.status === 'PAYMENT_PENDING') {
    throw invalid('BAD_REQUEST', `An invoice in the ${invoice.status} state cannot be updated.`);
  }
  const fixed = FIXED.find((field) => input[field] && input[field] !== invoice[field]);
  if (fixed) throw invalid('BAD_REQUEST', 'The field cannot be changed.', `invoice.${fixed}`);
  if (input.custom_fields !== undefined) throw rules.plusPlanNeeded('Custom fields');
  if (input.primary_recipient) {
    if (invoice.status !== 'DRAFT')
      throw invalid('BAD_REQUEST', 'The recipient of a published invoice is fixed.');
    invoice.primary_recipient = rules.recipientView(merchant, rules.recipientOf(merchant, input).id);
  }
  if (input.payment_requests) {
    const [request] = invoice.payment_requests;
    Object.assign(
      request,
      rules.balanceRequest(
        books,
        [{ ...request, ...input.payment_requests[0], ...NO_SUMS }],
        invoice.timezone,
      ),
    );
  }
  if (input.delivery_method) invoice.delivery_method = rules.deliveryOf(input);
  if (input.accepted_payment_methods) invoice.accepted_payment_methods = rules.acceptedMethods(input);
  if (input.invoice_number && input.invoice_number !== invoice.invoice_number) {
    invoice.invoice_number = rules.invoiceNumber(merchant, input.invoice_number, invoice.location_id);
  }
  for (const field of ['title', 'description', 'scheduled_at'] as const) {
    const value = input[field];
    if (value) invoice[field] = value;
  }
  for (const field of cleared) clear(invoice, field);
  return invoice;
}

const NO_SUMS = { computed_amount_money: undefined, total_completed_amount_money: undefined };

function clear(invoice: SquareInvoice, field: string): void {
  if (field === 'title' || field === 'description' || field === 'scheduled_at') delete invoice[field];
  else throw notImplemented(`clearing of ${field}`);
}
