import { CONTENTS, type Guide, type GuideLocation, sectionsOf } from './guide.ts';

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
