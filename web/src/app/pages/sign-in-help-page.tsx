import { Skeleton } from '@mantine/core';
import { AnchorLink } from '../../components/ui/link.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { AuthCard } from '../../features/auth/auth-card.tsx';
import { useGuide } from '../../features/help/api.ts';
import { GuideChapter } from '../../features/help/guide-chapter.tsx';

const CHAPTER = 'signing-in';

/** The one chapter readable without signing in: how to sign in (decision 076). */
export function SignInHelpPage() {
  const query = useGuide();
  const chapter = query.data?.chapters.find(({ name }) => name === CHAPTER);
  return (
    <AuthCard title={chapter?.title ?? 'Help'} isWide>
      <Loaded
        query={query}
        failed="The guide could not be loaded."
        loading={<Skeleton height={320} role="status" aria-label="Loading the guide" />}
        isInCard
      >
        {() => chapter && <GuideChapter chapter={chapter} />}
      </Loaded>
      <AnchorLink to="/crm/login" size="sm">
        Back to sign-in
      </AnchorLink>
    </AuthCard>
  );
}
