import { PrintSheet } from '../../components/ui/print-sheet.tsx';
import type { Chapter } from './guide.ts';
import { GuideBlocks } from './guide-blocks.tsx';
import { useSectionFocus } from './use-section-focus.ts';

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
