import { usePageTitle } from './brand.tsx';
import { PageFrame } from './page-frame.tsx';
import { useMessages } from './texts/language.tsx';

export function LoadingPage() {
  const { text } = useMessages();
  usePageTitle(text('loading'));
  return (
    <PageFrame>
      <p role="status" className="loading">
        {text('loading')}
      </p>
    </PageFrame>
  );
}
