import type { PayPage } from '@ledgerline/contract/pay-page/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { useEffect, useRef } from 'react';
import { AgentContact } from '../agent-contact.tsx';
import status from '../form/status.module.css';
import { Mark, type MarkName } from '../mark.tsx';
import message from '../message-page.module.css';
import { PageFrame } from '../page-frame.tsx';
import { ReturnLink } from '../return-path.tsx';
import { SessionNext } from '../secure/session-next.tsx';
import { useMessages } from '../texts/language.tsx';
import type { TextKey } from '../texts/text-key.ts';
import { InvoiceView, TestMode } from './invoice-view.tsx';
import styles from './pay.module.css';
import { isStale, type OpenInvoice, type Paid } from './use-open-invoice.ts';

interface OutcomeText {
  title: TextKey;
  text: TextKey;
  mark: MarkName;
}

const THANKS: Record<Paid['state'], OutcomeText> = {
  paid: { title: 'payThanksTitle', text: 'payThanksText', mark: 'check' },
  partially_paid: { title: 'payPartTitle', text: 'payPartText', mark: 'check' },
  processing: { title: 'payWaitTitle', text: 'payWaitText', mark: 'clock' },
};
const STATES: Record<Exclude<PayPage['state'], 'open'>, OutcomeText> = {
  processing: { title: 'payWaitTitle', text: 'payWaitText', mark: 'clock' },
  paid: { title: 'payDoneTitle', text: 'payDoneText', mark: 'check' },
  nothing_due: { title: 'payNothingTitle', text: 'payNothingText', mark: 'check' },
  refunded: { title: 'payRefundedTitle', text: 'payRefundedText', mark: 'check' },
  cancelled: { title: 'payCancelledTitle', text: 'payCancelledText', mark: 'alert' },
  preparing: { title: 'payPreparingTitle', text: 'payPreparingText', mark: 'clock' },
  not_payable: { title: 'payNotHereTitle', text: 'payNotHereText', mark: 'alert' },
};

/** Nothing to pay now: a thank-you for a payment, or the reason. */
export function PaymentOutcome({ opened }: { opened: OpenInvoice }) {
  const { text } = useMessages();
  const { page, paid, banner, payBalance, isLate } = opened;
  const heading = useRef<HTMLHeadingElement>(null);
  const outcome = paid ? THANKS[paid.state] : page.state === 'open' ? THANKS.paid : STATES[page.state];
  useEffect(() => {
    // The focused button no longer exists.
    if (paid) heading.current?.focus();
  }, [paid]);
  const { brokerage, reference } = page;
  const hasBalance = paid?.state === 'partially_paid' && page.state === 'open';
  const sums = { amount: moneyDisplay(paid?.amount_cents ?? 0), due: moneyDisplay(page.due_cents) };
  return (
    <PageFrame>
      {page.is_test && <TestMode />}
      <div className={`${message.message} ${styles.over}`} data-good={outcome.mark !== 'alert' || undefined}>
        <span className={message.mark} aria-hidden>
          <Mark name={outcome.mark} size={26} />
        </span>
        <h1 ref={heading} tabIndex={-1} className={message.title}>
          {text(outcome.title)}
        </h1>
        <p className={message.text} role="status">
          {text(isLate && !paid ? 'payPreparingLate' : outcome.text, { brokerage, reference, ...sums })}
        </p>
        {banner && isStale(banner) && <p className={status.warning}>{text(banner)}</p>}
        {hasBalance ? (
          <div className="buttons">
            <button type="button" className="button primary" onClick={payBalance}>
              {text('payRest')}
            </button>
            <ReturnLink />
          </div>
        ) : (
          <SessionNext />
        )}
      </div>
      {page.state !== 'cancelled' && <InvoiceView page={page} />}
      <AgentContact contact={page.contact} />
    </PageFrame>
  );
}
