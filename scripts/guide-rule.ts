import { linksOf, piecesOf } from '../web/guide-text.ts';
import { type Block, CONTENTS, type Guide, textOf } from '../web/src/features/help/guide.ts';
import { OPEN } from './screen-texts.ts';

/** What the guide is held against. */
interface Truth {
  /** Everything that the portal may show, with OPEN for what is put in (`screen-texts.ts`). */
  texts: Iterable<string>;
  /** Bytes of each picture, by its name from docs/guide. */
  pictures: ReadonlyMap<string, number>;
}

/** In the guide, for what differs from time to time. */
const GAP = '…';
/** So many letters of a text with gaps are its own, or it would fit anything. */
const FEWEST_LETTERS = 4;
const MOST_BYTES = 120 * 1024;

/**
 * What is not true of the guide: words in bold or quotes that no screen shows, links and pictures that lead nowhere, and
 * what nothing leads to.
 */
export function guideProblems({ chapters }: Guide, { texts, pictures }: Truth): string[] {
  const isShown = shownIn(texts);
  const sections = new Map(chapters.map(({ name, blocks }) => [name, headingsOf(blocks)]));
  const listed = new Set(linksOf(chapters[0]?.blocks ?? []).map(({ chapter }) => chapter));
  const shown = new Set<string>();
  const problems = chapters.flatMap(({ name, blocks }) => {
    const headings = sections.get(name) ?? [];
    const pieces = piecesOf(blocks);
    for (const { file } of picturesOf(blocks)) shown.add(file);
    return [
      ...(name === CONTENTS || listed.has(name) ? [] : ['its contents name it nowhere']),
      ...headings.filter((id, at) => headings.indexOf(id) < at).map((id) => `two sections are called ${id}`),
      ...[...textsOf(pieces), ...quotesOf(blocks)]
        .filter((quote) => !isShown(quote))
        .map((quote) => `no screen says “${quote}”`),
      ...linksOf(blocks)
        .filter(({ chapter, section }) => {
          return !sections.has(chapter) || (section !== '' && !sections.get(chapter)?.includes(section));
        })
        .map(({ chapter, section }) => `a link leads nowhere: ${chapter}.md#${section}`),
      ...picturesOf(blocks)
        .filter(({ text }) => text.length < FEWEST_LETTERS)
        .map(({ file }) => `${file} is not described`),
    ].map((problem) => `docs/guide/${name}.md: ${problem}`);
  });
  const unused = [...pictures.keys()].filter((file) => !shown.has(file));
  const heavy = [...pictures].filter(([, bytes]) => bytes > MOST_BYTES);
  return [
    ...problems,
    ...unused.map((file) => `docs/guide/${file}: no chapter shows it`),
    ...heavy.map(([file]) => `docs/guide/${file}: larger than ${MOST_BYTES / 1024} KB`),
  ];
}

type Picture = Block & { kind: 'picture' };

function picturesOf(blocks: Block[]): Picture[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.flatMap(picturesOf);
    return block.kind === 'picture' ? [block] : [];
  });
}

function headingsOf(blocks: Block[]): string[] {
  return blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
}

function textsOf(pieces: ReturnType<typeof piecesOf>): string[] {
  return pieces.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));
}

function quotesOf(blocks: Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.flatMap(quotesOf);
    return block.kind === 'said' ? [textOf(block)] : [];
  });
}

/** Whether some words of the guide are what a screen shows as a whole. */
function shownIn(texts: Iterable<string>): (quote: string) => boolean {
  const complete = new Set<string>();
  const open: string[][] = [];
  for (const text of texts) {
    // Placeholders of the clients' texts, and what the code puts in.
    const plain = straight(text).replaceAll(/\{\w+\}/g, OPEN);
    if (!plain.includes(OPEN)) complete.add(plain);
    else if (plain.replaceAll(/[^\p{L}]/gu, '').length >= FEWEST_LETTERS) open.push(plain.split(OPEN));
  }
  return (quote) => {
    const plain = straight(quote);
    if (complete.has(plain) || open.some((parts) => fits(plain, parts))) return true;
    const parts = plain.split(GAP);
    return parts.length > 1 && [...complete].some((text) => fits(text, parts));
  };
}

/** Whether a text is these parts in their order, with something between any two. */
function fits(text: string, [head = '', ...parts]: string[]): boolean {
  const end = parts.pop();
  if (end === undefined) return text === head;
  if (!text.startsWith(head) || !text.endsWith(end)) return false;
  let at = head.length;
  for (const part of parts) {
    const found = text.indexOf(part, at + 1);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at < text.length - end.length;
}

/** Apostrophes stand in code as they stand on the keyboard. */
const straight = (text: string) => text.replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();
