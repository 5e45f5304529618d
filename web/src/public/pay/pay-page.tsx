import { usePageTitle } from '../brand.tsx';
import { FailedPage } from '../failed-page.tsx';
import { LoadingPage } from '../loading-page.tsx';
import { MessagePage } from '../message-page.tsx';
import { ReturnLink } from '../return-path.tsx';
import { useReturn } from '../secure/use-return.ts';
import { useMessages } from '../texts/language.tsx';
import { PayScreen } from './pay-screen.tsx';
import { PaymentOutcome } from './payment-outcome.tsx';
import { type OpenInvoice, useOpenInvoice } from './use-open-invoice.ts';

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
