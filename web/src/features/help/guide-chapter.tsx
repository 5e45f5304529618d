import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PrintSheet } from '../../components/ui/print-sheet.tsx';
import type { Chapter } from './guide.ts';
import { GuideBlocks } from './guide-blocks.tsx';

/** A chapter with its title, also for printing. */
export function GuideChapter({ chapter }: { chapter: Chapter }) {
  useSectionFocus();
  return (
    <>
      <article aria-label={chapter.title}>
        <GuideBlocks blocks={chapter.blocks} />
      </article>
      <PrintSheet>
        <h1>{chapter.title}</h1>
        <GuideBlocks blocks={chapter.blocks} />
      </PrintSheet>
    </>
  );
}

/** Scrolls to the section named in the URL and focuses it as soon as it renders. */
function useSectionFocus(): void {
  const section = useRouterState({ select: ({ location }) => location.hash });
  // The key changes each time the link is followed.
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key });
  // biome-ignore lint/correctness/useExhaustiveDependencies: run again on every visit
  useEffect(() => {
    if (section === '') return;
    const heading = document.getElementById(section);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [section, visit]);
}
