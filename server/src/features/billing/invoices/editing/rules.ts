import { invoiceActionAllowed } from '@ledgerline/contract/rules';
import type { LineInput } from '#features/billing/book/rules.ts';

/** What decides which money an invoice asks for, and from whom. */
export interface MoneyTerms {
  line_items: readonly LineInput[];
  tax_rate: number;
  is_tax_enabled: boolean;
  square_account: string;
  customer_id: number;
}

/** Whether two states of an invoice ask for other money; a published one must then be published anew. */
export function asksOtherMoney(before: MoneyTerms, after: MoneyTerms): boolean {
  return termsText(before) !== termsText(after);
}

function termsText(terms: MoneyTerms): string {
  const lines = terms.line_items.map((line) => [line.description, line.quantity, line.unit_price_cents]);
  const tax = terms.is_tax_enabled ? terms.tax_rate : 0;
  return JSON.stringify([lines, tax, terms.square_account, terms.customer_id]);
}

/**
 * Why an invoice cannot be changed so, as a sentence; null when it can (1§4). Texts, contact and due date may change as
 * long as it is open; what money is asked for, until money came in or is on its way; account and client, until it has a payment link.
 */
export function editRefusal(
  row: { status: string; paid_amount_cents: number | null; square_account: string; customer_id: number },
  after: {
    isOtherMoney: boolean;
    square_account: string;
    customer_id: number;
    publications: number;
    isMoneyOnItsWay: boolean;
  },
): string | null {
  const isElsewhere = after.square_account !== row.square_account || after.customer_id !== row.customer_id;
  if (!invoiceActionAllowed({ status: row.status, action: 'edit' })) {
    return `A ${row.status} invoice cannot be edited.`;
  }
  if (after.isOtherMoney && (row.paid_amount_cents ?? 0) > 0) {
    return 'Payments were received for this invoice: its lines, tax, account and client can no longer be changed.';
  }
  if (after.isOtherMoney && after.isMoneyOnItsWay) {
    return 'A payment of this invoice is on its way: its lines, tax, account and client cannot be changed now.';
  }
  return isElsewhere && after.publications > 0
    ? 'This invoice has had a payment link: its account and client can no longer be changed. Void it and make a new one.'
    : null;
}
