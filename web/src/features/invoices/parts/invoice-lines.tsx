import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Table } from '@mantine/core';
import styles from '../invoice-dialog.module.css';
import { owedCents } from '../invoice-display.ts';

/** The lines of an invoice and what they come to. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  return (
    <div>
      <Table className={styles.lines}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Description</Table.Th>
            <Table.Th ta="right">Quantity</Table.Th>
            <Table.Th ta="right">Unit price</Table.Th>
            <Table.Th ta="right">Total</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invoice.line_items.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and are only read here
            <Table.Tr key={place}>
              <Table.Td>{line.description}</Table.Td>
              <Table.Td ta="right">{line.quantity}</Table.Td>
              <Table.Td ta="right">{moneyDisplay(line.unit_price_cents)}</Table.Td>
              <Table.Td ta="right">{moneyDisplay(line.line_total_cents)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
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
      {paid_amount_cents !== null && <Sum name="Paid" cents={paid_amount_cents} />}
      {refunded_cents > 0 && <Sum name="Refunded" cents={refunded_cents} />}
      {invoice.status !== 'void' && <Sum name="Still owed" cents={owedCents(invoice)} />}
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
