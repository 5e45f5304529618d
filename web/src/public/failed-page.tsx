import { MessagePage } from './message-page.tsx';
import type { Failure } from './session/failure.ts';
import { useWords } from './texts/language.tsx';
import type { TextKey } from './texts/text-key.ts';

interface FailedPageProps {
  failure: Failure;
  title?: TextKey;
  onRetry: () => void;
}

/** Nothing could be loaded just now, and whose trouble it is; trying again may help. */
export function FailedPage({ failure, title = 'failedTitle', onRetry }: FailedPageProps) {
  const { text } = useWords();
  return (
    <MessagePage title={title} text={failure === 'away' ? 'awayText' : 'failedText'}>
      <button type="button" className="button primary" onClick={onRetry}>
        {text('tryAgain')}
      </button>
    </MessagePage>
  );
}
