import type { SessionPage } from '@ledgerline/contract/public-forms/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { opensElsewhere } from '../../lib/events.ts';
import { Mark } from '../mark.tsx';
import { storeReturnPath } from '../session/return-path.ts';
import { visit } from '../session/visit.ts';
import { useMessages } from '../texts/language.tsx';
import styles from './session-costs.module.css';

/** Subtotal, tax, total, amount due and payment link; renders nothing if nothing has a price. */
export function SessionCosts({ page, agent }: { page: SessionPage; agent: string }) {
  const { text } = useMessages();
  if (page.total_cents <= 0 && page.amount_due_cents <= 0) return null;
  const isPaid = page.amount_due_cents <= 0;
  return (
    <section className={styles.costs} aria-labelledby="costs">
      <h2 id="costs" className={styles.title}>
        {text('costs')}
      </h2>
      <dl>
        {sumsOf(page).map(([key, cents]) => (
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
      {page.pay_url === null ? (
        <p className={styles.note} data-good={isPaid || undefined}>
          {isPaid && <Mark name="check" />} {text(noteOf(page), { agent })}
        </p>
      ) : (
        <PayLink href={page.pay_url} cents={page.amount_due_cents} />
      )}
    </section>
  );
}

/** Why there is no button to pay. */
function noteOf({ amount_due_cents, is_payment_processing }: SessionPage) {
  if (is_payment_processing) return 'payWaitTitle';
  return amount_due_cents <= 0 ? 'paid' : 'payLater';
}

/** An invoice may exceed the forms' total or cover something else; then their totals are not shown. */
function sumsOf({ subtotal_cents, tax_cents, total_cents }: SessionPage) {
  if (total_cents <= 0) return [];
  return [
    ['subtotal', subtotal_cents] as const,
    ...(tax_cents > 0 ? ([['tax', tax_cents]] as const) : []),
    ['totalCost', total_cents] as const,
  ];
}

/** Opens in this tab, so that the pay page can link back to this page. */
export function PayLink({ href, cents }: { href: string; cents: number }) {
  const { text } = useMessages();
  return (
    <a
      href={href}
      className={`button primary ${styles.pay}`}
      onClick={(event) => {
        storeReturnPath(href);
        if (opensElsewhere(event)) return;
        event.preventDefault();
        visit(href);
      }}
    >
      {text('payNow', { amount: moneyDisplay(cents) })}
    </a>
  );
}
