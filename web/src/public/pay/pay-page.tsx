import { writtenDay } from '@ledgerline/contract/languages';
import { useEffect, useRef } from 'react';
import { AgentContact } from '../agent-contact.tsx';
import { usePageTitle } from '../brand.tsx';
import { FailedPage } from '../failed-page.tsx';
import status from '../form/status.module.css';
import { LoadingPage } from '../loading-page.tsx';
import { MessagePage } from '../message-page.tsx';
import { PageFrame } from '../page-frame.tsx';
import { ReturnLink } from '../return-path.tsx';
import { useReturn } from '../secure/use-return.ts';
import { useMessages } from '../texts/language.tsx';
import { InvoiceView, TestMode } from './invoice-view.tsx';
import styles from './pay.module.css';
import { PayForm } from './pay-form.tsx';
import { PaymentOutcome } from './payment-outcome.tsx';
import { isStale, type OpenInvoice, useOpenInvoice } from './use-open-invoice.ts';

/** /pay/{token}: pays one invoice with the built-in test provider, or redirects to the page of an external provider. */
export function PayPage({ token }: { token: string }) {
  const opened = useOpenInvoice(token);
  useReturn(opened.refetch);
  if (opened.state === 'loading') return <LoadingPage />;
  if (opened.state === 'unknown')
    return (
      <MessagePage title="payUnknownTitle" text="invalidText">
        <ReturnLink />
      </MessagePage>
    );
  if (opened.state !== 'open')
    return (
      <FailedPage
        failure={opened.state}
        title="payFailedTitle"
        texts={{ failed: 'payFailedText', away: 'payAwayText' }}
        onRetry={opened.open}
      />
    );
  return <Invoice token={token} opened={opened} />;
}

function Invoice({ token, opened }: { token: string; opened: OpenInvoice }) {
  const { text } = useMessages();
  const { page, paid } = opened;
  usePageTitle(text('payTitle', { reference: page.reference }));
  if (paid !== null || page.state !== 'open') return <PaymentOutcome opened={opened} />;
  return <PayScreen key={page.due_cents} token={token} opened={opened} />;
}

/** An open invoice: its line items and the payment form. */
function PayScreen({ token, opened }: { token: string; opened: OpenInvoice }) {
  const { language, text } = useMessages();
  const { page, banner, isBalance } = opened;
  const { brokerage, reference, title, description, due_date } = page;
  const bannerRef = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that led here no longer exists.
    if (isBalance) heading.current?.focus();
  }, [isBalance]);
  useEffect(() => {
    // Polling must not disturb a visitor who is typing.
    if (banner && !isStale(banner)) bannerRef.current?.scrollIntoView?.({ block: 'nearest' });
  }, [banner]);
  return (
    <PageFrame hasReturnLink>
      <TestMode />
      <header className={styles.head}>
        <p className={styles.reference}>{text('payTitle', { reference })}</p>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {description && <p className={styles.description}>{description}</p>}
        <p className={styles.fact}>{text('payTo', { brokerage })}</p>
        {page.customer_name && <p className={styles.fact}>{text('payFor', { name: page.customer_name })}</p>}
        {due_date && (
          <p className={styles.fact}>{text('payUntil', { date: writtenDay(language, due_date) })}</p>
        )}
        {page.recurring && <p className={styles.fact}>{page.recurring[language]}</p>}
      </header>
      <div role="alert" ref={bannerRef}>
        {banner && <p className={status.warning}>{text(banner)}</p>}
      </div>
      <InvoiceView page={page} />
      <PayForm token={token} opened={opened} />
      {page.other_ways && (
        <section className={styles.other} aria-labelledby="other">
          <h2 id="other" className={styles.subtitle}>
            {text('payOther')}
          </h2>
          <p className={styles.description}>{page.other_ways}</p>
        </section>
      )}
      <AgentContact contact={page.contact} />
    </PageFrame>
  );
}
