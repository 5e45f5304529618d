import type { PayPage } from '@ledgerline/contract/pay-page/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { useMessages } from '../texts/language.tsx';
import styles from './pay.module.css';

/** Every page of the built-in provider shows that it is a test. */
export function TestMode() {
  const { text } = useMessages();
  return (
    <p className={styles.test}>
      <strong>{text('payTestTitle')}</strong> {text('payTestText')}
    </p>
  );
}

/** The line items of an invoice, totals, payments and amount due, with a link to the PDF. */
export function InvoiceView({ page }: { page: PayPage }) {
  const { text } = useMessages();
  const sums = [
    ...(page.tax_cents > 0
      ? ([
          ['subtotal', page.subtotal_cents],
          ['tax', page.tax_cents],
        ] as const)
      : []),
    ['totalCost', page.total_cents] as const,
    ...(page.paid_cents > 0 ? ([['payAlready', -page.paid_cents]] as const) : []),
    ...(page.refunded_cents > 0 ? ([['payRefunded', page.refunded_cents]] as const) : []),
  ];
  return (
    <section className={styles.invoice} aria-labelledby="lines">
      <h2 id="lines" className={styles.subtitle}>
        {text('payLines')}
      </h2>
      <dl>
        {page.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: line items have no id and never change order
          <div key={index} className={styles.line}>
            <dt>
              {line.description}
              {line.quantity !== 1 && (
                <span className={styles.each}>
                  {text('payEach', { quantity: line.quantity, price: moneyDisplay(line.unit_price_cents) })}
                </span>
              )}
            </dt>
            <dd>{moneyDisplay(line.line_total_cents)}</dd>
          </div>
        ))}
      </dl>
      <dl className={styles.sums}>
        {sums.map(([key, cents]) => (
          <div key={key} className={styles.line}>
            <dt>{text(key)}</dt>
            <dd>{moneyDisplay(cents)}</dd>
          </div>
        ))}
        <div className={styles.line} data-due>
          <dt>{text('amountDue')}</dt>
          <dd>{moneyDisplay(page.due_cents)}</dd>
        </div>
      </dl>
      {page.pdf_url && (
        <a href={page.pdf_url} target="_blank" rel="noopener" className={styles.pdf}>
          {text('payPdf')}
        </a>
      )}
    </section>
  );
}
