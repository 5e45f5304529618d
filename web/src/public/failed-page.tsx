import { useEffect, useEffectEvent } from 'react';
import { MessagePage } from './message-page.tsx';
import type { Failure } from './session/link-error.ts';
import { useMessages } from './texts/language.tsx';
import type { TextKey } from './texts/text-key.ts';

interface FailedPageProps {
  failure: Failure;
  title?: TextKey;
  texts?: Record<Failure, TextKey>;
  onRetry: () => void;
}

const TEXTS: Record<Failure, TextKey> = { failed: 'failedText', away: 'awayText' };

/** Loading failed, with the cause. Retrying may help, and happens automatically when the network is back. */
export function FailedPage({ failure, title = 'failedTitle', texts = TEXTS, onRetry }: FailedPageProps) {
  const { text } = useMessages();
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const backOnline = () => retry();
    window.addEventListener('online', backOnline);
    return () => window.removeEventListener('online', backOnline);
  }, []);
  return (
    <MessagePage title={title} text={texts[failure]}>
      <button type="button" className="button primary" onClick={onRetry}>
        {text('tryAgain')}
      </button>
    </MessagePage>
  );
}
