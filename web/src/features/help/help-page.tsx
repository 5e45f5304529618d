import { ActionIcon, Text, VisuallyHidden } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { AnchorLink, ButtonLink } from '../../components/ui/link.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { useGuide } from './api.ts';
import { CONTENTS, type Guide, type GuideLocation, linkTo, sectionsOf } from './guide.ts';
import { GuideChapter } from './guide-chapter.tsx';
import styles from './help-page.module.css';

/** The user guide inside the portal: contents, a chapter or search results. */
export function HelpPage() {
  const { chapter: name = CONTENTS } = useParams({ strict: false });
  const { q = '' } = useSearch({ strict: false });
  const query = useGuide();
  const chapter = query.data?.chapters.find((one) => one.name === name);
  return (
    <>
      <PageHeader
        title={chapter?.title ?? 'Help'}
        {...(name === CONTENTS ? {} : { back: { href: '/crm/help', label: 'All chapters' } })}
        actions={chapter && q === '' && <PrintButton />}
      />
      <Loaded
        query={query}
        failed="The guide could not be loaded."
        loading={<LoadingRows label="Loading the guide" />}
      >
        {(guide) => <Opened guide={guide} name={name} q={q} />}
      </Loaded>
    </>
  );
}

function Opened({ guide, name, q }: { guide: Guide; name: string; q: string }) {
  const chapter = guide.chapters.find((one) => one.name === name);
  const isWide = useIsWide();
  return (
    <div className={styles.page}>
      <div className={styles.aside}>
        <GuideSearch q={q} />
        {isWide && <GuideContents guide={guide} current={name} />}
      </div>
      <div className={styles.text}>
        {q !== '' && <GuideFound guide={guide} query={q} />}
        {q === '' && chapter && <GuideChapter key={name} chapter={chapter} />}
        {q === '' && !chapter && (
          <EmptyState
            title="Chapter not found"
            action={<ButtonLink to="/crm/help">All chapters</ButtonLink>}
          />
        )}
      </div>
    </div>
  );
}

function GuideSearch({ q }: { q: string }) {
  const navigate = useNavigate();
  return (
    <SearchInput
      label="Search the guide"
      q={q}
      onSearch={(next) =>
        void navigate({ to: '.', search: next === '' ? {} : { q: next }, replace: q !== '', hash: '' })
      }
    />
  );
}

function PrintButton() {
  return (
    <ActionIcon
      variant="default"
      size={34}
      aria-label="Print this chapter"
      title="Print this chapter"
      onClick={() => window.print()}
    >
      <IconPrinter size={18} aria-hidden />
    </ActionIcon>
  );
}

interface GuideContentsProps {
  guide: Guide;
  /** The open chapter, whose sections are listed. */
  current: string;
}

/** The chapters, and the sections of the open chapter. */
function GuideContents({ guide, current }: GuideContentsProps) {
  return (
    <nav aria-label="Contents of the guide">
      <ul className={`plain ${styles.chapters}`}>
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
                <ul className={`plain ${styles.sections}`}>
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

/** The guide sections that match a search. */
function GuideFound({ guide, query }: { guide: Guide; query: string }) {
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
      <ul className={`plain ${styles.found}`}>
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

interface Found extends GuideLocation {
  title: string;
  chapterTitle: string;
  /** An excerpt around the first match. */
  excerpt: string;
}

const AROUND = 70;

/** Sections that contain every search word, also as part of another word. Title matches come first. */
export function findInGuide({ chapters }: Guide, query: string): Found[] {
  const words = query.split(/\s+/).map(plain).filter(Boolean);
  if (words.length === 0) return [];
  const found = chapters
    .filter(({ name }) => name !== CONTENTS)
    .flatMap((chapter) => {
      const sections = sectionsOf(chapter).filter(({ title, text }) => {
        return words.every((word) => plain(`${title} ${text}`).includes(word));
      });
      return sections.map(({ text, ...location }) => {
        return { ...location, chapterTitle: chapter.title, excerpt: excerptOf(text, words) };
      });
    });
  const isInTitle = ({ title }: Found) => words.some((word) => plain(title).includes(word));
  return [...found.filter(isInTitle), ...found.filter((one) => !isInTitle(one))];
}

/** Removes case and accents but keeps character positions, so that offsets apply to both texts. */
function plain(text: string): string {
  return [...text].map((sign) => sign.normalize('NFD').charAt(0).toLowerCase()).join('');
}

function excerptOf(text: string, words: string[]): string {
  const positions = words.map((word) => plain(text).indexOf(word)).filter((position) => position >= 0);
  const at = positions.length === 0 ? 0 : Math.min(...positions);
  const from = at <= AROUND ? 0 : text.indexOf(' ', at - AROUND) + 1;
  const end = text.indexOf(' ', at + AROUND);
  const to = end < 0 ? text.length : end;
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}
