import { MessagePage } from './message-page.tsx';
import { useWords } from './texts/language.tsx';
import type { TextKey } from './texts/text-key.ts';

/** Nothing could be loaded just now; trying again may help. */
export function FailedPage({ title = 'failedTitle', onRetry }: { title?: TextKey; onRetry: () => void }) {
  const { text } = useWords();
  return (
    <MessagePage title={title} text="failedText">
      <button type="button" className="button primary" onClick={onRetry}>
        {text('tryAgain')}
      </button>
    </MessagePage>
  );
}
