import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { moneyDisplay, outstandingCents } from '@ledgerline/contract/rules';
import { type Column, DataTable } from '../../../components/ui/data-table.tsx';
import styles from '../invoice-dialog.module.css';

type Line = Invoice['line_items'][number] & { index: number };

const COLUMNS: readonly Column<Line>[] = [
  { id: 'description', header: 'Description', cell: ({ description }) => description },
  { id: 'quantity', header: 'Quantity', align: 'right', cell: ({ quantity }) => quantity },
  {
    id: 'price',
    header: 'Unit price',
    align: 'right',
    cell: ({ unit_price_cents }) => moneyDisplay(unit_price_cents),
  },
  {
    id: 'total',
    header: 'Total',
    align: 'right',
    cell: ({ line_total_cents }) => moneyDisplay(line_total_cents),
  },
];

/** The line items and totals of an invoice. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  return (
    <div>
      <DataTable
        columns={COLUMNS}
        rows={invoice.line_items.map((line, index) => ({ ...line, index }))}
        rowId={({ index }) => index}
        className={styles.lines}
      />
      <Sums invoice={invoice} />
    </div>
  );
}

function Sums({ invoice }: { invoice: Invoice }) {
  const { subtotal_cents, tax_cents, total_cents, tax_rate, is_tax_enabled } = invoice;
  const { paid_amount_cents, refunded_cents } = invoice;
  const percent = Number((tax_rate * 100).toFixed(4));
  return (
    <dl className={styles.sums}>
      <Sum name="Subtotal" cents={subtotal_cents} />
      <Sum name={is_tax_enabled ? `Tax (${percent}%)` : 'Tax'} cents={tax_cents} />
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{moneyDisplay(total_cents)}</dd>
      </div>
      {paid_amount_cents !== null && <Sum name="Paid" cents={paid_amount_cents + refunded_cents} />}
      {refunded_cents > 0 && <Sum name="Refunded" cents={-refunded_cents} />}
      {invoice.status !== 'void' && <Sum name="Balance due" cents={outstandingCents(invoice)} />}
    </dl>
  );
}

function Sum({ name, cents }: { name: string; cents: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{moneyDisplay(cents)}</dd>
    </div>
  );
}
