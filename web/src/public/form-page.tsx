import { useCallback, useEffect, useState } from 'react';
import { usePageTitle } from './brand.tsx';
import { SecureForm } from './form/secure-form.tsx';
import { TemporaryForm } from './form/temporary-form.tsx';
import { MessagePage } from './message-page.tsx';
import { type ClosedReason, type OpenedForm, openForm } from './open-form.ts';
import { PageFrame } from './page-frame.tsx';
import { useWords } from './texts/language.tsx';
import type { TextKey } from './texts/text-key.ts';

interface FormPageProps {
  formLinkId: string;
  token: string | null;
}

/** /forms/{formLinkId} and /forms/{formLinkId}/{token}: finds out what the address stands for and shows it. */
export function FormPage({ formLinkId, token }: FormPageProps) {
  const { suggestLanguage } = useWords();
  const [opened, setOpened] = useState<OpenedForm | 'loading' | 'failed'>('loading');
  const open = useCallback(async () => {
    setOpened('loading');
    try {
      const form = await openForm(formLinkId, token);
      if (form.state === 'secure' && form.start.language) suggestLanguage(form.start.language);
      setOpened(form);
    } catch (error) {
      console.warn('the form could not be loaded', error);
      setOpened('failed');
    }
  }, [formLinkId, token, suggestLanguage]);
  useEffect(() => {
    void open();
  }, [open]);

  if (opened === 'loading') return <LoadingPage />;
  if (opened === 'failed') return <FailedPage onRetry={open} />;
  if (opened.state === 'closed') return <ClosedPage reason={opened.reason} agent={opened.agent_name} />;
  if (opened.state === 'secure') return <SecureForm {...opened} onLinkLost={open} />;
  return <TemporaryForm {...opened} onRestart={open} />;
}

function LoadingPage() {
  const { text } = useWords();
  usePageTitle(text('loading'));
  return (
    <PageFrame>
      <p role="status" className="loading">
        {text('loading')}
      </p>
    </PageFrame>
  );
}

function FailedPage({ onRetry }: { onRetry: () => void }) {
  const { text } = useWords();
  return (
    <MessagePage title="failedTitle" text="failedText">
      <button type="button" className="button primary" onClick={onRetry}>
        {text('tryAgain')}
      </button>
    </MessagePage>
  );
}

const CLOSED: Record<ClosedReason, { title: TextKey; text: TextKey }> = {
  invalid: { title: 'invalidTitle', text: 'invalidText' },
  expired: { title: 'expiredTitle', text: 'expiredText' },
  completed: { title: 'completedTitle', text: 'completedText' },
  voided: { title: 'voidedTitle', text: 'voidedText' },
  source: { title: 'sourceTitle', text: 'sourceText' },
  incomplete: { title: 'incompleteTitle', text: 'sourceText' },
  direct: { title: 'directTitle', text: 'directText' },
};

function ClosedPage({ reason, agent }: { reason: ClosedReason; agent: string | null }) {
  const { text } = useWords();
  return (
    <MessagePage
      {...CLOSED[reason]}
      values={{ agent: agent ?? text('yourAgent') }}
      isGood={reason === 'completed'}
    />
  );
}
