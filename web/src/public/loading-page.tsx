import { usePageTitle } from './brand.tsx';
import { PageFrame } from './page-frame.tsx';
import { useWords } from './texts/language.tsx';

export function LoadingPage() {
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
