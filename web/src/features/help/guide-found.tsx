import { Text, VisuallyHidden } from '@mantine/core';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { findInGuide } from './find-in-guide.ts';
import { type Guide, linkTo } from './guide.ts';
import styles from './help-page.module.css';

/** The guide sections that match a search. */
export function GuideFound({ guide, query }: { guide: Guide; query: string }) {
  const found = findInGuide(guide, query);
  return (
    <>
      <VisuallyHidden role="status">
        {found.length === 1 ? '1 section found' : `${found.length} sections found`}
      </VisuallyHidden>
      {found.length === 0 && (
        <EmptyState
          title={`No results for “${query}”`}
          text="Try fewer words, or the words shown on the screen."
        />
      )}
      <ul className={styles.found}>
        {found.map(({ title, chapterTitle, excerpt, ...location }) => (
          <li key={`${location.chapter}#${location.section}`}>
            <AnchorLink {...linkTo(location)} fw={500}>
              {title}
            </AnchorLink>
            {title !== chapterTitle && (
              <Text size="xs" c="dimmed">
                {chapterTitle}
              </Text>
            )}
            <Text size="sm">{excerpt}</Text>
          </li>
        ))}
      </ul>
    </>
  );
}
