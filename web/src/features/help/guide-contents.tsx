import { AnchorLink } from '../../components/ui/link.tsx';
import { type Guide, linkTo, sectionsOf } from './guide.ts';
import styles from './help-page.module.css';

interface GuideContentsProps {
  guide: Guide;
  /** The open chapter, whose sections are listed. */
  current: string;
}

/** The chapters, and the sections of the open chapter. */
export function GuideContents({ guide, current }: GuideContentsProps) {
  return (
    <nav aria-label="Contents of the guide">
      <ul className={styles.chapters}>
        {guide.chapters.map((chapter) => {
          const isOpen = chapter.name === current;
          const [, ...sections] = isOpen ? sectionsOf(chapter) : [];
          return (
            <li key={chapter.name}>
              <AnchorLink
                {...linkTo({ chapter: chapter.name, section: '' })}
                className={isOpen ? styles.open : styles.chapter}
                underline="never"
                {...(isOpen ? { 'aria-current': 'page' as const } : {})}
              >
                {chapter.title}
              </AnchorLink>
              {sections.length > 0 && (
                <ul className={styles.sections}>
                  {sections.map((section) => (
                    <li key={section.section}>
                      <AnchorLink {...linkTo(section)} className={styles.entry} underline="never">
                        {section.title}
                      </AnchorLink>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
