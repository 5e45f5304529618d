import type { SessionPage } from '@ledgerline/contract/public-forms/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Mark } from '../mark.tsx';
import { useWords } from '../texts/language.tsx';
import styles from './session-costs.module.css';

/** Subtotal, tax, total and what is still due; nothing where nothing costs anything. */
export function SessionCosts({ page, agent }: { page: SessionPage; agent: string }) {
  const { text } = useWords();
  if (page.total_cents <= 0) return null;
  const isPaid = page.amount_due_cents <= 0;
  const lines = [
    ['subtotal', page.subtotal_cents],
    ...(page.tax_cents > 0 ? ([['tax', page.tax_cents]] as const) : []),
    ['totalCost', page.total_cents],
  ] as const;
  return (
    <section className={styles.costs} aria-labelledby="costs">
      <h2 id="costs" className={styles.title}>
        {text('costs')}
      </h2>
      <dl className={styles.lines}>
        {lines.map(([key, cents]) => (
          <div key={key} className={styles.line}>
            <dt>{text(key)}</dt>
            <dd>{moneyDisplay(cents)}</dd>
          </div>
        ))}
        <div className={styles.line} data-due>
          <dt>{text('amountDue')}</dt>
          <dd>{moneyDisplay(page.amount_due_cents)}</dd>
        </div>
      </dl>
      <p className={styles.note} data-good={isPaid || undefined}>
        {isPaid ? (
          <>
            <Mark name="check" /> {text('paid')}
          </>
        ) : (
          text('payLater', { agent })
        )}
      </p>
    </section>
  );
}
