import type { InvoiceLine } from '@ledgerline/contract/invoices/schemas';
import { invoiceReference, moneyDisplay } from '@ledgerline/contract/rules';

/** Lines and sums; money in cents. */
interface InvoiceRequest {
  lines: readonly InvoiceLine[];
  tax_rate: number;
  tax_cents: number;
  total_cents: number;
}

/**
 * The content to publish with the provider. The built-in page subtracts other payments itself; an outside one requests the
 * published amount, so after a part payment only one line with the balance is left (decision 022).
 */
export function toRequested(
  { hasOwnPage }: { hasOwnPage: boolean },
  invoice: InvoiceRequest & {
    id: number;
    external_ref: string | null;
    is_tax_enabled: boolean;
    paid_amount_cents: number | null;
  },
): InvoiceRequest {
  const { lines, tax_cents, total_cents } = invoice;
  const paid = invoice.paid_amount_cents ?? 0;
  if (hasOwnPage || paid <= 0) {
    return { lines, tax_rate: invoice.is_tax_enabled ? invoice.tax_rate : 0, tax_cents, total_cents };
  }
  const rest = total_cents - paid;
  const line = {
    description: `Balance of invoice ${invoiceReference(invoice)}`,
    quantity: 1,
    unit_price_cents: rest,
    line_total_cents: rest,
  };
  return { lines: [line], tax_rate: 0, tax_cents: 0, total_cents: rest };
}

/** Why nothing was published. Half a cent of tax is rounded up here (decisions K13), to the even cent at Square. */
export function totalDiffersMessage(sums: { theirs_cents: number; ours_cents: number }): string {
  const { theirs_cents, ours_cents } = sums;
  const difference = `${moneyDisplay(theirs_cents)} instead of ${moneyDisplay(ours_cents)}`;
  return `The payment provider calculated a different total (${difference}), so the invoice was not published. Change a price by a few cents and try again.`;
}
